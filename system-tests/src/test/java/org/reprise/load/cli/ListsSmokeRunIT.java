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

/** The suite of lists beside circulation and import, from the command line to the page. */
class ListsSmokeRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command = CommandProcess.start(folder, "run", "lists", "--profile", "smoke")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("system").asString()).isEqualTo("lists");
    assertThat(run.path("valid").asBoolean()).isTrue();
    assertThat(run.path("measured").path("checks"))
        .allMatch(check -> check.path("passed").asBoolean());
    var checks = new HashSet<String>();
    run.path("measured").path("checks").forEach(check -> checks.add(check.path("id").asString()));
    assertThat(checks)
        .contains(
            "lists-equal.lists-separate-on",
            "as-answered.lists-separate-on",
            "lists-equal.parallel-off",
            "lists-equal-at-rest.parallel-off",
            "no-double-loan.cico-di-off",
            "events-published.parallel-on-fast",
            "imported-once.parallel-on-fast",
            "events-published.lists-separate-on",
            "lists-equal.lists-separate-off-checked-out");
    var experiments = new HashSet<String>();
    run.path("measured")
        .path("experiments")
        .forEach(it -> experiments.add(it.path("experiment").asString()));
    assertThat(experiments).hasSize(5);
    // Seven processes, and the one with lists that idles, in each of five cells.
    assertThat(run.path("measured").path("usages")).hasSize(40);
    assertThat(run.path("claims"))
        .allMatch(claim -> !claim.path("verdict").asString().equals("Reproduced"));
    assertThat(latest().resolve("index.html")).isNotEmptyFile();
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
