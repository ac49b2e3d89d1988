package org.reprise.load.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselinesTest {
  private static final String SMALL =
      """
      id: small
      title: A small report
      source: nowhere
      system: cps
      summary: One experiment.
      environment: {CPU: not stated}
      operations:
        - {id: read, title: READ}
      experiments:
        - id: remote-1x1
          mode: remote
          loadModel: {model: closed, threads: 1, circles: 1, pauseSeconds: 0}
          figures:
            - {id: read.avg, operation: read, statistic: avg, unit: ms, value: 4, better: lower, kind: MEASURED, cell: one}
            - {id: read.ops, operation: read, statistic: avg, unit: ops/s, value: 250, better: higher, kind: DERIVED, formula: 1000 / read.avg, cell: two}
      claims:
        - id: highest
          text: READ is highest.
          source: ours
          basis: there is no other
          check: {kind: ratio, of: "avg(remote-1x1, read)", atMost: 9}
      explanations: []
      unavailable: []
      statements: []
      roles: []
      tables: []
      highlights: []
      """;

  private static final String WORDS =
      "id: why, hypothesis: h, evidence: e, experiment: x, judgedBy: j, ";

  private static final String ITEM_COST =
      WORDS
          + "kind: cost-of-an-item, withCost: quantity(one), withoutCost: quantity(many), published: [read.ops], factor: 2";

  private static final String REQUEST_COST =
      WORDS
          + "kind: cost-of-a-request, control: off, treatment: on, offset: remote-1x1, reference: remote-1x1, plateau: [remote-1x1], costQuantity: c, coresQuantity: n, reportCores: 4, offsetTolerance: 0.2, costTolerance: 0.2, plateauTolerance: 0.2";

  @Test
  void readsASmallOne() {
    Baseline baseline = read(SMALL);
    assertThat(baseline.experiment("remote-1x1").orElseThrow().figures()).hasSize(2);
    assertThat(baseline.claims().getFirst().check()).isInstanceOf(ClaimCheck.Ratio.class);
    assertThat(baseline.experiments().getFirst().loadModel().text())
        .isEqualTo("closed, 1 threads × 1 circles, no pause");
  }

  /** Only where the run has the input that it follows from. */
  @Test
  void aClaimMayFollowFromAnInputOfSomeRuns() {
    Claim claim =
        read(SMALL.replace(
                "    check: {",
                "    byConstructionWith: {quantities: [scale.time, scale.load], why: we set it}\n    check: {"))
            .claims()
            .getFirst();
    assertThat(claim.in(Set.of("scale.other"))).isSameAs(claim);
    assertThat(claim.in(Set.of("scale.time")).byConstruction()).isEqualTo("we set it");
    assertThat(claim.in(Set.of("scale.time")).check()).isEqualTo(claim.check());
    assertThat(claim.in(Set.of("scale.load", "x")).byConstruction()).isEqualTo("we set it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "byConstructionWith: {quantities: [], why: we set it} | names no quantity",
        "byConstructionWith: {quantities: [' '], why: we set it} | names no quantity",
        "byConstructionWith: {quantities: [scale.time], why: ' '} | does not say why",
        "byConstructionWith: {quantities: [scale.time]} | why",
        "byConstructionWith: {quantity: scale.time, why: we set it} | quantities",
        "byConstructionWith: scale.time | byConstructionWith",
        "byConstruction: ' ' | highest: byConstruction does not say why",
        "byConstruction: always, byConstructionWith: {quantities: [scale.time], why: x} | not from both",
      })
  void refusesAnInputThatIsNoneOrWithoutItsReason(String given, String message) {
    refused(
            SMALL.replace(
                "    check: {",
                "    " + given.replace("always, ", "always\n    ") + "\n    check: {"))
        .hasMessageContaining("small.yaml, line ")
        .hasMessageContaining("claims[0]")
        .hasMessageContaining(message);
  }

  @Test
  void aFigureThatFollowsFromAnInputHasNoCheck() {
    refused(
            SMALL.replace(
                "statements: []",
                "statements:\n  - {id: most, title: Users, unit: users, value: 4, kind: MEASURED, cell: x, byConstructionWith: {quantities: [scale.time], why: we set it, check: {kind: ratio, of: \"4\", atMost: 9}}}"))
        .hasMessageContaining("most: a claim has a check, a figure has none");
  }

  @Test
  void whatIsShownWithThatInputIsCheckedLikeAClaim() {
    String given =
        "    byConstructionWith: {quantities: [scale.time], why: we set it, check: {kind: ratio, of: \"avg(remote-9x9, read)\", atMost: 1}}\n    check: {";
    refused(SMALL.replace("    check: {", given))
        .hasMessage(
            "small.yaml, claims[0].byConstructionWith.check: there is no experiment \"remote-9x9\"");
  }

  @Test
  void refusesAnUnknownFieldWithFileLineAndPath() {
    refused(SMALL.replace("unit: ms,", "unit: ms, colour: red,"))
        .hasMessageContaining("small.yaml, line 14")
        .hasMessageContaining("experiments[0].figures[0].colour")
        .hasMessageContaining("colour");
  }

  @Test
  void refusesAMissingField() {
    refused(SMALL.replace(", cell: two", ""))
        .hasMessageContaining("small.yaml, line 15")
        .hasMessageContaining("cell");
  }

  @Test
  void refusesAnUnknownKindOfCheck() {
    refused(SMALL.replace("kind: ratio", "kind: nicest"))
        .hasMessageContaining("small.yaml, line 21")
        .hasMessageContaining("nicest");
  }

  @Test
  void refusesAFieldThatIsThereTwice() {
    refused(SMALL + "id: again\n").hasMessageContaining("line 28").hasMessageContaining("id");
  }

  @Test
  void refusesDuplicateIds() {
    refused(SMALL.replace("id: read.ops", "id: read.avg"))
        .hasMessage("small.yaml, experiments[0].figures[1].id: the id \"read.avg\" is there twice");
    refused(
            SMALL.replace(
                "{id: read, title: READ}", "{id: read, title: A}\n  - {id: read, title: B}"))
        .hasMessageContaining("operations[1].id");
  }

  @Test
  void refusesReferencesToNothing() {
    refused(SMALL.replace("avg(remote-1x1,", "avg(remote-9x9,"))
        .hasMessage("small.yaml, claims[0].check: there is no experiment \"remote-9x9\"");
    refused(SMALL.replace("remote-1x1, read", "remote-1x1, write"))
        .hasMessageContaining("there is no operation \"write\"");
    refused(SMALL.replace("1000 / read.avg", "1000 / read.max"))
        .hasMessageContaining("experiments[0].figures[1].formula")
        .hasMessageContaining("read.max");
    refused(SMALL.replace("1000 / read.avg", "read.avg % 2"))
        .hasMessageContaining("is no expression")
        .hasMessageContaining("at \" % 2\"");
    refused(SMALL.replace("1000 / read.avg", "1000 / 4")).hasMessageContaining("names no figure");
    refused(SMALL.replace("1000 / read.avg", "1000 / read.ops"))
        .hasMessageContaining("\"read.ops\" is itself derived");
  }

  @Test
  void aStatementFollowsOnlyFromThoseBeforeIt() {
    String two =
        SMALL.replace(
            "statements: []",
            """
            statements:
              - {id: rate, title: Rate, unit: /s, value: 5, kind: MEASURED, cell: one}
              - {id: hour, title: Hour, unit: "", value: 18000, kind: DERIVED, formula: rate * 3600, cell: two}
            """);
    assertThat(read(two).statement("hour").orElseThrow().value()).isEqualTo(18000);
    refused(two.replace("rate * 3600", "hour * 3600"))
        .hasMessageContaining("statements[1].formula")
        .hasMessageContaining("there is no statement \"hour\" before this one");
  }

  @Test
  void aDifferenceIsTakenAfterItsProducts() {
    Map<String, Double> values = Map.of("on.avg", 7.5, "off.avg", 8.5);
    assertThat(Formulas.value("on.avg - off.avg", values::get)).isEqualTo(-1);
    assertThat(Formulas.value("2 * on.avg - off.avg / 2 - 1", values::get)).isEqualTo(9.75);
    assertThat(Formulas.value("2 * (on.avg - off.avg)", values::get)).isEqualTo(-2);
    refused(SMALL.replace("1000 / read.avg", "read.avg -")).hasMessageContaining("at its end");
  }

  @Test
  void refusesAnExperimentWithoutWorkflows() {
    refused(
            SMALL.replace(
                "{model: closed, threads: 1, circles: 1, pauseSeconds: 0}",
                "{model: workflows, settings: {split: true}, workflows: []}"))
        .hasMessageContaining("workflows need one at least");
  }

  @Test
  void refusesAnUsageOfNoExperiment() {
    refused(
            SMALL.replace(
                "statements: []",
                """
                statements:
                  - {id: cpu, title: CPU, unit: "%", value: 5, kind: MEASURED, cell: one,
                     measuredBy: "cpu-peak(primary, remote-1x1)"}
                """))
        .hasMessageContaining("statements[0].measuredBy: there is no role \"primary\"");
  }

  @Test
  void refusesAFigureThatNobodyMeasures() {
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: p42, unit: ms"))
        .hasMessageContaining("experiments[0].figures[0].statistic: nobody measures \"p42\"")
        .hasMessageContaining("p50, p75, p90");
    // An operand of claims, and no statistic of a table.
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: step-max, unit: ms"))
        .hasMessageContaining("figures[0].statistic: nobody measures \"step-max\"");
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: avg, unit: links/h"))
        .hasMessageContaining("figures[0].unit: avg is measured in ms")
        .hasMessageContaining("links/h");
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: cpu, role: gc, unit: \"%\""))
        .hasMessageContaining("figures[0].role: there is no role \"gc\"");
  }

  @Test
  void refusesACellThatShowsNothing() {
    String table =
        """
        tables:
          - id: times
            title: Times
            columns: [{title: Average}]
            rows: [{title: READ, cells: [read.avg]}]
        """;
    assertThat(read(SMALL.replace("tables: []\n", table)).tables()).hasSize(1);
    refused(SMALL.replace("tables: []\n", table.replace("[read.avg]", "[read.p99]")))
        .hasMessageContaining("tables[0].rows[0].cells[0]: there is no figure \"read.p99\"");
    refused(SMALL.replace("tables: []\n", table.replace("[read.avg]", "[read.avg, read.avg]")))
        .hasMessageContaining("2 cells for 1 columns");
  }

  @Test
  void readsExplanationsOfBothKinds() {
    assertThat(read(explained(ITEM_COST)).explanations().getFirst())
        .isInstanceOf(Explanation.ItemCost.class);
    assertThat(read(explained(REQUEST_COST)).explanations(Explanation.RequestCost.class))
        .hasSize(1);
  }

  @Test
  void refusesAnExplanationOfNothing() {
    refused(explained(ITEM_COST.replace("cost-of-an-item", "cost-of-living")))
        .hasMessageContaining("small.yaml, line 23")
        .hasMessageContaining("cost-of-living");
    refused(explained(ITEM_COST.replace("kind: cost-of-an-item, ", "")))
        .hasMessageContaining("explanations[0]")
        .hasMessageContaining("kind");
    refused(explained(ITEM_COST.replace("factor: 2", "factor: 1")))
        .hasMessageContaining("why: the factor must be above 1, was 1.0");
    refused(explained(ITEM_COST.replace("factor: 2", "factor: 2, control: none")))
        .hasMessageContaining("control");
    refused(explained(ITEM_COST.replace(", factor: 2", ""))).hasMessageContaining("factor");
    refused(explained(ITEM_COST.replace("[read.ops]", "[]")))
        .hasMessageContaining("why: it names no published rate");
    refused(explained(ITEM_COST.replace("[read.ops]", "[read.max]")))
        .hasMessage("small.yaml, explanations[0].published: there is no figure \"read.max\"");
    refused(explained(ITEM_COST.replace("[read.ops]", "[read.avg]")))
        .hasMessage(
            "small.yaml, explanations[0].published: \"read.avg\" is no rate, but in \"ms\"");
    refused(explained(ITEM_COST.replace("quantity(one)", "quantity(many)")))
        .hasMessageContaining("why: the rates with and without the cost are the same");
    refused(explained(ITEM_COST.replace("quantity(one)", "rate(remote-9x9)")))
        .hasMessage("small.yaml, explanations[0].withCost: there is no experiment \"remote-9x9\"");
    refused(explained(ITEM_COST.replace("quantity(many)", "speed(many)")))
        .hasMessageContaining("explanations[0].withoutCost")
        .hasMessageContaining("there is no operand \"speed\"");
    refused(explained(REQUEST_COST.replace("offset: remote-1x1", "offset: remote-9x9")))
        .hasMessage("small.yaml, explanations[0].offset: there is no experiment \"remote-9x9\"");
    refused(explained(REQUEST_COST.replace("plateau: [remote-1x1]", "plateau: []")))
        .hasMessageContaining("why: it names no experiment of the plateau");
    refused(explained(REQUEST_COST.replace("treatment: on", "treatment: off")))
        .hasMessageContaining("why: control and treatment are the same variant");
    refused(explained(REQUEST_COST.replace("costTolerance: 0.2", "costTolerance: 2")))
        .hasMessageContaining("why: a tolerance is a share between 0 and 1, was 2.0");
  }

  private static String explained(String explanation) {
    return SMALL.replace("explanations: []", "explanations:\n  - {" + explanation + "}");
  }

  @Test
  void refusesAFormulaWhereNothingIsDerived() {
    refused(SMALL.replace("kind: DERIVED", "kind: MEASURED"))
        .hasMessageContaining("a formula belongs to a DERIVED figure");
  }

  @Test
  void refusesWhatIsNoYaml() {
    refused("id: [").hasMessageContaining("small.yaml, line");
  }

  @Test
  void namesTheBaselinesThatThereAre() {
    assertThat(Baselines.all())
        .extracting(Baseline::system)
        .contains("cps", "ebms", "lists", "ldx", "gc");
    assertThatThrownBy(() -> Baselines.load("cps-308"))
        .hasMessageContaining("cps-308")
        .hasMessageContaining("cps-307");
  }

  private static Baseline read(String yaml) {
    return Baselines.read(new ByteArrayInputStream(yaml.getBytes(UTF_8)), "small.yaml");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(String yaml) {
    ThrowingCallable reading = () -> read(yaml);
    return assertThatThrownBy(reading).isInstanceOf(BaselineInvalidException.class);
  }
}
