package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.QueryTimeoutException;

class ChoreTest {
  private final AtomicInteger slices = new AtomicInteger();

  @Test
  void runsOnceMoreWhenAskedMeanwhileAndNeverConcurrently() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (Chore chore =
        new Chore(
            "test",
            () -> {
              most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
              slices.incrementAndGet();
              awaitUninterrupted(first);
              atOnce.decrementAndGet();
              return false;
            })) {
      chore.ask();
      await().until(() -> slices.get() == 1);
      chore.ask();
      chore.ask();
      first.countDown();
      await().until(() -> slices.get() == 2 && atOnce.get() == 0);
      chore.ask();
      await().until(() -> slices.get() == 3);
      assertThat(most).hasValue(1);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  private static Stream<Throwable> failures() {
    return Stream.of(
        new QueryTimeoutException("not now"),
        new IllegalStateException("a bug"),
        new StackOverflowError("too deep"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void runsAgainAfterAFailure(Throwable failure) {
    try (Chore chore =
        new Chore(
            "test",
            () -> {
              if (slices.incrementAndGet() == 1) {
                rethrow(failure);
              }
              return slices.get() < 4;
            })) {
      chore.ask();
      await().until(() -> slices.get() == 1);
      chore.ask();
      await().until(() -> slices.get() == 4);
    }
  }

  /** A busy machine makes the rest longer, never shorter. */
  @Test
  void restsThreeTimesAsLongAsASliceTook() {
    List<Long> begun = new CopyOnWriteArrayList<>();
    List<Long> ended = new CopyOnWriteArrayList<>();
    try (Chore chore =
        new Chore(
            "test",
            () -> {
              begun.add(System.nanoTime());
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
              ended.add(System.nanoTime());
              return begun.size() < 4;
            })) {
      chore.ask();
      await().until(() -> ended.size() == 4);
    }
    for (int i = 1; i < 4; i++) {
      long took = ended.get(i - 1) - begun.get(i - 1);
      assertThat(begun.get(i) - ended.get(i - 1)).isGreaterThanOrEqualTo(3 * took);
    }
  }

  @Test
  void endsAfterTheCurrentSliceWhenClosed() {
    CountDownLatch ended = new CountDownLatch(1);
    Chore[] chore = new Chore[1];
    chore[0] =
        new Chore(
            "test",
            () -> {
              slices.incrementAndGet();
              chore[0].close();
              ended.countDown();
              return true;
            });
    chore[0].ask();
    awaitUninterrupted(ended);
    chore[0].ask();
    assertThat(slices).hasValue(1);
  }
}
