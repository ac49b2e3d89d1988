package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IndexDatabaseTest {
  @Test
  void endsAsSoonAsItHolds() throws Exception {
    var looks = new AtomicInteger();
    IndexDatabase.await(
        "it is there", Duration.ofMinutes(1), Duration.ZERO, () -> looks.incrementAndGet() == 3);
    assertThat(looks).hasValue(3);
  }

  @Test
  void whatDoesNotComeTrueIsSaid() {
    assertThatThrownBy(() -> IndexDatabase.await("ccm is indexed", Duration.ofMillis(100), Duration.ZERO, () -> false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not: ccm is indexed");
  }
}
