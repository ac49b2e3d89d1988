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
        .isThrownBy(() -> new WriteLimits(Duration.ZERO, null, null))
        .withMessageContaining("reprise.cps.write.max-wait");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WriteLimits(Duration.ofSeconds(1), DataSize.ofBytes(1), null))
        .withMessageContaining("reprise.cps.write.max-waiting");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WriteLimits(Duration.ofSeconds(1), null, DataSize.ofBytes(0)))
        .withMessageContaining("reprise.cps.write.budget");
  }

  @Test
  void followsTheHeapWhereNothingIsSet() {
    WriteLimits limits = WriteLimits.DEFAULT.orElse(100, 1_000);
    assertThat(limits.maxWaiting()).isEqualTo(DataSize.ofBytes(100));
    assertThat(limits.budgetBytes()).isEqualTo(1_000);
    WriteLimits set =
        new WriteLimits(Duration.ofSeconds(1), DataSize.ofMegabytes(1), DataSize.ofMegabytes(2));
    assertThat(set.orElse(100, 1_000)).isEqualTo(set);
  }
}
