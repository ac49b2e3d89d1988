package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.LocalServers.Kind;
import org.reprise.localstack.postgres.StandbyState;

class LocalServersIT {
  @TempDir Path state;

  private LocalServers servers;

  @BeforeEach
  void place() {
    servers = new LocalServers(state);
  }

  @AfterEach
  void stop() {
    servers.stopAllBut(Set.of());
  }

  @Test
  void startsWhatIsWantedOnceAndEndsAllOfIt() {
    servers.start(Set.of(), step -> {});
    assertThat(servers.find(Kind.STANDBY)).isEmpty();
    var first = servers.pids();
    servers.start(Set.of(Kind.STANDBY, Kind.BROKER), step -> {});
    var started = servers.pids();
    assertThat(started).containsAll(first).hasSize(3);
    assertStandbyStreams();
    List<String> steps = new ArrayList<>();
    servers.start(Set.of(Kind.STANDBY, Kind.BROKER), steps::add);
    assertThat(steps).isEmpty();
    assertThat(servers.pids()).isEqualTo(started);

    servers.stopAllBut(first);
    assertThat(servers.pids()).isEqualTo(first);
    servers.stopAllBut(Set.of());
    assertThat(servers.pids()).isEmpty();
    await().until(() -> started.stream().noneMatch(LocalServersIT::isAlive));
  }

  @Test
  void replacesWhatWasLost() {
    servers.start(Set.of(Kind.STANDBY, Kind.BROKER), step -> {});
    var started = servers.pids();
    var address = servers.addresses(EnumSet.allOf(Kind.class));
    started.forEach(LocalServersIT::kill);
    assertThat(Kind.values()).allMatch(servers::hasDied);

    servers.start(Set.of(Kind.STANDBY, Kind.BROKER), step -> {});
    assertThat(servers.pids()).doesNotContainAnyElementsOf(started).hasSize(3);
    assertThat(Kind.values()).noneMatch(servers::hasDied);
    assertThat(servers.addresses(EnumSet.allOf(Kind.class)))
        .as("services find them again")
        .isEqualTo(address);
    assertStandbyStreams();
  }

  private void assertStandbyStreams() {
    assertThat(StandbyState.of(servers.require(Kind.DATABASE).database().database()))
        .singleElement()
        .satisfies(standby -> assertThat(standby.streaming()).isTrue());
  }

  private static void kill(long pid) {
    var process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
