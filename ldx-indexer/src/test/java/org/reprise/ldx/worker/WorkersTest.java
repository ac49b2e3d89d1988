package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class WorkersTest {
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final CountDownLatch secondIsThere = new CountDownLatch(1);
  private @Nullable Exception fetchFault;
  private @Nullable Exception storeFault;

  private final class Recorded implements Workers.PendingFetch {
    private final long number;

    Recorded(Batch batch) {
      this.number = batch.number();
      done.add("begin " + number);
    }

    @Override
    public Workers.Store fetch() throws Exception {
      // So that a next batch waits when this one is fetched.
      assertThat(secondIsThere.await(5, TimeUnit.MINUTES)).isTrue();
      done.add("fetch " + number);
      if (fetchFault != null) {
        throw fetchFault;
      }
      return () -> {
        done.add("store " + number);
        if (storeFault != null) {
          throw storeFault;
        }
      };
    }

    @Override
    public void close() {
      done.add("close " + number);
    }
  }

  private static Batch batch(long number) {
    return new Batch(number, List.of(), List.of(), null);
  }

  private Workers twoBatches() throws Exception {
    Workers workers = new Workers("test", 1, Recorded::new);
    workers.add(batch(0));
    workers.add(batch(1));
    secondIsThere.countDown();
    return workers;
  }

  @Test
  void beginsNextBatchBeforeStoring() throws Exception {
    try (Workers workers = twoBatches()) {
      workers.await();
    }
    assertThat(done)
        .containsExactly(
            "begin 0", "fetch 0", "begin 1", "store 0", "close 0", "fetch 1", "store 1", "close 1");
  }

  @Test
  void cancelsNextBatchWhenStoringFails() throws Exception {
    storeFault = new IllegalStateException("the disk is full");
    try (Workers workers = twoBatches()) {
      assertThatThrownBy(workers::await).isSameAs(storeFault);
    }
    assertThat(done).endsWith("begin 1", "store 0", "close 0", "close 1");
  }

  @Test
  void beginsNoBatchAfterFailedFetch() throws Exception {
    fetchFault = new IllegalStateException("the server is gone");
    try (Workers workers = twoBatches()) {
      assertThatThrownBy(workers::await).isSameAs(fetchFault);
    }
    assertThat(done).containsExactly("begin 0", "fetch 0", "close 0");
  }

  @Test
  void cancelsPendingBatchOnClose() throws Exception {
    Workers workers = new Workers("test", 1, Recorded::new);
    workers.add(batch(0));
    while (done.isEmpty()) {
      Thread.onSpinWait();
    }
    // It waits for what never comes, and is interrupted.
    workers.close();
    assertThat(done).containsExactly("begin 0", "close 0");
  }
}
