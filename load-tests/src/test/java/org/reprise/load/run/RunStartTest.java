package org.reprise.load.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.SampleRun;

/** Which runs can go on. */
class RunStartTest {
  private static final Instant BEGAN = Instant.parse("2026-11-22T20:00:00Z");

  @TempDir private Path folder;
  private RunDirectory directory;

  private static RunStart start(String commit, Environment machine) {
    return RunStart.now("cps", List.of("--seed=7"), "reprise run cps", BEGAN, commit, machine);
  }

  private static final RunStart START = start("abc", SampleRun.environment());

  @BeforeEach
  void begin() throws Exception {
    directory = RunDirectory.create(folder, "cps", "smoke", BEGAN);
    assertThat(RunStart.canGoOn(directory)).isFalse();
    START.write(directory);
  }

  @Test
  void goesOnWithWhatItWasBegunWithUntilItIsFinished() throws Exception {
    var read = RunStart.read(directory);
    assertThat(read).isEqualTo(START);
    assertThat(RunStart.canGoOn(directory)).isTrue();

    var resumed = read.resumed(directory, START, List.of("remote"));
    assertThat(resumed.resumed()).containsExactly(new Resumption(BEGAN, List.of("remote")));
    assertThat(resumed.resumed(directory, START, List.of()).resumed()).hasSize(2);

    resumed.finished(BEGAN.plusSeconds(60)).write(directory);
    assertThat(RunStart.canGoOn(directory)).isFalse();
    refused(it -> it, "cannot go on: it was finished at 2026-11-22T20:01:00Z");
  }

  @Test
  void otherCodeOrAnotherMachineIsRefused() {
    var here = SampleRun.environment();
    var score = Objects.requireNonNull(here.calibrationScore());

    refused(start("abd", here), "commit abc, now abd");
    refused(
        start(START.commit(), machine("Other CPU", score)),
        "CPU Example CPU @ 2.60 GHz, now Other CPU");
    refused(start(START.commit(), machine(here.cpu(), score * 0.8)), "more than 10 % apart");
    assertThatCode(() ->
            START.resumed(
                directory, start(START.commit(), machine(here.cpu(), score * 0.95)), List.of()))
        .doesNotThrowAnyException();
  }

  private static Environment machine(String cpu, double score) {
    var here = SampleRun.environment();
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

  private void refused(RunStart now, String why) {
    assertThatThrownBy(() -> START.resumed(directory, now, List.of()))
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageContaining("with other code or on another machine")
        .hasMessageContaining(why);
  }

  @Test
  void whatCannotBeReadIsRefused() throws Exception {
    refused(
        it -> it.replaceFirst("\"schemaVersion\" : \\d+", "\"schemaVersion\" : 99"),
        "schema version 99, written by a newer Reprise");
    refused(it -> it.substring(0, 100), "start.json is damaged");
    var file = directory.path().resolve("start.json");
    var text = Files.readString(file);
    Files.write(file, new byte[] {'{', '"', (byte) 0xC3, '"'});
    assertThatThrownBy(() -> RunStart.read(directory)).hasMessageContaining("is damaged");
    Files.writeString(file, text);
    Files.delete(directory.path().resolve("start.json"));
    assertThatThrownBy(() -> RunStart.read(directory)).hasMessageContaining("has no start.json");
  }

  private void refused(UnaryOperator<String> change, String why) throws Exception {
    var file = directory.path().resolve("start.json");
    var text = Files.readString(file);
    Files.writeString(file, change.apply(text));
    assertThatThrownBy(() -> RunStart.read(directory))
        .isInstanceOf(RunUnreadableException.class)
        .hasMessageContaining(why);
    Files.writeString(file, text);
  }
}
