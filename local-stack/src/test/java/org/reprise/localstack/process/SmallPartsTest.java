package org.reprise.localstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.process.FreePort.Range;

class SmallPartsTest {
  @Test
  void returnsEndOfLogWithoutPath(@TempDir Path folder) throws IOException {
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

  @Test
  void programThatTakesLongerThanTheLimitGoesOn(@TempDir Path folder) throws IOException {
    Path go = folder.resolve("go");
    String program = "until [ -e \"$1\" ]; do sleep 0.1; done; rm \"$1\"";
    List<String> command = List.of("/bin/sh", "-c", program, "sh", go.toString());
    assertThat(Programs.begin(command, Duration.ofMillis(50))).isEmpty();
    Files.createFile(go);
    Await.that("its end", () -> Files.notExists(go));
    assertThat(Programs.begin(List.of("/bin/sh", "-c", "exit 3"), Duration.ofMinutes(5)))
        .hasValue(3);
  }
}
