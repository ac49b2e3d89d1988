package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.generator.GatlingRun;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Variant;

/** What somebody measured by hand, from a real simulation to the exit code. */
class CompareGatlingTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void failedRequestsAreSaidAndFailTheCommand() throws Exception {
    Path result;
    try (var run = new GatlingRun(folder)) {
      run.answers("PUT", 500);
      assertThat(run.run("-Dthreads=2", "-Dcircles=6")).hasSize(1);
      result = run.samples();
    }

    assertThat(compare(result, "--baseline", "cps-307", "--experiment", "remote-2x500"))
        .isEqualTo(Reprise.FAILED);

    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains("NOT VALID: flow: 12 operations failed", "UPDATE_NODE answered 500")
        .contains("CREATE NODE", "12 operations failed")
        .doesNotContain("Reproduced");
    assertThat(compare(result, "--baseline", "cps-307")).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("which experiment of cps-307 is it?");
  }

  @Test
  void whatFailsBeyondTheKneeIsAResult() throws Exception {
    var result = folder.resolve("samples.json");
    Sample.write(result, Stream.of(ramp()));

    assertThat(compare(result, "--baseline", "digikoppeling-2018", "--experiment", "maximum"))
        .as(() -> out + err.toString())
        .isZero();

    assertThat(out.toString())
        .contains("valid    yes", "here     not known\n")
        .doesNotContain("NOT VALID");
    assertThat(compare(result, "--baseline", "digikoppeling-2018", "--experiment", "nominal"))
        .isEqualTo(Reprise.FAILED);
    assertThat(out.toString()).contains("NOT VALID: PING answered 503");
  }

  @Test
  void refusesFileOfSomethingElse() throws Exception {
    var other = Files.writeString(folder.resolve("other.json"), "{}");
    var empty = Files.writeString(folder.resolve("empty.json"), "[]");
    for (var file : List.of(other, empty, folder.resolve("none.json"))) {
      assertThat(compare(file, "--baseline", "cps-307")).isEqualTo(Reprise.USAGE);
      assertThat(err.toString()).contains(file + " is no file that a simulation wrote");
    }
  }

  /** Ten Pings a second, of which half failed. */
  private static Sample ramp() {
    var shape = new Shape.Arrivals(List.of(new Shape.Level(10, Duration.ofSeconds(1))), 2000);
    var step = new OpenLoad.Step(10, 0, 1, 10, 5, null, 5, 2, 3, 4, 5, 0, 0, null);
    var times = new Histogram(3);
    times.recordValueWithCount(2_000_000, 5);
    return new Sample(
        new Phase("ramp", "maximum", Variant.REPORT_EXACT, shape),
        Instant.EPOCH,
        Duration.ofSeconds(1),
        5,
        Map.of("ping", times),
        Map.of("ping", 5L),
        List.of("PING answered 503"),
        new Histogram(3),
        Map.of(),
        Map.of(),
        Map.of(),
        new Sample.Arrived(List.of(step), List.of(), List.of(), ""));
  }

  private int compare(Path result, String... options) {
    var arguments = new java.util.ArrayList<>(java.util.List.of("compare", result.toString()));
    arguments.addAll(java.util.List.of(options));
    return Reprise.commandLine(Systems.ALL)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }
}
