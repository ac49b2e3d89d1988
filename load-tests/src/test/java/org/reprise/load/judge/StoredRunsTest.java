package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.Views;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/** Runs that were stored before claims were made of operands. */
class StoredRunsTest {
  /** Verdicts that are others now, by the reason. */
  private static final Map<String, Verdict> OTHERWISE = new HashMap<>();

  static {
    // The knee was a number beside the steps then, in this run another one than they say.
    otherwise(Verdict.REPRODUCED, "ebms-bent room-above-required", "ebms-bent steep-beyond-knee");
    // Measured once and without batches; the spread of single calls was taken for that of the mean.
    otherwise(
        Verdict.NOT_COMPARABLE,
        "cps-hashed create-node-highest",
        "cps-hashed remote-throughput-flat",
        "cps-hashed embedded-throughput-near-flat",
        "cps-hashed remote-light-operations-agree",
        "cps-bent embedded-throughput-near-flat");
    // Measured once and near its bound: 2,100 of 2,000 ms, 1.6 of 1.5 times the heap.
    otherwise(Verdict.NOT_COMPARABLE, "ebms-bent average-under-limit", "ebms-bent memory-stable");
    // Measured once and far from its bound.
    otherwise(Verdict.REPRODUCED, "cps-bent remote-growth", "lists-once lists-busier-with-split");
    // The writer's peak is our limit of its processors.
    for (String run : List.of("lists-good", "lists-bent", "lists-once")) {
      otherwise(
          Verdict.BY_CONSTRUCTION, run + " writer-not-busier", run + " writer-same-with-split");
    }
    // One of the experiments behind it was not run.
    otherwise(Verdict.NOT_MEASURED, "cps-bent password-hashing");
  }

  private static void otherwise(Verdict verdict, String... claims) {
    for (String it : claims) {
      OTHERWISE.put(it, verdict);
    }
  }

  /** Statements that rest on it. */
  private static final List<String> OF_THE_KNEE =
      List.of("knee", "below-knee-average", "knee-to-required", "yearly-capacity");

  /** In this one the repetitions differ, and a figure was their middle then and is their mean. */
  private static final String REPEATED = "parallel-on.check-out";

  /** Claims on differences that the report prints, which are younger than these runs. */
  private static final List<String> LATER =
      List.of("refresh-shorter-alone", "check-in-shorter", "check-out-shorter", "import-shorter");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cps-hashed",
        "cps-bent",
        "ebms-good",
        "ebms-bent",
        "lists-good",
        "lists-bent",
        "lists-once"
      })
  void aStoredRunGetsTheVerdictsAndFiguresThatItHad(String name) throws Exception {
    RunRecord run = stored(name);
    Comparison again = new Comparison(Baselines.load(run.report()), run.measured(), run.profile());

    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    run.claims()
        .forEach(it ->
            verdicts.put(it.id(), OTHERWISE.getOrDefault(name + " " + it.id(), it.verdict())));
    List<ClaimRecord> claims =
        again.claims().stream()
            .filter(it -> !LATER.contains(it.id()) && !it.id().startsWith("aim-"))
            .toList();
    assertThat(claims)
        .allSatisfy(it ->
            assertThat(it.verdict())
                .as(it.id() + ": " + it.measured())
                .isEqualTo(verdicts.get(it.id())));
    assertThat(claims).extracting(ClaimRecord::id).containsExactlyElementsOf(verdicts.keySet());
    assertThat(again.explanations())
        .extracting(ExplanationRecord::verdict)
        .containsExactlyElementsOf(
            run.explanations().stream()
                .map(it -> OTHERWISE.getOrDefault(name + " " + it.id(), it.verdict()))
                .toList());
    List<FigureRecord> figures =
        Stream.concat(again.figures.stream(), again.statements().stream()).toList();
    assertThat(figures(figures)).isEqualTo(figures(run.figures()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cps-hashed", "ebms-good", "lists-good"})
  void aStoredRunIsDrawnAgain(String name) throws Exception {
    RunRecord run = stored(name);
    String table = Baselines.load(run.report()).tables().getFirst().title();

    assertThat(Views.page(run, Baselines.load(run.report()), List.of()))
        .contains(table, "<svg class=\"chart\"");
    assertThat(Views.terminal(run)).contains(table, run.runId()).doesNotContain("ms, ms");
  }

  private static Map<String, String> figures(List<FigureRecord> all) {
    Map<String, String> figures = new LinkedHashMap<>();
    all.stream()
        .filter(it -> !OF_THE_KNEE.contains(it.id()) && !it.id().startsWith(REPEATED))
        .filter(it -> !it.id().equals("termination-timeout")) // younger than these runs
        .forEach(it ->
            figures.put(
                it.id(),
                "%s %s %s".formatted(it.verdict(), it.published(), rounded(it.measured()))));
    return figures;
  }

  /** A mean and a median of equal values differ in the last digit. */
  private static String rounded(@org.jspecify.annotations.Nullable Double value) {
    return value == null ? "-" : "%.3f".formatted(value);
  }

  private static RunRecord stored(String name) throws IOException, URISyntaxException {
    return RunJson.read(
        Path.of(
            Objects.requireNonNull(StoredRunsTest.class.getResource("/runs/" + name + ".json"))
                .toURI()));
  }
}
