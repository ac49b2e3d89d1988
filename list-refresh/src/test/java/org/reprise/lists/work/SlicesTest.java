package org.reprise.lists.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.QueryTimeoutException;

class SlicesTest {
  private static final Duration INTERVAL = Duration.ofDays(1);

  private static Duration pause(BooleanSupplier slice) throws InterruptedException {
    return Slices.step("test", INTERVAL, slice).run();
  }

  private static Stream<Runnable> failures() {
    return Stream.of(
        () -> {
          throw new QueryTimeoutException("not now");
        },
        () -> {
          throw new IllegalStateException("a bug");
        },
        () -> {
          throw new StackOverflowError("too deep");
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void runsAgainAfterFailure(Runnable failure) throws InterruptedException {
    assertThat(
            pause(() -> {
              failure.run();
              return true;
            }))
        .isEqualTo(INTERVAL);
  }

  /** A busy machine makes the rest longer, never shorter. */
  @Test
  void restsThreeTimesAsLongAsSliceTook() throws InterruptedException {
    long[] took = new long[1];
    Duration pause =
        pause(() -> {
          long begun = System.nanoTime();
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
          took[0] = System.nanoTime() - begun;
          return true;
        });
    assertThat(pause.toNanos()).isGreaterThanOrEqualTo(3 * took[0]);
  }

  @Test
  void waitsForNextRunWhenNothingIsLeft() throws InterruptedException {
    assertThat(pause(() -> false)).isEqualTo(INTERVAL);
  }
}
