package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderSettingsTest {
  private static ReaderSettings settings(long maxLag) {
    return new ReaderSettings(
        "",
        "",
        "",
        1,
        Duration.ofMillis(200),
        Duration.ofMillis(maxLag),
        Duration.ZERO,
        Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @CsvSource({
    "10000, 10000, true, true",
    "10000, 10001, true, false",
    "10000, 9190, false, false",
    "10000, 401, false, false",
    "10000, 400, false, true",
    "10000, 0, false, true",
    "100, 101, false, false",
    "100, 100, false, true"
  })
  void readerIsUsedAgainWhenItHasCaughtUp(
      long maxLag, long behind, boolean isRead, boolean isClose) {
    assertThat(settings(maxLag).isClose(Duration.ofMillis(behind), isRead)).isEqualTo(isClose);
  }
}
