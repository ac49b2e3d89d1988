package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The main job, from the command line to the page. */
class SmokeRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  /** With these a service would serve nothing. */
  private static final Map<String, String> CALLER =
      Map.of("SPRING_MAIN_WEB_APPLICATION_TYPE", "none", "REPRISE_SECURITY_ENABLED", "perhaps");

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command = CommandProcess.start(folder, CALLER, "run", "cps", "--profile", "smoke")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      assertThat(command.out()).contains("CREATE NODE", "embedded-10x100", "floor");
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("schemaVersion").asInt()).isEqualTo(5);
    assertThat(run.path("system").asString()).isEqualTo("cps");
    assertThat(run.path("profile").asString()).isEqualTo("smoke");
    assertThat(run.path("target").asString()).isEqualTo("local");
    assertThat(run.path("valid").asBoolean()).isTrue();
    // Two of each of the two embedded loads, three of each of the remote ones, the tree, and the
    // devices twice.
    assertThat(run.path("measured").path("checks").size()).isEqualTo(13);
    assertThat(run.path("measured").path("checks"))
        .allMatch(check -> check.path("passed").asBoolean());
    assertThat(run.path("claims"))
        .allMatch(claim -> claim.path("verdict").asString().equals("NotMeasured"));
    assertThat(run.path("environment").path("jvmFlags"))
        .extracting(JsonNode::asString)
        .anyMatch(it -> it.matches("cps-core: .* -XX:TieredStopAtLevel=1"));
    var settings = run.path("environment").path("serviceSettings");
    assertThat(settings.path("SPRING_DATASOURCE_URL").asString()).contains("/cps");
    assertThat(settings.toString()).doesNotContain("PASSWORD");
    assertThat(
            run.path("measured")
                .path("quantities")
                .path("floor.embedded-10x100")
                .path("1")
                .asDouble())
        .isPositive();
    measuredExactly(run, "embedded-10x100");
    measuredExactly(run, "remote-10x100");
    assertThat(of(run.path("figures"), "id", "remote-50x20.create-node.avg"))
        .allMatch(figure -> figure.path("verdict").asString().equals("NotMeasured"))
        .hasSize(1);
    assertThat(series(run))
        .contains("cps-core cpu", "cps-core heap", "postgresql cpu", "generator cpu");

    assertThat(latest().resolve("index.html")).isNotEmptyFile();
    assertThat(latest().resolve("figures.csv")).isNotEmptyFile();
    assertThat(latest().resolve("gatling/remote"))
        .isDirectoryRecursivelyContaining("glob:**/index.html");
  }

  /** Ten threads with ten circles each: a hundred calls of each operation, and none more. */
  private static void measuredExactly(JsonNode run, String experiment) {
    var exact =
        of(run.path("measured").path("operations"), "experiment", experiment).stream()
            .filter(operation -> operation.path("variant").asString().equals("report-exact"))
            .toList();
    assertThat(exact).hasSize(4);
    assertThat(exact).allMatch(operation -> operation.path("count").asInt() == 100);
    assertThat(of(run.path("figures"), "id", experiment + "\\..*"))
        .hasSize(24)
        .allMatch(figure -> figure.path("measured").asDouble() > 0);
  }

  private static java.util.List<JsonNode> of(JsonNode all, String field, String pattern) {
    return StreamSupport.stream(all.spliterator(), false)
        .filter(it -> it.path(field).asString().matches(pattern))
        .toList();
  }

  private static java.util.List<String> series(JsonNode run) {
    return StreamSupport.stream(run.path("measured").path("resources").spliterator(), false)
        .map(series -> series.path("process").asString() + " " + series.path("metric").asString())
        .toList();
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
