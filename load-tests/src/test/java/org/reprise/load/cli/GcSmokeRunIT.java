package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The suite of global configurations, from the command line to the page. */
class GcSmokeRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(8);

  @TempDir private Path folder;

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command =
        CommandProcess.start(
            folder,
            "run",
            "gc",
            "--profile",
            "smoke",
            "--service-time-write=500ms",
            "--service-time-proxied=20ms")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("system").asString()).isEqualTo("gc");
    assertThat(run.path("valid").asBoolean()).isTrue();
    assertThat(run.path("checks")).allMatch(check -> check.path("passed").asBoolean());
    var checks = new HashSet<String>();
    run.path("checks").forEach(check -> checks.add(check.path("id").asString()));
    assertThat(checks)
        .contains(
            "filled",
            "resolve.ui-100",
            "baselines-complete.ui-100",
            "previous.ui-100",
            "links-held.integration-500",
            "baselines-stay.all",
            "filled-resolve",
            "filled-baselines-stay");
    // Six processes and the generator, in three loads.
    assertThat(run.path("usages")).hasSize(21);
    for (var measured :
        new String[] {
          "ui-100.transactions",
          "ui-100.creations",
          "stress-100.transactions",
          "integration-500.links",
          "integration-500.transactions",
          "database-size"
        }) {
      assertThat(run.path("quantities").path(measured).asDouble()).as(measured).isPositive();
    }
    assertThat(run.path("claims"))
        .allMatch(claim -> !claim.path("verdict").asString().equals("Reproduced"));
    assertThat(latest().resolve("index.html")).isNotEmptyFile();

    // The times are shortened as think times are, in the stress test by nothing; a link is three
    // requests.
    assertThat(fastest(run, "stress-100", "proxied-get")).isGreaterThanOrEqualTo(20);
    assertThat(fastest(run, "integration-500", "link-ccm-rm")).isGreaterThanOrEqualTo(3 * 15);
    // On while the users of a load are there, off for what the run itself does.
    var told =
        Files.readAllLines(latest().resolve("logs").resolve("qm.log")).stream()
            .filter(line -> line.contains("The service time is simulated"))
            .toList();
    assertThat(told).hasSize(2 * 3);
    for (int i = 0; i < told.size(); i++) {
      assertThat(told.get(i).contains("proxied=PT0S")).as(told.get(i)).isEqualTo(i % 2 == 1);
    }
    assertThat(Files.readString(latest().resolve("start.json")))
        .contains("--service-time-write=500ms");
    assertThat(run.path("environment").toString()).contains("gc: REPRISE_GC_ASKING_TIMEOUT");
  }

  private static double fastest(JsonNode run, String experiment, String operation) {
    for (var one : run.path("experiments")) {
      for (var each : one.path("operations")) {
        if (one.path("id").asString().equals(experiment)
            && each.path("operation").asString().equals(operation)) {
          return each.path("minMs").asDouble();
        }
      }
    }
    throw new AssertionError(operation + " is not among the operations of " + experiment);
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
