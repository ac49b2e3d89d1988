package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.LocalServers.Role;
import org.reprise.localstack.StandbyState;

class LocalServersIT {
  @TempDir Path state;

  private LocalServers servers;

  @BeforeEach
  void place() {
    servers = new LocalServers(state);
  }

  @AfterEach
  void stop() {
    servers.stop();
  }

  @Test
  void startsWhatIsWantedOnceAndEndsAllOfIt() {
    assertThat(servers.start(Set.of(), step -> {}).standby()).isEmpty();
    var started = servers.start(Set.of(Role.STANDBY, Role.BROKER), step -> {});
    assertThat(StandbyState.of(started.requireDatabase().database()))
        .singleElement()
        .satisfies(standby -> assertThat(standby.streaming()).isTrue());
    List<String> steps = new ArrayList<>();
    var again = servers.start(Set.of(Role.STANDBY, Role.BROKER), steps::add);
    assertThat(steps).isEmpty();
    assertThat(pids(again)).isEqualTo(pids(started)).hasSize(3);

    servers.stop();
    assertThat(pids(servers.running())).isEmpty();
    assertThat(pids(started)).noneMatch(LocalServersIT::isAlive);
  }

  @Test
  void replacesWhatWasLost() {
    var started = servers.start(Set.of(Role.STANDBY, Role.BROKER), step -> {});
    var address = started.addresses(EnumSet.allOf(Role.class));
    pids(started).forEach(LocalServersIT::kill);
    assertThat(servers.running().died()).containsExactlyInAnyOrder(Role.values());

    var again = servers.start(Set.of(Role.STANDBY, Role.BROKER), step -> {});
    assertThat(pids(again)).doesNotContainAnyElementsOf(pids(started)).hasSize(3);
    assertThat(again.died()).isEmpty();
    assertThat(again.addresses(EnumSet.allOf(Role.class)))
        .as("services find them again")
        .isEqualTo(address);
    assertThat(StandbyState.of(again.requireDatabase().database()))
        .singleElement()
        .satisfies(standby -> assertThat(standby.streaming()).isTrue());
  }

  private static List<Long> pids(LocalServers.Running running) {
    List<Long> pids = new ArrayList<>();
    running.database().ifPresent(server -> pids.add(server.pid()));
    running.standby().ifPresent(server -> pids.add(server.pid()));
    running.broker().ifPresent(server -> pids.add(server.pid()));
    return pids;
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
