package org.reprise.load.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

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
            - {id: read.avg, operation: read, statistic: avg, unit: ms, value: 4, kind: MEASURED, cell: one}
            - {id: read.ops, operation: read, statistic: avg, unit: ops/s, value: 250, kind: DERIVED, formula: 1000 / read.avg, cell: two}
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
      charts: []
      """;

  private static final String EXPLANATION =
      "{id: why, hypothesis: h, evidence: e, experiment: x, judgedBy: j, marks: [{id: m, text: t,"
          + " source: ours, basis: b, singleFactor: 1.05, check: {kind: ratio, of: quantity(one),"
          + " atLeast: rate(remote-1x1@on)}}]}";

  @Test
  void readsASmallOne() {
    Baseline baseline = read(SMALL);
    assertThat(baseline.experiment("remote-1x1").orElseThrow().figures()).hasSize(2);
    assertThat(baseline.claims().getFirst().check()).isInstanceOf(ClaimCheck.Ratio.class);
    assertThat(baseline.experiments().getFirst().loadModel().text())
        .isEqualTo("closed, 1 threads × 1 circles, no pause");
  }

  @Test
  void refusesByConstructionWithoutReason() {
    refused(SMALL.replace("    check: {", "    byConstruction: ' '\n    check: {"))
        .hasMessageContaining("small.yaml, line ")
        .hasMessageContaining("claims[0]")
        .hasMessageContaining("highest: byConstruction does not say why");
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
        .hasMessage("small.yaml, figure read.avg: the id \"read.avg\" is there twice");
    refused(
            SMALL.replace(
                "{id: read, title: READ}", "{id: read, title: A}\n  - {id: read, title: B}"))
        .hasMessageContaining("operations[1]");
  }

  @Test
  void refusesReferencesToNothing() {
    refused(SMALL.replace("avg(remote-1x1,", "avg(remote-9x9,"))
        .hasMessage("small.yaml, claims[0].check: there is no experiment \"remote-9x9\"");
    refused(SMALL.replace("remote-1x1, read", "remote-1x1, write"))
        .hasMessageContaining("there is no operation \"write\"");
    refused(SMALL.replace("1000 / read.avg", "1000 / read.max"))
        .hasMessageContaining("figure read.ops, formula")
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
        .hasMessageContaining("figure read.avg, statistic: nobody measures \"p42\"")
        .hasMessageContaining("avg, p90, p99");
    // An operand of claims, and no statistic of a table.
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: step-max, unit: ms"))
        .hasMessageContaining("figure read.avg, statistic: nobody measures \"step-max\"");
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: avg, unit: links/h"))
        .hasMessageContaining("figure read.avg, unit: avg is measured in ms")
        .hasMessageContaining("links/h");
    refused(SMALL.replace("statistic: avg, unit: ms", "statistic: cpu, role: gc, unit: \"%\""))
        .hasMessageContaining("figure read.avg, role: there is no role \"gc\"");
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

  private static final String GRID =
      """
      tables:
        - id: times
          title: Times
          figures:
            id: "{experiment}.{operation}.{statistic}"
            experiment: "{experiment}"
            operation: "{operation}"
            statistic: "{statistic}"
            unit: "{unit}"
            kind: MEASURED
            cell: "Times | {row} | {column}"
          columns:
            - {title: Highest, of: {statistic: max}}
            - {title: "90 %", of: {statistic: p90}}
            - Error
          rows:
            - title: One thread
              of: {experiment: remote-1x1}
              rows:
                - {title: READ, unit: s, of: {operation: read}, printed: "1,200.5 --", cells: [""]}
            - {title: Errors, each: "error(remote-1x1, read)", upTo: "90 %"}
      """;

  @Test
  void readsPrintedNumbersAsFigures() {
    Baseline baseline = read(SMALL.replace("tables: []\n", GRID));
    assertThat(baseline.find("remote-1x1.read.max"))
        .contains(
            new Figure(
                "remote-1x1.read.max",
                "read",
                null,
                "max",
                "s",
                1200.5,
                FigureKind.MEASURED,
                "Times | READ | Highest",
                null));
    assertThat(baseline.experiments().getFirst().figures())
        .extracting(Figure::id)
        .containsExactly("remote-1x1.read.max", "read.avg", "read.ops");
    assertThat(baseline.tables().getFirst().rows())
        .containsExactly(
            new Table.Row("READ", "One thread", "s", List.of("remote-1x1.read.max", "", "")),
            new Table.Row(
                "Errors",
                null,
                null,
                List.of("error(remote-1x1, read)", "error(remote-1x1, read)", "")));
  }

  @Test
  void refusesRowsThatDoNotFitTheirTable() {
    refusedGrid("1,200.5 --", "1 2 3")
        .hasMessageContaining("small.yaml, line ")
        .hasMessageContaining("tables[0]")
        .hasMessageContaining("table times, row \"READ\": 4 cells for 3 columns");
    refusedGrid("1,200.5 --", "fast --")
        .hasMessageContaining("row \"READ\": \"fast\" is no number");
    refusedGrid("1,200.5 --", "1200.5(-3) --")
        .hasMessageContaining("row \"READ\": the table does not say under \"brackets\" what -3 is");
    refusedGrid("upTo: \"90 %\"", "upTo: \"80 %\"")
        .hasMessageContaining(
            "row \"Errors\": there is no column \"80 %\", but Highest, 90 %, Error");
    refusedGrid("of: {operation: read}, ", "")
        .hasMessageContaining(
            "row \"READ\": \"{experiment}.{operation}.{statistic}\" names {operation}");
    refusedGrid("kind: MEASURED", "kind: MEASURED\n      colour: red")
        .hasMessageContaining("small.yaml, line ")
        .hasMessageContaining("table times, row \"READ\": ")
        .hasMessageContaining("colour");
    refusedGrid("printed:", "shown:").hasMessageContaining("tables[0].rows[0].rows[0].shown");
    refusedGrid("of: {experiment: remote-1x1}", "of: {experiment: remote-9x9}")
        .hasMessageContaining(
            "small.yaml, tables[0].figures.experiment: there is no experiment \"remote-9x9\"");
    refusedGrid("unit: s,", "unit: links/h,")
        .hasMessageContaining("figure remote-1x1.read.max, unit: max is measured in ms");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refusedGrid(
      String text, String other) {
    return refused(SMALL.replace("tables: []\n", GRID.replace(text, other)));
  }

  @Test
  void readsAnExplanation() {
    Explanation it = read(explained(EXPLANATION)).explanations().getFirst();
    assertThat(it.experiments("on")).containsExactly("remote-1x1");
    assertThat(it.experiments("off")).isEmpty();
    assertThat(it.marks().getFirst().factorOfOne()).isEqualTo(1.05);
  }

  @Test
  void refusesAnExplanationOfNothing() {
    refused(explained(EXPLANATION.replaceAll("marks: .*]", "marks: []")))
        .hasMessageContaining("why: it has no mark");
    refused(explained(EXPLANATION.replace("remote-1x1", "remote-9x9")))
        .hasMessageContaining("explanations[0].marks[0].check")
        .hasMessageContaining("there is no experiment \"remote-9x9");
    refused(explained(EXPLANATION.replace("1.05", "0.5")))
        .hasMessageContaining("m: singleFactor must be 1 or more");
  }

  private static String explained(String explanation) {
    return SMALL.replace("explanations: []", "explanations:\n  - " + explanation);
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
