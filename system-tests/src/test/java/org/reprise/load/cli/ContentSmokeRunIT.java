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

/** The suite of the content repository, from the command line to the page. */
class ContentSmokeRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command = CommandProcess.start(folder, "run", "content", "--profile", "smoke")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("system").asString()).isEqualTo("content");
    assertThat(run.path("valid").asBoolean()).isTrue();
    assertThat(run.path("measured").path("checks"))
        .allMatch(check -> check.path("passed").asBoolean());
    var checks = new HashSet<String>();
    run.path("measured").path("checks").forEach(check -> checks.add(check.path("id").asString()));
    assertThat(checks)
        .contains("filled", "documents-held.xfs-250-users", "documents-held.xfs-1000-users");
    // Not the writes to the disk: some file systems count none.
    assertThat(run.path("measured").path("quantities").path("scale.documents").path("1").asDouble())
        .isPositive();
    var operations = new HashSet<String>();
    run.path("measured")
        .path("operations")
        .forEach(one -> operations.add(one.path("operation").asString()));
    assertThat(operations).contains("transaction", "add", "view", "all-searches");
    assertThat(latest().resolve("index.html")).isNotEmptyFile();
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
