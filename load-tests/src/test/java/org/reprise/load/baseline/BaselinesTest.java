package org.reprise.load.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;

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
          loadModel: {model: closed, threads: 1, circles: 1, pauseSeconds: 0}
          figures:
            - {id: read.avg, operation: read, statistic: avg, unit: ms, value: 4, kind: MEASURED, cell: one}
            - {id: read.ops, operation: read, statistic: avg, unit: ops/s, value: 250, kind: DERIVED, formula: 1000 / read.avg, cell: two}
      claims:
        - id: highest
          text: READ is highest.
          source: ours
          basis: there is no other
          of: "avg(remote-1x1, read)"
          atMost: 9
      explanations: []
      unavailable: []
      statements: []
      roles: []
      tables: []
      charts: []
      """;

  private static final String EXPLANATION =
      "{id: why, hypothesis: h, evidence: e, experiment: x, judgedBy: j, marks: [{id: m, text: t,"
          + " source: ours, basis: b, singleFactor: 1.05, of: quantity(one),"
          + " atLeast: rate(remote-1x1@on)}]}";

  @Test
  void readsASmallOne() {
    Baseline baseline = read(SMALL);
    assertThat(baseline.experiment("remote-1x1").orElseThrow().figures()).hasSize(2);
    assertThat(baseline.claims().getFirst().experiments()).containsExactly("remote-1x1");
    assertThat(baseline.experiments().getFirst().loadModel().text())
        .isEqualTo("closed, 1 threads × 1 circles, pause 0 s");
  }

  @Test
  void refusesAnUnknownFieldWithFileLineAndPath() {
    refused(SMALL.replace("unit: ms,", "unit: ms, colour: red,"))
        .hasMessageContaining("small.yaml: ")
        .hasMessageContaining("line: 13")
        .hasMessageContaining("colour");
  }

  @Test
  void refusesAMissingField() {
    refused(SMALL.replace(", cell: two", ""))
        .hasMessageContaining("line: 14")
        .hasMessageContaining("cell");
  }

  @Test
  void refusesAFieldThatIsThereTwice() {
    refused(SMALL + "id: again\n").hasMessageContaining("line: 28").hasMessageContaining("id");
  }

  @Test
  void aDifferenceIsTakenAfterItsProducts() {
    Map<String, Double> values = Map.of("on.avg", 7.5, "off.avg", 8.5);
    assertThat(Formulas.value("on.avg - off.avg", values::get)).isEqualTo(-1);
    assertThat(Formulas.value("2 * on.avg - off.avg / 2 - 1", values::get)).isEqualTo(9.75);
    assertThat(Formulas.value("2 * (on.avg - off.avg)", values::get)).isEqualTo(-2);
    assertThatThrownBy(() -> Expression.parse("read.avg -")).hasMessageContaining("at its end");
    assertThatThrownBy(() -> Expression.parse("read.avg % 2"))
        .hasMessageContaining("is no expression")
        .hasMessageContaining("at \"%\"");
  }

  @Test
  void noBaselineHasAFault() {
    assertThat(Baselines.all())
        .allSatisfy(it -> assertThat(BaselineFaults.of(it)).as(it.id()).isEmpty());
    assertThat(BaselineFaults.of(read(SMALL))).isEmpty();
    assertThat(BaselineFaults.of(read(SMALL.replace("tables: []\n", GRID)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id: read.ops | id: read.avg | figure read.avg: it is there twice",
        "avg(remote-1x1, | avg(remote-9x9, | highest: there is no experiment \"remote-9x9\"",
        "remote-1x1, read | remote-1x1, write | highest: there is no operation \"write\"",
        "avg(remote-1x1, read) | avg(remote-1x1) | highest: avg has 1 arguments",
        "avg(remote-1x1, read) | cpu(gc, remote-1x1) | highest: there is no role \"gc\"",
        "avg(remote-1x1, read) | published(x) | highest: there is no figure \"x\"",
        "atMost: 9 | singleFactor: 2 | highest: it has no bound",
        "atMost: 9 | {atMost: 9, singleFactor: 0.5} | highest: singleFactor is 1 or more",
        "1000 / read.avg | 1000 / read.max | read.ops: there is no figure \"read.max\"",
        "1000 / read.avg | 1000 / 4 | read.ops: its formula names no figure",
        "kind: DERIVED | kind: MEASURED | read.ops: a formula belongs to a DERIVED figure",
        "statistic: avg, unit: ms | statistic: p42, unit: ms | read.avg: nobody measures p42",
        "statistic: avg, unit: ms | statistic: avg, unit: links/h | avg is not measured in links/h",
        "threads: 1 | threads: 0 | remote-1x1: its load is none",
      })
  void plantedFaultIsFound(String text, String other, String fault) {
    String change = other.replaceAll("^\\{(.*), (.*)}$", "$1\n    $2");
    assertThat(BaselineFaults.of(read(SMALL.replace(text, change))))
        .anySatisfy(it -> assertThat(it).contains(fault));
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
    assertThat(BaselineFaults.of(read(two))).isEmpty();
    assertThat(BaselineFaults.of(read(two.replace("rate * 3600", "hour * 3600"))))
        .containsExactly("hour: there is no figure \"hour\"");
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
                null,
                "read",
                null,
                "max",
                "s",
                1200.5,
                Figure.Kind.MEASURED,
                "Times | READ | Highest",
                null,
                null,
                null));
    assertThat(baseline.experiments().getFirst().figures())
        .extracting(Figure::id)
        .containsExactly("remote-1x1.read.max", "read.avg", "read.ops");
    assertThat(baseline.tables().getFirst().rows())
        .containsExactly(
            row("READ", "One thread", "s", "remote-1x1.read.max", "", ""),
            row("Errors", null, null, "error(remote-1x1, read)", "error(remote-1x1, read)", ""));
  }

  private static Table.Row row(
      String title, @Nullable String group, @Nullable String unit, String... cells) {
    return new Table.Row(title, group, unit, Arrays.stream(cells).map(Table.Cell::of).toList());
  }

  @Test
  void refusesRowsThatDoNotFitTheirTable() {
    refusedGrid("1,200.5 --", "1 2 3")
        .hasMessageContaining("small.yaml: ")
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
        .hasMessageContaining("colour");
    refusedGrid("printed:", "shown:").hasMessageContaining("shown");
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refusedGrid(
      String text, String other) {
    return refused(SMALL.replace("tables: []\n", GRID.replace(text, other)));
  }

  @Test
  void readsAnExplanation() {
    Baseline.Explanation it = read(explained(EXPLANATION)).explanations().getFirst();
    assertThat(it.experiments("on")).containsExactly("remote-1x1");
    assertThat(it.experiments("off")).isEmpty();
    assertThat(it.marks().getFirst().factorOfOne()).isEqualTo(1.05);
  }

  private static String explained(String explanation) {
    return SMALL.replace("explanations: []", "explanations:\n  - " + explanation);
  }

  @Test
  void refusesWhatIsNoYaml() {
    refused("id: [").hasMessageContaining("small.yaml: ");
  }

  @Test
  void namesTheBaselinesThatThereAre() {
    assertThat(Baselines.all())
        .extracting(Baseline::system)
        .contains("cps", "ebms", "lists", "ldx", "gc", "content");
    assertThatThrownBy(() -> Baselines.load("cps-308"))
        .hasMessageContaining("cps-308")
        .hasMessageContaining("cps-307");
  }

  private static Baseline read(String yaml) {
    return Baselines.parse(
        new ByteArrayInputStream(yaml.getBytes(UTF_8)), "small.yaml", new TypeReference<>() {});
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(String yaml) {
    ThrowingCallable reading = () -> read(yaml);
    return assertThatThrownBy(reading).isInstanceOf(IllegalArgumentException.class);
  }
}
