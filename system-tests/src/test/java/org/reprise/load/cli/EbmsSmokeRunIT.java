package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The ebMS suite, from the command line to the page. */
class EbmsSmokeRunIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private Path folder;

  @Test
  void runsTheSmokeProfileAndWritesItDown() throws Exception {
    JsonNode run;
    try (var command = CommandProcess.start(folder, "run", "ebms", "--profile", "smoke")) {
      var code = command.await(LIMIT);
      assertThat(code).as(command.err() + command.out()).isZero();
      assertThat(command.out()).contains("Nominal load", "every-ping-one-pong", "floor");
      run = JsonMapper.shared().readTree(Files.readAllBytes(latest().resolve("run.json")));
    }

    assertThat(run.path("system").asString()).isEqualTo("ebms");
    assertThat(run.path("valid").asBoolean()).isTrue();
    // Every Ping has its Pong and every Pong its Ping: after each load and at the end.
    assertThat(run.path("measured").path("checks"))
        .extracting(check -> check.path("id").asString())
        .contains(
            "every-ping-one-pong.maximum",
            "no-pong-without-ping.maximum",
            "no-pong-without-ping",
            "capacity-answered.synchronous");
    assertThat(run.path("measured").path("checks"))
        .allMatch(check -> check.path("passed").asBoolean());
    for (String id : List.of("asynchronous", "synchronous", "floor-forward", "floor-plain")) {
      // By batches of a fifth of a second; a busy machine may answer nothing in one.
      assertThat(run.path("measured").path("quantities").path("pings-rate." + id))
          .anyMatch(rate -> rate.asDouble() > 0);
    }
    assertThat(run.path("claims"))
        .hasSize(11)
        .allMatch(claim -> claim.path("verdict").asString().equals("NotMeasured"));
    assertThat(figures(run, "nominal.", "peak.", "maximum."))
        .hasSize(15)
        .allMatch(figure ->
            figure.path("measured").isNumber()
                || figure.path("why").asString("").contains("90th percentile: it needs 50"));
    // Five steps of one second, 10 to 50 Pings by second: counted, not timed. A step that takes too
    // long ends the ramp.
    JsonNode ramp = load(run, "maximum", "report-exact");
    assertThat(ramp.at("/steps/0/sent").asInt()).isEqualTo(10);
    assertThat(ramp.path("steps").size()).isBetween(1, 5);
    assertThat(ramp.path("steps").findValues("inTime")).anyMatch(it -> it.asInt() > 0);
    assertThat(latest().resolve("index.html")).isNotEmptyFile();
    assertThat(latest().resolve("gatling/maximum"))
        .isDirectoryRecursivelyContaining("glob:**/index.html");
  }

  private static List<JsonNode> figures(JsonNode run, String... starts) {
    return StreamSupport.stream(run.path("figures").spliterator(), false)
        .filter(
            it -> Stream.of(starts).anyMatch(start -> it.path("id").asString().startsWith(start)))
        .toList();
  }

  private static JsonNode load(JsonNode run, String experiment, String variant) {
    return StreamSupport.stream(run.path("measured").path("openLoads").spliterator(), false)
        .filter(load -> load.path("experiment").asString().equals(experiment))
        .filter(load -> load.path("variant").asString().equals(variant))
        .findFirst()
        .orElseThrow();
  }

  private Path latest() {
    return folder.resolve("results").resolve("latest");
  }
}
