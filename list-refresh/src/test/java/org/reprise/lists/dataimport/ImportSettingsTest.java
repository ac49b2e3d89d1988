package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ImportSettingsTest {
  private static final String PREFIX = "reprise.lists.import";

  private static ImportSettings bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate(PREFIX, ImportSettings.class);
  }

  @Test
  void defaultChunkSizeIsThatOfFolio() {
    assertThat(bind(Map.of()).chunk()).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource({
    "max-file-size, 0B",
    "chunk, 0",
    "chunk-size, 0B",
    "chunk-size, 1MB",
    "consumers, 0",
    "partitions, 0",
    "replication, 0",
    "lease, 0s",
    "pace, -1s",
    "republish-after, 0s"
  })
  void refusesInvalidSettingsByName(String name, String value) {
    assertThatThrownBy(() -> bind(Map.of(PREFIX + "." + name, value)))
        .isInstanceOf(BindException.class)
        .rootCause()
        .hasMessageContaining(PREFIX + "." + name);
  }
}
