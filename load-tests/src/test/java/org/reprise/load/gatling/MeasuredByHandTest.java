package org.reprise.load.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.cps.CpsRemoteSimulation;
import org.reprise.load.cps.CpsSystem;
import org.reprise.load.ebms.EbmsPingSimulation;
import org.reprise.load.ebms.EbmsSystem;
import org.reprise.load.measure.Measured;

/** What the systems take from the log of a simulation that somebody ran by hand. */
class MeasuredByHandTest {
  @Test
  void pingsAreOneOperationOfAnOpenModel() {
    var log = log(EbmsPingSimulation.class, "nominal", request("Ping", 18, 2));

    Measured measured = new EbmsSystem().byHand(log, null);

    assertThat(measured.experiments())
        .allSatisfy(run -> {
          assertThat(run.experiment()).isEqualTo("nominal");
          assertThat(run.loadModel()).isEqualTo("open");
          assertThat(run.circles()).isEqualTo(20);
          assertThat(run.flowsPerSecond()).isEqualTo(1.8);
          assertThat(run.errors()).isEqualTo(2);
        });
    assertThat(measured.operations())
        .allSatisfy(operation -> {
          assertThat(operation.operation()).isEqualTo("ping");
          assertThat(operation.count()).isEqualTo(18);
          assertThat(operation.p99Ms()).isEqualTo(9);
        });
    assertThatThrownBy(
            () -> new EbmsSystem().byHand(log(EbmsPingSimulation.class, "nominal"), null))
        .hasMessage("the log holds no request named Ping");
  }

  @Test
  void flowsOfAClosedModelAreThoseThatCameToTheirEnd() {
    var log =
        log(
            CpsRemoteSimulation.class,
            "whatever",
            request("CREATE_ANCHOR", 100, 0),
            request("DELETE_ANCHOR", 90, 3),
            new GatlingLog.Request("warm-up", "CREATE_NODE", 7, 0, 1, 9, 5, 1, 5, 8, 9, 1));

    Measured measured = new CpsSystem().byHand(log, "remote-10x100");

    assertThat(measured.experiments().getFirst())
        .satisfies(run -> {
          assertThat(run.threads()).isEqualTo(10);
          assertThat(run.circles()).isEqualTo(9);
          assertThat(run.flowsPerSecond()).isEqualTo(9);
          assertThat(run.invalidReason()).isEqualTo("3 requests failed: status 500");
        });
    assertThat(measured.operations())
        .extracting(operation -> operation.operation())
        .containsOnly("create-anchor", "delete-anchor");
  }

  @Test
  void refusesWhatItCannotTakeForAnExperiment() {
    var system = new EbmsSystem();
    var unnamed = log(EbmsPingSimulation.class, "Digikoppeling", request("Ping", 1, 0));
    assertThatThrownBy(() -> system.byHand(unnamed, null)).hasMessageContaining("--experiment ID");
    assertThatThrownBy(() -> system.byHand(unnamed, "middle")).hasMessageContaining("'middle'");
    assertThatThrownBy(() -> system.byHand(log(CpsRemoteSimulation.class, "nominal"), "nominal"))
        .hasMessageContaining("is not a simulation of digikoppeling-2018");
  }

  private static GatlingLog log(
      Class<?> simulation, String scenario, GatlingLog.Request... requests) {
    return new GatlingLog(
        simulation.getName(),
        List.of(scenario),
        Instant.EPOCH,
        10,
        List.of(requests),
        List.of("status 500"));
  }

  private static GatlingLog.Request request(String name, long passed, long failed) {
    return new GatlingLog.Request("", name, passed, failed, 1, 9, 5, 1, 5, 8, 9, passed / 10.0);
  }
}
