package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.LocalServers.Kind;
import org.reprise.localstack.postgres.StandbyState;

/** What {@code reprise status} says of a standby, and its exit code. */
class StatusIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  private LocalServers servers;

  @BeforeEach
  void place() {
    servers = new LocalServers(new Home(folder).state());
  }

  @AfterEach
  void stop() {
    servers.stopAllBut(Set.of());
  }

  /** What the command prints, after its exit code. */
  private String status() throws IOException, InterruptedException {
    try (var command = CommandProcess.startJava(folder, Map.of(), "status")) {
      var code = command.await(LIMIT);
      return code + "\n" + command.out();
    }
  }

  @Test
  void namesADeadStandbyAndTheWalThatIsKeptForIt() throws Exception {
    servers.start(Set.of(Kind.STANDBY), step -> {});
    var primary = servers.require(Kind.DATABASE).database();
    var standby = servers.require(Kind.STANDBY).database();
    assertThat(status())
        .startsWith("0\n")
        .contains("standby      " + standby.jdbcUrl(), ": streaming, ");

    var process = ProcessHandle.of(standby.pid()).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
    await()
        .atMost(LIMIT)
        .until(
            () -> StandbyState.of(primary.database()).stream().noneMatch(StandbyState::streaming));

    assertThat(status())
        .startsWith("1\n")
        .contains("postgresql   " + primary.jdbcUrl())
        .contains("standby      has died; ./reprise up starts it again at its port")
        .containsPattern("slot \\S+: not connected, .+ behind .+ of WAL kept of at most \\S+ \\(")
        .contains("log " + standby.log());
  }
}
