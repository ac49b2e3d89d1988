package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.convert.DurationStyle;

class RevisionSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1s", "199ms", "60001ms"})
  void rejectsLeaseOutOfBounds(String lease) {
    assertThatThrownBy(() -> new RevisionSettings(DurationStyle.detectAndParse(lease)))
        .hasMessageContaining("reprise.gc.revision.lease")
        .hasMessageContaining("was " + lease);
  }
}
