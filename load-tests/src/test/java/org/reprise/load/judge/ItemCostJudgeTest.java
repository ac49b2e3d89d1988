package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.measure.Measured;
import org.reprise.load.report.HtmlPage;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.ExplanationRecord.Rate;
import org.reprise.load.run.RunRecord;

/** The report has 50 to 75.9 artifacts a second; half to double of that is 25 to 151.8. */
class ItemCostJudgeTest {
  private static final Baseline BASELINE = Baselines.load("clm-60-ldx");
  private static final String WITH = "changes-rate.jena-per-item";
  private static final String WITHOUT = "changes-rate.jena-batched";

  private final Map<String, Double> quantities = new LinkedHashMap<>();

  @Test
  void theHypothesisStandsWhereOnlyTheCostComesToTheReportsRates() {
    rounds(WITH, 88, 92, 90, 90);
    rounds(WITHOUT, 900, 950, 1_000, 950);
    ExplanationRecord outcome = judge();
    assertThat(outcome.verdict()).isEqualTo("Reproduced");
    assertThat(outcome.why()).isNull();
    assertThat(outcome.cameOut())
        .startsWith("With the cost 90.0 ± 2.60/s were handled, without it 950 ± 65.0/s.")
        .contains("50.0 to 75.9/s; within a factor of 2 that is 25.0 to 152/s")
        .contains("the hypothesis stands", "no experiment elsewhere can prove");
    assertThat(outcome.offsets()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "20, 950, with the cost it is slower still",
    "400, 950, even with the cost it is faster",
    "90, 110, without the cost it is not faster",
    "90, 10, without the cost it is not faster",
  })
  void anythingElseRefutesIt(double with, double without, String lacking) {
    around(WITH, with);
    around(WITHOUT, without);
    ExplanationRecord outcome = judge();
    assertThat(outcome.verdict()).isEqualTo("Differs");
    assertThat(outcome.cameOut()).contains("does not come to the report's rates here: " + lacking);
  }

  @Test
  void eachMarkThatIsLackingIsSaid() {
    around(WITH, 400);
    around(WITHOUT, 100);
    assertThat(judge().cameOut())
        .contains("even with the cost it is faster; without the cost it is not faster");
  }

  /** 151.8 lies within what the rounds differ by. */
  @Test
  void whatLiesNearerToABoundThanItsSpreadDecidesNothing() {
    rounds(WITH, 120, 180, 140, 150);
    around(WITHOUT, 950);
    ExplanationRecord outcome = judge();
    assertThat(outcome.verdict()).isEqualTo("NotComparable");
    assertThat(outcome.why())
        .isEqualTo("with the cost: the difference is smaller than its own spread");
    assertThat(outcome.cameOut()).endsWith("That decides nothing.");

    around(WITH, 90);
    rounds(WITHOUT, 100, 300, 150, 200);
    assertThat(judge().why())
        .isEqualTo("without the cost: the difference is smaller than its own spread");
  }

  /** One clear counter-example refutes, whatever the rest decides. */
  @Test
  void whatIsClearlyLackingRefutesBesideWhatIsOpen() {
    around(WITH, 400);
    rounds(WITHOUT, 100, 300, 150, 200);
    assertThat(judge().verdict()).isEqualTo("Differs");
  }

  @Test
  void aSingleRoundTellsNoSpread() {
    rounds(WITH, 90);
    around(WITHOUT, 950);
    assertThat(judge().verdict()).isEqualTo("NotComparable");
    assertThat(judge().why()).contains("one repetition tells no spread");
  }

  @Test
  void withoutItsRatesItIsNotMeasured() {
    assertThat(judge().why()).isEqualTo("there is no quantity(changes-rate.jena-per-item)");
    around(WITH, 90);
    ExplanationRecord outcome = judge();
    assertThat(outcome.verdict()).isEqualTo("NotMeasured");
    assertThat(outcome.why()).isEqualTo("there is no quantity(changes-rate.jena-batched)");
    assertThat(outcome.cameOut())
        .isEqualTo("Not tested in this run. The rates of the report are 50.0 to 75.9/s.");
  }

  @Test
  void anInvalidRunAndASmokeRunJudgeItNot() {
    around(WITH, 90);
    around(WITHOUT, 950);
    Measured invalid = Records.with(measured(), "invalidReasons", List.of("interrupted"));
    assertThat(Comparison.of(BASELINE, invalid, "full").explanations().getFirst().verdict())
        .isEqualTo("Invalid");
    assertThat(Comparison.of(BASELINE, measured(), "smoke").explanations().getFirst().why())
        .isEqualTo("smoke judges no claim");
  }

  @Test
  void publishedAndMeasuredRatesStandBesideEachOther() {
    rounds(WITH, 88, 92, 90, 90);
    quantities.put(WITHOUT, 950.0);
    assertThat(judge().rates())
        .extracting(Rate::title, Rate::published, Rate::measured)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "Index rate of work items, summary, least", 50.0, null),
            org.assertj.core.groups.Tuple.tuple(
                "Index rate of work items, summary, most", 60.0, null),
            org.assertj.core.groups.Tuple.tuple("First indexing of work items", 75.9, null),
            org.assertj.core.groups.Tuple.tuple("First indexing of test artifacts", 64.2, null),
            org.assertj.core.groups.Tuple.tuple("With the cost on each item", null, 90.0),
            org.assertj.core.groups.Tuple.tuple("Without it", null, 950.0));
    assertThat(judge().rates().get(4).spread()).isBetween(2.5, 2.7);
    assertThat(judge().rates().get(5).spread()).isNull();
  }

  @Test
  void pageAndTerminalShowIt() {
    rounds(WITH, 88, 92, 90, 90);
    around(WITHOUT, 950);
    RunRecord run =
        Comparison.of(BASELINE, measured(), "quick")
            .record("r", "local", SampleRun.manifest("all"), SampleRun.environment());
    assertThat(HtmlPage.of(run, List.of()))
        .contains("id=\"explanations\"", "Items in a second", "With the cost on each item")
        .contains("the hypothesis stands")
        .doesNotContain("Extra time of each operation");
    assertThat(TerminalTable.of(run))
        .contains("Explanations", "one commit for each", "the hypothesis stands")
        .contains("The same, Jena TDB2, a commit for each");
  }

  private void around(String name, double value) {
    rounds(name, 0.99 * value, value, value, 1.01 * value);
  }

  private void rounds(String name, double... values) {
    for (int i = 0; i < values.length; i++) {
      quantities.put(Measured.round(name, i + 1), values[i]);
    }
  }

  private Measured measured() {
    return Records.with(Measured.of(List.of(), List.of()), "quantities", quantities);
  }

  private ExplanationRecord judge() {
    return Comparison.of(BASELINE, measured(), "full").explanations().getFirst();
  }
}
