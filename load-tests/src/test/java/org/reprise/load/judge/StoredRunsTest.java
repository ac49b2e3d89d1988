package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.Records;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.measure.Measured;
import org.reprise.load.report.HtmlPage;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;

/** Runs as schema 1 stored them, from before claims were made of operands. */
class StoredRunsTest {
  /**
   * The knee was a number beside the steps then, in this run another one than they say, and is
   * found in them now.
   */
  private static final Map<String, String> OTHERWISE =
      Map.of(
          "ebms-bent room-above-required", "Reproduced",
          "ebms-bent steep-beyond-knee", "Reproduced");

  /** Statements that rest on it. */
  private static final List<String> OF_THE_KNEE =
      List.of("knee", "below-knee-average", "knee-to-required", "yearly-capacity");

  /** In this one the repetitions differ, and a figure was their middle then and is their mean. */
  private static final String REPEATED = "parallel-on.check-out";

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
    Comparison again =
        Comparison.of(Baselines.load(run.report().id()), measured(run), run.profile());

    Map<String, String> verdicts = new LinkedHashMap<>();
    run.claims()
        .forEach(it ->
            verdicts.put(it.id(), OTHERWISE.getOrDefault(name + " " + it.id(), it.verdict())));
    assertThat(again.claims())
        .allSatisfy(it ->
            assertThat(it.verdict())
                .as(it.id() + ": " + it.detail())
                .isEqualTo(verdicts.get(it.id())));
    assertThat(again.claims())
        .extracting(ClaimRecord::id)
        .containsExactlyElementsOf(verdicts.keySet());
    assertThat(again.explanations())
        .extracting(ExplanationRecord::verdict)
        .containsExactlyElementsOf(
            run.explanations().stream().map(ExplanationRecord::verdict).toList());
    assertThat(figures(again.experiments())).isEqualTo(figures(run.experiments()));
    assertThat(again.statements())
        .filteredOn(it -> !OF_THE_KNEE.contains(it.id()))
        .allSatisfy(it ->
            assertThat(run.statements())
                .anySatisfy(old -> {
                  assertThat(old.id()).isEqualTo(it.id());
                  assertThat(rounded(old.measured())).isEqualTo(rounded(it.measured()));
                  assertThat(old.verdict()).isEqualTo(it.verdict());
                }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cps-hashed", "ebms-good", "lists-good"})
  void aStoredRunIsDrawnAgain(String name) throws Exception {
    RunRecord run = stored(name);

    assertThat(HtmlPage.of(run, List.of())).contains("Published figures");
    assertThat(TerminalTable.of(run))
        .contains("Published figures", run.runId())
        .doesNotContain("ms, ms");
  }

  private static Map<String, String> figures(java.util.List<ExperimentRecord> experiments) {
    Map<String, String> figures = new LinkedHashMap<>();
    for (ExperimentRecord experiment : experiments) {
      for (FigureRecord it : experiment.figures()) {
        if (!it.id().startsWith(REPEATED)) {
          figures.put(
              it.id(), "%s %s %s".formatted(it.verdict(), it.published(), rounded(it.measured())));
        }
      }
    }
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

  private static Measured measured(RunRecord run) {
    Map<String, String> notRun = new LinkedHashMap<>();
    run.experiments().stream()
        .filter(it -> it.runs().isEmpty())
        .forEach(it ->
            notRun.put(
                it.id(),
                it.figures().stream()
                    .map(FigureRecord::why)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse("left out")));
    return Records.with(
        Measured.of(
            run.experiments().stream().flatMap(it -> it.runs().stream()).toList(),
            run.experiments().stream().flatMap(it -> it.operations().stream()).toList()),
        "floors",
        run.floors(),
        "checks",
        run.checks(),
        "resources",
        run.resources(),
        "phases",
        run.phases(),
        "openLoads",
        run.openLoads(),
        "benches",
        run.benches(),
        "usages",
        run.usages(),
        "summary",
        run.summary(),
        "quantities",
        run.quantities(),
        "notRun",
        notRun);
  }
}
