package org.reprise.load.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaTest {
  @ParameterizedTest
  @CsvSource({
    "0.15, 3600, 24000",
    "0.4, 13200, 33000",
    "0.8, 80000, 100000",
    "1, 100000, 100000",
    "1.5, 150000, 100000",
    "0.02, 1000, 50000",
    "0.001, 1000, 100000"
  })
  void stopsForTwentyMillisecondsWhereTheKernelTakesSo(double cores, long micros, long period) {
    assertThat(Quota.of(cores)).isEqualTo(new Quota(micros, period));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 2})
  void isTheShare(double cores) {
    var quota = Quota.of(cores);
    assertThat((double) quota.micros() / quota.periodMicros())
        .isCloseTo(cores, within(cores * 0.01));
  }
}
