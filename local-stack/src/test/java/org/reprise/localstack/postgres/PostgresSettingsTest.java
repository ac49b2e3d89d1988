package org.reprise.localstack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PostgresSettingsTest {
  @Test
  void settingsAreQuotedForTheConfigurationFile() {
    PostgresSettings settings = new PostgresSettings(Map.of("application_name", "it's a \\ name"));
    assertThat(settings.text()).contains("application_name = 'it''s a \\\\ name'\n");
  }

  @Test
  void settingsCannotSmuggleInALine() {
    assertThatThrownBy(() -> new PostgresSettings(Map.of("work_mem", "1MB'\nfsync = 'off")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("work_mem");
    assertThatThrownBy(() -> new PostgresSettings(Map.of("fsync = off #", "1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fsync = off #");
  }

  @Test
  void ownSettingsWinOverTheStandardOnes() {
    PostgresSettings settings =
        PostgresSettings.standard().with(Map.of("max_connections", "7", "x.y", "z"));
    assertThat(settings.values())
        .containsEntry("max_connections", "7")
        .containsEntry("x.y", "z")
        .containsEntry("fsync", "on");
  }

  /** Else a run against compose is compared with one of another configuration. */
  @Test
  void composeHasTheStandardSettings() throws IOException {
    String compose = Files.readString(Path.of("../docker-compose.yml"));
    Map<String, String> settings = new HashMap<>();
    Pattern.compile("(?m)^  - -c(\\w+)=(.+)$")
        .matcher(compose)
        .results()
        .forEach(it -> settings.put(it.group(1), it.group(2)));
    Map<String, String> standard = new HashMap<>(PostgresSettings.standard().values());
    // Where a container listens is no matter of speed.
    standard.keySet().removeAll(Set.of("listen_addresses", "unix_socket_directories"));
    settings.remove("listen_addresses");
    assertThat(settings).isEqualTo(standard);
    // One image more, in which no server runs.
    assertThat(compose.split("image: postgres:")).hasSize(4);
    assertThat(compose.split("command: \\*postgres-command")).hasSize(3);
  }

  @Test
  void refusesImpossiblePorts() {
    PostgresBuilder builder = LocalPostgres.builder();
    assertThatThrownBy(() -> builder.port(70_000)).hasMessageContaining("70000");
  }
}
