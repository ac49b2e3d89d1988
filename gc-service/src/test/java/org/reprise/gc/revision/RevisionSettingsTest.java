package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "-PT1S", "PT0.199S", "PT60.001S"})
  void rejectsLeaseOutOfBounds(String lease) {
    assertThatThrownBy(() -> new RevisionSettings(Duration.parse(lease)))
        .hasMessageContaining("reprise.gc.revision.lease")
        .hasMessageContaining(Duration.parse(lease).toString());
  }
}
