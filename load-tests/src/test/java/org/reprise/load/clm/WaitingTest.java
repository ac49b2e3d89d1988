package org.reprise.load.clm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WaitingTest {
  @Test
  void endsAsSoonAsItHolds() throws Exception {
    var looks = new AtomicInteger();
    Waiting.until(
        "it is there", Duration.ofMinutes(1), Duration.ZERO, () -> looks.incrementAndGet() == 3);
    assertThat(looks).hasValue(3);
  }

  @Test
  void whatDoesNotComeTrueIsSaid() {
    assertThatThrownBy(() -> Waiting.until("ccm is indexed", Duration.ofMillis(100), () -> false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not: ccm is indexed");
  }
}
