package org.reprise.gc.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reprise.gc.configuration.Graph;

class DocumentPermitsTest {
  private final DocumentPermits permits = new DocumentPermits();

  @Test
  void writesTwoOfLargestDocumentsAtOnceAndSmallOnesBesideThem() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger large = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int n = 0; n < 8; n++) {
        writers.add(
            threads.submit(() ->
                permits.with(
                    Graph.MAX_TREE_SIZE,
                    () -> {
                      most.accumulateAndGet(large.incrementAndGet(), Math::max);
                      begun.countDown();
                      awaitEnd(end);
                      return large.decrementAndGet();
                    })));
      }
      begun.await();
      assertThat(permits.with(100, () -> "small")).isEqualTo("small");
      end.countDown();
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void makesRoomAgainAfterFailure() {
    for (int n = 0; n < 10; n++) {
      try {
        permits.with(
            DocumentPermits.MAX_ENTRIES,
            () -> {
              throw new IllegalStateException("cannot write");
            });
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("cannot write");
      }
    }
    assertThat(permits.with(DocumentPermits.MAX_ENTRIES, () -> 1)).isOne();
  }

  private static void awaitEnd(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
