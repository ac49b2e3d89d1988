package org.reprise.localstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.localstack.FreePort.Range;

class SmallPartsTest {
  @Test
  void theEndOfALogIsWhatWasSaidAndNotWhere(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("log");
    Files.writeString(
        log,
        """
        2026-11-22T22:00:00Z ERROR it cannot be done
        java.io.IOException: answered 401
        \tat java.base/java.lang.Thread.run(Thread.java:1474)
        \tat org.example.Some$Part.run(Some.java:12) ~[some.jar!/:1]
        Caused by: java.lang.IllegalStateException: at last
        \t... 23 more
        \t... 7 common frames omitted
        """);

    assertThat(LogTail.read(log, 0))
        .isEqualTo(
            """
            2026-11-22T22:00:00Z ERROR it cannot be done
            java.io.IOException: answered 401
            Caused by: java.lang.IllegalStateException: at last\
            """);
  }

  @Test
  void portsAreFreeAndNeverGivenTwice() throws IOException {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      int port = FreePort.loopback();
      assertThat(given.add(port)).isTrue();
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(socket.isBound()).isTrue();
      }
    }
  }

  @Test
  void lastingPortIsNoneOfOutgoingConnections() {
    assertThat(FreePort.lasting(new Range(32_768, 60_999))).isEqualTo(new Range(10_000, 29_999));
    assertThat(FreePort.lasting(new Range(20_000, 60_999))).isEqualTo(new Range(10_000, 19_999));
    assertThat(FreePort.lasting(new Range(1_024, 60_999))).isEqualTo(new Range(61_000, 65_535));
    assertThat(FreePort.lasting(new Range(1_024, 65_535))).isEqualTo(new Range(10_000, 29_999));
  }

  @Test
  void lastingPortIsFreeAndGivenOnce() throws IOException {
    int port = FreePort.lasting();
    assertThat(port).isNotEqualTo(FreePort.lasting());
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(FreePort.isFree(socket.getLocalPort())).isFalse();
    }
    assertThat(FreePort.isFree(port)).isTrue();
  }

  @Test
  void straysAreProgramsBelowADirectoryAndNotBesideIt() {
    Path below = Path.of("/srv/kafka");
    assertThat(Strays.isStray("java kafka.Kafka /srv/kafka/server.properties", below)).isTrue();
    assertThat(Strays.isStray("/opt/bin/initdb -D /srv/kafka", below)).isTrue();
    assertThat(Strays.isStray("java kafka.Kafka /srv/kafka-test/server.properties", below))
        .isFalse();
    assertThat(Strays.isStray("less /srv/kafka/server.properties", below)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"\", -1",
        "listeners=, -1",
        "listeners=PLAINTEXT, -1",
        "\"listeners=PLAINTEXT://127.0.0.1:1234,CONTROLLER://127.0.0.1:5\", 1234"
      })
  void brokerWhoseSettingsWereNotWrittenHasNoPortYet(
      String settings, int port, @TempDir Path folder) throws IOException {
    KafkaHome home = KafkaHome.kept(folder.resolve("kafka"));
    Files.createDirectories(home.directory());
    Files.writeString(home.settings(), settings);

    assertThat(home.formerPort()).isEqualTo(port < 0 ? OptionalInt.empty() : OptionalInt.of(port));
  }

  @Test
  void programThatTakesLongerThanTheLimitGoesOn(@TempDir Path folder) {
    Path done = folder.resolve("done");
    assertThat(
            Programs.begin(
                List.of("/bin/sh", "-c", "sleep 3; echo > \"$1\"", "sh", done.toString()),
                Duration.ofMillis(50)))
        .isEmpty();
    assertThat(done).doesNotExist();
    Await.that("its end", () -> Files.exists(done));
    assertThat(Programs.begin(List.of("/bin/sh", "-c", "exit 3"), Duration.ofMinutes(5)))
        .hasValue(3);
  }

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
    assertThat(compose.split("image: postgres:")).hasSize(3);
    assertThat(compose.split("command: \\*postgres-command")).hasSize(3);
  }

  @Test
  void refusesImpossiblePorts() {
    PostgresBuilder builder = LocalPostgres.builder();
    assertThatThrownBy(() -> builder.port(70_000)).hasMessageContaining("70000");
  }
}
