package org.reprise.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConditionTest {
  @Test
  void returnsTrueOnceConditionHolds() throws Exception {
    var looks = new AtomicInteger();
    assertThat(
            Condition.await(
                Duration.ofMinutes(1), Duration.ZERO, () -> looks.incrementAndGet() == 3))
        .isTrue();
    assertThat(looks).hasValue(3);
  }

  @Test
  void returnsFalseAfterTimeout() throws Exception {
    assertThat(Condition.await(Duration.ofMillis(100), Duration.ZERO, () -> false)).isFalse();
  }
}
