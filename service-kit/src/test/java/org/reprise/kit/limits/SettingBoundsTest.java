package org.reprise.kit.limits;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class SettingBoundsTest {
  private static final SettingBounds BOUNDS = new SettingBounds("reprise.test");

  @ParameterizedTest
  @CsvSource({
    "P3650D, 3650d",
    "PT36H, 36h",
    "PT90M, 90m",
    "PT5S, 5s",
    "PT1.5S, 1500ms",
    "PT0S, 0s",
    "PT2562047788015000H, 2562047788015000h"
  })
  void printsDurationInLargestWholeUnit(Duration value, String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BOUNDS.atLeast("age", value, value.plusDays(1)))
        .withMessageEndingWith(", was " + text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0B", "1000, 1000B", "1536, 1536B", "10240, 10KB", "268435456, 256MB"})
  void printsSizeInLargestWholeUnit(long bytes, String text) {
    DataSize size = DataSize.ofBytes(bytes);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BOUNDS.within("size", DataSize.ofGigabytes(2048), size, size))
        .withMessage("reprise.test.size must be from %s to %s, was 2048GB".formatted(text, text));
  }

  @Test
  void printsNumbersInAnyLocaleAlike() {
    Locale old = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BOUNDS.within("count", 2_000_000L, 1L, 10_000L))
          .withMessage("reprise.test.count must be from 1 to 10,000, was 2,000,000");
    } finally {
      Locale.setDefault(old);
    }
  }
}
