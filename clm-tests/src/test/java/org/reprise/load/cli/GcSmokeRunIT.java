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
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command = CommandProcess.start(folder, "run", "gc", "--profile", "smoke")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("system").asString()).isEqualTo("gc");
    assertThat(run.path("valid").asBoolean()).isTrue();
    assertThat(run.path("measured").path("checks"))
        .allMatch(check -> check.path("passed").asBoolean());
    var checks = new HashSet<String>();
    run.path("measured").path("checks").forEach(check -> checks.add(check.path("id").asString()));
    assertThat(checks)
        .contains(
            "filled",
            "resolve.ui-100",
            "baselines-complete.ui-100",
            "previous.ui-100",
            "links-held.integration-500",
            "resolve.all",
            "baselines-stay.all");
    // Six processes and the generator, in three loads.
    assertThat(run.path("measured").path("usages")).hasSize(21);
    for (var measured :
        new String[] {
          "ui-100.transactions",
          "ui-100.creations",
          "stress-100.transactions",
          "integration-500.links",
          "integration-500.transactions",
          "database-size"
        }) {
      assertThat(run.path("measured").path("quantities").path(measured))
          .as(measured)
          .isNotEmpty()
          .anyMatch(it -> it.asDouble() > 0);
    }
    assertThat(run.path("claims"))
        .allMatch(claim -> !claim.path("verdict").asString().equals("Reproduced"));
    assertThat(latest().resolve("index.html")).isNotEmptyFile();
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
