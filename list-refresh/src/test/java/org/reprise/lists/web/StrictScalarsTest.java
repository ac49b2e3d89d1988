package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.json.JsonMapper;

class StrictScalarsTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().addModule(StrictScalars.module()).build();

  private static Instant read(String time) {
    return JSON.readValue("\"" + time + "\"", Instant.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-22T10:00:00Z",
        "2026-11-22T10:00Z",
        "2026-11-22T11:00:00.000+01:00",
        "2026-11-22T11:00:00.000+0100"
      })
  void readsTimesWithTheirOffsets(String time) {
    assertThat(read(time)).isEqualTo(Instant.parse("2026-11-22T10:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-22T10:00:00",
        "2026-11-22T10:00:00ZZ",
        "2026-11-22T10:00:00+01:00+0100",
        "2026-11-22",
        "2026-02-30T10:00:00Z",
        ""
      })
  void refusesOtherTexts(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(InvalidFormatException.class);
  }
}
