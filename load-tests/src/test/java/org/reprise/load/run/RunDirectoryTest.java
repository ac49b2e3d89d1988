package org.reprise.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.OpenRun;
import org.reprise.load.SampleRun;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunDirectoryTest {
  private static final Instant AT = Instant.parse("2026-11-21T10:15:00Z");
  @TempDir private Path temp;

  @Test
  void whatIsWrittenIsReadBackEqual() throws IOException {
    RunDirectory directory = RunDirectory.create(temp, "cps", "quick", AT);
    RunRecord record = record(directory.runId(), SampleRun.published(0.1).without("remote-2x500"));
    directory.write(record);
    assertThat(RunDirectory.open(temp, directory.runId()).read()).isEqualTo(record);
    assertThat(names(directory.path())).containsExactly("run.json");
  }

  @Test
  void otherProgramsFindTheirNames() {
    JsonNode json =
        JsonMapper.shared().readTree(RunJson.text(record("r", SampleRun.published(0.1))));
    assertThat(json.at("/schemaVersion").intValue()).isEqualTo(5);
    assertThat(json.at("/runId").stringValue()).isEqualTo("r");
    assertThat(json.at("/system").stringValue()).isEqualTo("cps");
    assertThat(json.at("/valid").booleanValue()).isTrue();
    assertThat(json.at("/invalidReasons").isArray()).isTrue();
    JsonNode figure = json.at("/figures/0");
    assertThat(figure.propertyNames())
        .contains("id", "published", "measured", "unit", "ratio", "verdict", "why");
    assertThat(json.at("/report").stringValue()).isEqualTo("cps-307");
    assertThat(json.at("/claims/0").propertyNames()).contains("id", "verdict", "published");
    assertThat(json.at("/measured/checks/0").propertyNames()).contains("id", "passed", "detail");
    assertThat(json.at("/measured/resources/0/samples/0").isArray()).isTrue();
    assertThat(json.at("/manifest/started").stringValue()).isEqualTo("2026-11-21T10:15:00Z");
  }

  @ParameterizedTest
  @CsvSource({"1, an older", "7, a newer"})
  void refusesOtherSchema(int version, String age) {
    String other =
        RunJson.text(record("r", SampleRun.published(0.1)))
            .replaceFirst("\"schemaVersion\" : 5", "\"schemaVersion\" : " + version);
    assertThatThrownBy(() -> read(other))
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageEndingWith(
            "run.json has schema version %d, written by %s Reprise; this one reads 5"
                .formatted(version, age));
  }

  @Test
  void whatIsNoRunIsRefused() {
    assertThatThrownBy(() -> RunJson.read(temp.resolve("run.json")))
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageContaining("run.json is not");
    for (String other : List.of("{}", "[]", "7", "")) {
      assertThatThrownBy(() -> read(other)).hasMessageContaining("schemaVersion");
    }
    assertThatThrownBy(() -> read("{")).hasMessageContaining("run.json is not");
    assertThatThrownBy(() -> read("{\"schemaVersion\": 5}"))
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageContaining("Missing required creator property 'runId'");
    String incomplete =
        RunJson.text(record("r", SampleRun.published(0.1))).replaceFirst("\"published\" : .*", "");
    assertThatThrownBy(() -> read(incomplete))
        .hasMessageContaining("Missing required creator property 'published'");
    String unmeasured =
        RunJson.text(record("r", SampleRun.published(0.1)))
            .replaceFirst("(?s),\\s*\"measured\" : \\{\\s*\"experiments\".*", "}");
    assertThatThrownBy(() -> read(unmeasured))
        .hasMessageContaining("Missing required creator property 'measured'");
    assertThatThrownBy(() -> RunDirectory.open(temp, "nothing"))
        .hasMessageContaining("there is no run \"nothing\"");
  }

  private RunRecord read(String json) throws IOException {
    return RunJson.read(Files.writeString(temp.resolve("run.json"), json));
  }

  @Test
  void latestPointsAtTheNewestRun() throws IOException {
    RunDirectory first = RunDirectory.create(temp, "cps", "smoke", AT);
    first.markLatest();
    RunDirectory second = RunDirectory.create(temp, "cps", "smoke", AT);
    assertThat(first.runId()).isEqualTo("cps-smoke-20261121T101500Z");
    assertThat(second.runId()).isEqualTo("cps-smoke-20261121T101500Z-2");
    second.markLatest();
    assertThat(temp.resolve("latest").toRealPath()).isEqualTo(second.path().toRealPath());
    assertThat(names(temp)).containsExactlyInAnyOrder(first.runId(), second.runId(), "latest");

    // As by a run that goes on and was called so.
    var latest = RunDirectory.open(temp, "latest");
    assertThat(latest.runId()).isEqualTo(second.runId());
    latest.markLatest();
    assertThat(temp.resolve("latest").toRealPath()).isEqualTo(second.path().toRealPath());
  }

  @Test
  void readsResultsOfExecutionsAsWritten() throws IOException {
    RunDirectory run = RunDirectory.create(temp, "cps", "smoke", AT);
    assertThat(run.executions()).isEmpty();

    Measured closed = SampleRun.published(1).measured();
    Measured open = OpenRun.good().measured();
    run.addExecution("closed", closed);
    run.addExecution("open", open);
    run.addExecution("open", open);

    assertThat(run.executions()).containsOnly(Map.entry("closed", closed), Map.entry("open", open));
    assertThat(names(run.path().resolve("executions"))).hasSize(2);
  }

  /** What it tells of is measured again. */
  @Test
  void skipsTornExecution() throws IOException {
    RunDirectory run = RunDirectory.create(temp, "cps", "smoke", AT);
    run.addExecution("one", SampleRun.published(1).measured());
    Path file = run.path().resolve("executions/one.json");
    String text = Files.readString(file);

    for (int length : new int[] {0, 1, 200, text.length() - 3}) {
      Files.writeString(file, text.substring(0, length));
      assertThat(run.executions()).isEmpty();
    }
    for (String damaged : List.of("null", "{}", "\0".repeat(100))) {
      Files.writeString(file, damaged);
      assertThat(run.executions()).as(damaged).isEmpty();
    }
    Files.write(file, new byte[] {'"', (byte) 0xC3, '"'});
    assertThat(run.executions()).isEmpty();
  }

  @Test
  void goesOnUntilFinished() throws IOException {
    RunDirectory run = RunDirectory.create(temp, "cps", "smoke", AT);
    run.write(begun(run, List.of("--seed=7")));
    assertThat(run.readUnfinished().manifest().resumeOptions()).containsExactly("--seed=7");

    run.write(begun(run, null));
    assertThatThrownBy(run::readUnfinished)
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageContaining("cannot go on: it was finished at 2026-11-21T10:18:34Z");
  }

  @Test
  void goesOnWithSameCodeOnSameMachineOnly() throws IOException {
    RunDirectory run = RunDirectory.create(temp, "cps", "smoke", AT);
    RunRecord begun = begun(run, List.of());
    String commit = begun.manifest().gitCommit();
    Environment here = SampleRun.environment();
    double score = Objects.requireNonNull(here.calibrationScore());

    refused(run, begun, "abd", here, "commit 6d2dbce0c1a2, now abd");
    refused(run, begun, commit, machine("Other CPU", score), "now Other CPU, ");
    refused(run, begun, commit, machine(here.cpu(), score * 0.8), "more than 10 % apart");
    run.requireSame(begun, commit, machine(here.cpu(), score * 0.95));
  }

  private static void refused(
      RunDirectory run, RunRecord begun, String commit, Environment here, String why) {
    assertThatThrownBy(() -> run.requireSame(begun, commit, here))
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageContaining("with other code or on another machine")
        .hasMessageContaining(why);
  }

  private static Environment machine(String cpu, double score) {
    Environment here = SampleRun.environment();
    return new Environment(
        cpu,
        here.cores(),
        here.memoryBytes(),
        here.os(),
        here.jdk(),
        List.of(),
        null,
        Map.of(),
        null,
        score);
  }

  private static RunRecord begun(RunDirectory run, @Nullable List<String> options) {
    Manifest it = SampleRun.manifest("all");
    return new Comparison(SampleRun.BASELINE, SampleRun.published(1).measured(), "smoke")
        .record(
            run.runId(),
            "local",
            new Manifest(
                it.gitCommit(),
                it.seed(),
                it.scale(),
                it.repetitions(),
                it.started(),
                it.finished(),
                it.command(),
                null,
                options),
            SampleRun.environment());
  }

  @Test
  void replacesFileInWhole() throws IOException {
    RunDirectory run = RunDirectory.create(temp, "cps", "smoke", AT);
    run.write("figures.csv", "one");
    run.write("figures.csv", "two");
    assertThat(run.path().resolve("figures.csv")).hasContent("two");
    assertThat(names(run.path())).containsExactly("figures.csv");
  }

  private static java.util.List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(f -> String.valueOf(f.getFileName())).toList();
    }
  }

  private static RunRecord record(String id, SampleRun run) {
    Comparison comparison = new Comparison(SampleRun.BASELINE, run.measured(), "quick");
    return comparison.record(
        id, "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }
}
