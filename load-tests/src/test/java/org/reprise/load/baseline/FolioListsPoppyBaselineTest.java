package org.reprise.load.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.Figures;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.baseline.LoadModel.Workflow;
import org.reprise.load.baseline.LoadModel.Workflows;

class FolioListsPoppyBaselineTest {
  private static final Map<String, Object> LISTS =
      Map.of(
          "query",
          "{\"item_status\": {\"$ne\": \"Available\"}}",
          "refresh",
          "compat",
          "repeated",
          false);

  private final Baseline baseline = Baselines.load("folio-lists-poppy");

  /** The rows of the results table: disabled separate, parallel; enabled separate, parallel. */
  @ParameterizedTest
  @CsvSource({
    "refresh, min, lists-separate, 8.5, 17.7, 7.5, -1, 11.4, -6.3",
    "check-in, s, cico-di, 1.173, 1.290, 0.992, -0.181, 1.087, -0.203",
    "check-out, s, cico-di, 1.648, 1.948, 1.634, -0.014, 1.765, -0.183",
    "data-import, min, cico-di, 18, 22, 13, -5, 15, -7",
  })
  void holdsTheRow(
      String operation,
      String unit,
      String alone,
      double separateOff,
      double parallelOff,
      double separateOn,
      double separateDelta,
      double parallelOn,
      double parallelDelta) {
    assertThat(value(alone + "-off", operation, "avg", unit)).isEqualTo(separateOff);
    assertThat(value("parallel-off", operation, "avg", unit)).isEqualTo(parallelOff);
    assertThat(value(alone + "-on", operation, "avg", unit)).isEqualTo(separateOn);
    assertThat(value(alone + "-on", operation, "delta", unit)).isEqualTo(separateDelta);
    assertThat(value("parallel-on", operation, "avg", unit)).isEqualTo(parallelOn);
    assertThat(value("parallel-on", operation, "delta", unit)).isEqualTo(parallelDelta);
  }

  @Test
  void holdsSixteenCellsAndWhatFollowsFromThem() {
    assertThat(figures(Figure.Kind.MEASURED)).hasSize(16);
    assertThat(figures(Figure.Kind.DERIVED)).hasSize(9);
    assertThat(baseline.figures().map(Figure::cell)).doesNotHaveDuplicates();
    for (Figure figure : figures(Figure.Kind.DERIVED)) {
      String formula = Objects.requireNonNull(figure.formula());
      assertThat(Formulas.value(formula, id -> figure(id).value()))
          .as(figure.id())
          .isCloseTo(figure.value(), offset(1e-9));
    }
  }

  @Test
  void theDisabledColumnsSayThatTheyComeFromElsewhere() {
    assertThat(
            Stream.of("lists-separate-off", "parallel-off")
                .map(id -> String.valueOf(experiment(id).note())))
        .allMatch(note -> note.contains("another query (Item status == Checked out)"));
    assertThat(experiment("cico-di-off").note()).contains("earlier report");
    assertThat(experiment("parallel-on").note()).isNull();
  }

  @Test
  void theLoadsAreTheReportsOwn() {
    Workflow desks = new Workflow("circulation", 20, new Think(1, 7), Map.of("checkInShare", 0.43));
    Workflow records = new Workflow("data-import", 1, null, Map.of("records", 25_000));
    for (String cell : List.of("off", "on")) {
      boolean split = cell.equals("on");
      assertThat(load("cico-di-" + cell))
          .isEqualTo(new Workflows(List.of(desks, records), Map.of("split", split)));
      Workflows parallel = load("parallel-" + cell);
      assertThat(parallel.settings()).isEqualTo(Map.of("split", split));
      assertThat(parallel.workflows().subList(1, 3)).containsExactly(desks, records);
      assertThat(lists("parallel-" + cell).users()).isEqualTo(10);
      assertThat(load("lists-separate-" + cell).workflows())
          .containsExactly(lists("parallel-" + cell));
    }
    assertThat(load("parallel-off"))
        .isEqualTo(
            new Workflows(
                List.of(
                    new Workflow("lists", 10, null, LISTS),
                    new Workflow("circulation", 20, new Think(1, 7), Map.of("checkInShare", 0.43)),
                    new Workflow("data-import", 1, null, Map.of("records", 25_000))),
                Map.of("split", false)));
    assertThat(load("parallel-off").text())
        .isEqualTo("10 × lists, 20 × circulation, 1 × data-import");
  }

  @Test
  void whatTheReportDoesNotHaveHasNoPublishedFigure() {
    assertThat(experiment("parallel-on-fast").figures()).isEmpty();
    assertThat(experiment("lists-separate-on-fast").figures()).isEmpty();
    assertThat(experiment("lists-separate-off-checked-out").figures()).isEmpty();
    assertThat(lists("parallel-on-fast").settings())
        .containsEntry("refresh", "fast")
        .containsEntry("repeated", true);
    assertThat(String.valueOf(lists("lists-separate-off-checked-out").settings().get("query")))
        .contains("$eq", "Checked out");
  }

  @Test
  void holdsTheFiguresOfTheProcessors() {
    assertThat(
            Stream.of(
                    "cpu-services-cico-di",
                    "cpu-services-parallel",
                    "cpu-lists-parallel-on",
                    "cpu-lists-parallel-off",
                    "cpu-writer-cico-di",
                    "cpu-writer-parallel-on",
                    "cpu-reader-parallel")
                .map(id -> baseline.statement(id).orElseThrow().value()))
        .containsExactly(126.0, 150.0, 140.0, 105.0, 96.0, 96.0, 95.0);
    assertThat(baseline.statements())
        .filteredOn(s -> s.kind() == Figure.Kind.MEASURED)
        .allMatch(s -> s.measuredBy() != null && s.note() != null);
  }

  @Test
  void holdsEnvironmentAndWhatItsDrawingsHide() {
    assertThat(baseline.environment())
        .containsEntry("mod-fqm-manager 1.0.0", fqm())
        .containsEntry(
            "mod-users 19.2.0",
            "revision 19, 2 tasks, memory 1024 / 896 MiB, 128 CPU units, metaspace 88 / 128, split"
                + " false")
        .hasEntrySatisfying("Database", d -> assertThat(d).contains("db.r6g.xlarge", "not stated"))
        .hasEntrySatisfying("Message broker", k -> assertThat(k).contains("2.8.0", "m5.2xlarge"))
        .hasEntrySatisfying("CPU", c -> assertThat(c).contains("10", "m6i.2xlarge"));
    assertThat(baseline.environment().values())
        .filteredOn(module -> module.endsWith("split true"))
        .hasSize(1);
    assertThat(baseline.unavailable()).hasSize(6).allMatch(u -> !u.why().isBlank());
    assertThat(baseline.claims()).hasSize(18).allMatch(c -> c.basis().length() > 20);
  }

  private static String fqm() {
    return "revision 5, 2 tasks, memory 1024 / 896 MiB, 128 CPU units, metaspace 88 / 128, split"
        + " true";
  }

  private List<Figure> figures(Figure.Kind kind) {
    return baseline.figures().filter(f -> f.kind() == kind).toList();
  }

  private Figure figure(String id) {
    return baseline.figures().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }

  private double value(String experiment, String operation, String statistic, String unit) {
    return Figures.of(experiment(experiment), operation, statistic, unit).value();
  }

  private Experiment experiment(String id) {
    return baseline.experiment(id).orElseThrow();
  }

  private Workflow lists(String id) {
    return load(id).workflow("lists").orElseThrow();
  }

  private Workflows load(String id) {
    return (Workflows) experiment(id).loadModel();
  }
}
