package org.reprise.load.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.cps.CpsOperation;
import org.reprise.load.cps.CpsRemoteSimulation;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;

/**
 * Reads what a real Gatling run leaves. The server answers statuses only; what is tested is the
 * reading.
 */
class GatlingLogTest {
  @TempDir private Path folder;
  private GatlingRun run;

  @BeforeEach
  void serve() throws IOException {
    run = new GatlingRun(folder);
  }

  @AfterEach
  void stop() {
    run.close();
  }

  @Test
  void readsEveryRequestOfARun() throws Exception {
    var log = GatlingLog.read(run.run("-Dthreads=2", "-Dcircles=3"));

    assertThat(log.simulation()).isEqualTo(CpsRemoteSimulation.class.getName());
    assertThat(log.errors()).isEmpty();
    assertThat(log.requests())
        .extracting(GatlingLog.Request::name)
        .containsExactly("CREATE_ANCHOR", "CREATE_NODE", "UPDATE_NODE", "DELETE_ANCHOR");
    assertThat(log.requests())
        .allSatisfy(request -> {
          assertThat(request.passed()).isEqualTo(6);
          assertThat(request.failed()).isZero();
          assertThat(request.group()).isEmpty();
          assertThat(request.minMs()).isBetween(0, request.meanMs());
          assertThat(request.maxMs()).isBetween(request.meanMs(), 60_000);
          assertThat(request.p99Ms()).isBetween(request.p50Ms(), request.maxMs());
        });
    assertThat(run.credentials()).containsOnly("Basic dXNlcjpzZWNyZXQ=");
  }

  @Test
  void countsWhatFailsAndLeavesOutTheRestOfTheFlow() throws Exception {
    run.answers("PUT", 500);

    var log = GatlingLog.read(run.run("-Dthreads=1", "-Dcircles=2"));

    assertThat(log.requests())
        .extracting(
            GatlingLog.Request::name, GatlingLog.Request::passed, GatlingLog.Request::failed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("CREATE_ANCHOR", 2L, 0L),
            org.assertj.core.groups.Tuple.tuple("CREATE_NODE", 2L, 0L),
            org.assertj.core.groups.Tuple.tuple("UPDATE_NODE", 0L, 2L));
    assertThat(log.errors()).singleElement().asString().contains("2 ×", "500");
  }

  @Test
  void namesTheGroupOfALaterPhaseAndWritesNanosecondsBesideIt() throws Exception {
    var samples = folder.resolve("samples.json");
    var load = folder.resolve("load.json");
    LoadSpec.of(
            "two phases",
            List.of(
                Phase.warmUp("exact", new Shape.Circles(1, 2)),
                Phase.warmUp("steady", new Shape.Window(2, Duration.ZERO, Duration.ofMillis(300)))),
            Map.of("base", run.base(), "anchorPrefix", "a-", "token", "t"),
            Duration.ofMinutes(1))
        .write(load);

    var log = GatlingLog.read(run.run("-Dreprise.load=" + load, "-Dreprise.samples=" + samples));

    assertThat(log.requests())
        .extracting(GatlingLog.Request::group)
        .containsExactlyInAnyOrder("", "", "", "", "steady", "steady", "steady", "steady");
    var phases = Sample.read(samples);
    assertThat(phases).hasSize(2);
    assertThat(phases.getFirst().flows()).isEqualTo(2);
    assertThat(phases.getFirst().faults()).isEmpty();
    assertThat(phases.getLast().flows()).isPositive();
    assertThat(phases.getLast().lag().getTotalCount()).isPositive();
    for (var operation : CpsOperation.values()) {
      assertThat(phases.getFirst().of(operation.id()).getTotalCount()).isEqualTo(2);
    }
  }

  @Test
  void saysWhatIsNoResultOfARun() throws IOException {
    assertThatThrownBy(() -> GatlingLog.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("simulation.log");

    Files.writeString(folder.resolve(GatlingLog.FILE), "RUN nothing of the kind");
    assertThatThrownBy(() -> GatlingLog.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another version");
  }
}
