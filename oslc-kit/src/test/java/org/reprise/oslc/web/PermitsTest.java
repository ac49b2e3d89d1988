package org.reprise.oslc.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reprise.oslc.refusal.Refusal;

class PermitsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final Permits permits = new Permits(25, "Others work.");

  @Test
  void doesAsMuchAtOnceAsThereArePermits() throws Exception {
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
                    10,
                    LONG,
                    () -> {
                      most.accumulateAndGet(large.incrementAndGet(), Math::max);
                      begun.countDown();
                      awaitEnd(end);
                      return large.decrementAndGet();
                    })));
      }
      begun.await();
      assertThatExceptionOfType(Refusal.class)
          .isThrownBy(() -> permits.with(10, Duration.ofMillis(1), () -> "third"))
          .satisfies(refusal -> assertThat(refusal.status().value()).isEqualTo(503))
          .satisfies(refusal -> assertThat(refusal.getHeaders().get("Retry-After")).isNotEmpty());
      end.countDown();
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void servesLongestWaiterFirst() throws Exception {
    Thread large = Thread.ofPlatform().unstarted(() -> permits.with(20, LONG, () -> "large"));
    permits.with(
        10,
        LONG,
        () -> {
          large.start();
          await().atMost(LONG).until(() -> large.getState() == Thread.State.TIMED_WAITING);
          return assertThatExceptionOfType(Refusal.class)
              .isThrownBy(() -> permits.with(1, Duration.ofMillis(1), () -> "small"));
        });
    large.join();
    assertThat(permits.with(25, LONG, () -> "all")).isEqualTo("all");
  }

  @Test
  void makesRoomAgainAfterFailure() {
    for (int n = 0; n < 10; n++) {
      try {
        permits.with(
            25,
            LONG,
            () -> {
              throw new IllegalStateException("cannot write");
            });
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("cannot write");
      }
    }
    assertThat(permits.with(25, LONG, () -> 1)).isOne();
  }

  private static void awaitEnd(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
