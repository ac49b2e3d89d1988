package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.generator.GatlingRun;

/** By hand, against a handler of somebody else's. */
class PingRampSimulationTest {
  @TempDir private Path folder;

  @Test
  void importsAgreementAndCountsPongs() throws Exception {
    try (var handler = new StandInHandler(true, null)) {
      var ended = run(handler, "-DtoPerSecond=20", "-Dsteps=2", "-Dduration=2");

      assertThat(ended.status()).as(ended.output()).isZero();
      assertThat(ended.output())
          .contains("each of 30 accepted Pings has exactly one Pong")
          .contains("Global: count of failed events is 0.0 : true")
          .contains("Global: mean of response time is less than 2000.0 : true");
    }
  }

  @Test
  void failsWherePongIsMissing() throws Exception {
    try (var handler = new StandInHandler(false, null)) {
      var ended = run(handler, "-Dduration=1");

      assertThat(ended.status()).as(ended.output()).isNotZero();
      assertThat(ended.output()).contains("10 of 10 accepted Pings have no Pong");
    }
  }

  private GatlingRun.Ended run(StandInHandler handler, String... more) throws Exception {
    var properties =
        new java.util.ArrayList<>(
            List.of(
                "-Dbase=" + handler.base(),
                "-Dreprise.samples=" + folder.resolve("samples.json"),
                "-DperSecond=10"));
    properties.addAll(List.of(more));
    return GatlingRun.end(PingRampSimulation.class, folder, properties);
  }
}
