package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.cps.CpsOperation;

/** What a simulation records, in a real run of Gatling. */
class SimulationTest {
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
  void recordsFailuresAndLeavesOutRestOfFlow() throws Exception {
    run.answers("PUT", 500);

    var sample = run.run("-Dthreads=1", "-Dcircles=2").getFirst();

    assertThat(sample.of("create-anchor").getTotalCount()).isEqualTo(2);
    assertThat(sample.of("create-node").getTotalCount()).isEqualTo(2);
    assertThat(sample.errors()).containsExactly(Map.entry("update-node", 2L));
    assertThat(sample.firstErrors()).containsOnly("update-node: UPDATE_NODE answered 500");
    assertThat(sample.calls()).isEqualTo(4);
    assertThat(run.credentials()).containsOnly("Basic dXNlcjpzZWNyZXQ=");
  }

  /** As a person sees it, who reads the console and the exit code. */
  @Test
  void endsWithErrorByHandWhereRequestFails() throws Exception {
    run.answers("PUT", 500);
    var failed = run.end("-Dthreads=1", "-Dcircles=2");
    assertThat(failed.status()).as(failed.output()).isEqualTo(2);
    assertThat(failed.output())
        .contains("flow: 2 operations failed, the first: update-node: UPDATE_NODE answered 500")
        .contains("Global: count of failed events is 0.0 : false")
        .contains("UPDATE_NODE");
    run.answers("PUT", 200);
    var good = run.end("-Dthreads=1", "-Dcircles=2");
    assertThat(good.status()).as(good.output()).isZero();
    assertThat(good.output()).contains("Global: count of failed events is 0.0 : true");
  }

  @Test
  void recordsPhasesOfACommandApart() throws Exception {
    var load = folder.resolve("load.json");
    var spec =
        LoadSpec.of(
            "two phases",
            List.of(
                Phase.warmUp("exact", new Shape.Circles(1, 2)),
                Phase.warmUp("other", new Shape.Circles(2, 3))),
            Map.of("base", run.base(), "anchorPrefix", "a-", "token", "t"),
            Duration.ofMinutes(1));
    Json.write(load, spec);

    List<Sample> phases = run.run("-Dreprise.load=" + load);

    assertThat(phases).hasSize(2);
    assertThat(phases.getFirst().flows()).isEqualTo(2);
    assertThat(phases.getFirst().faults()).isEmpty();
    assertThat(phases.getLast().flows()).isEqualTo(6);
    for (var operation : CpsOperation.values()) {
      assertThat(phases.getFirst().of(operation.id()).getTotalCount()).isEqualTo(2);
    }
  }
}
