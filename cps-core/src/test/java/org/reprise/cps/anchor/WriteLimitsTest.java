package org.reprise.cps.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class WriteLimitsTest {
  @Test
  void refusesWhatWouldRefuseEveryWriterThatWaits() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WriteLimits(Duration.ZERO, null))
        .withMessageContaining("reprise.cps.write.longest-wait");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WriteLimits(Duration.ofSeconds(1), DataSize.ofBytes(1)))
        .withMessageContaining("reprise.cps.write.most-waiting");
  }

  @Test
  void followsTheBodiesWhereNothingIsSet() {
    assertThat(WriteLimits.DEFAULT.orMostWaiting(100).mostWaiting())
        .isEqualTo(DataSize.ofBytes(100));
    WriteLimits set = new WriteLimits(Duration.ofSeconds(1), DataSize.ofMegabytes(1));
    assertThat(set.orMostWaiting(100)).isEqualTo(set);
  }
}
