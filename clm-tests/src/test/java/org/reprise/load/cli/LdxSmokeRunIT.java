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

/** The suite of the link index, from the command line to the page. */
class LdxSmokeRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command = CommandProcess.start(folder, "run", "ldx", "--profile", "smoke")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("system").asString()).isEqualTo("ldx");
    assertThat(run.path("valid").asBoolean()).isTrue();
    assertThat(run.path("measured").path("checks"))
        .allMatch(check -> check.path("passed").asBoolean());
    var checks = new HashSet<String>();
    run.path("measured").path("checks").forEach(check -> checks.add(check.path("id").asString()));
    assertThat(checks)
        .contains(
            "first-indexing.initial-ccm.ccm",
            "first-indexing.initial-both.qm",
            "every-link-indexed.ccm-rm-30",
            "no-other-link.ccm-rm-30",
            "other-links-stay.ccm-rm-30",
            "every-link-indexed.qm-rm-30",
            "all-read.qm-rm-30",
            "same-as-plain-store");
    // Five processes and the generator, in two loads and two first indexings.
    assertThat(run.path("measured").path("usages")).hasSize(24);
    for (var measured :
        new String[] {
          "discover-p99", "initial-rate.initial-both", "index-size.text", "store-rate.jena-batched"
        }) {
      assertThat(run.path("measured").path("quantities").path(measured))
          .as(measured)
          .isNotEmpty()
          .allMatch(it -> it.asDouble() > 0);
    }
    assertThat(latest().resolve("plain-store")).doesNotExist();
    // Two polls are in the counted time; on a busy machine there may be nothing for it to read yet.
    assertThat(run.at("/measured/quantities/busy.ccm-rm-30/1").isNumber()).isTrue();
    assertThat(run.path("claims"))
        .allMatch(claim -> !claim.path("verdict").asString().equals("Reproduced"));
    assertThat(run.path("explanations").path(0).path("verdict").asString())
        .isEqualTo("NotMeasured");
    assertThat(latest().resolve("index.html")).isNotEmptyFile();
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
