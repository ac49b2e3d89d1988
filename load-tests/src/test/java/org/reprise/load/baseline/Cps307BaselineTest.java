package org.reprise.load.baseline;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.reprise.load.Figures;

class Cps307BaselineTest {
  private final Baseline baseline = Baselines.load("cps-307");
  private final Map<String, Figure> figures = baseline.figures().collect(toMap(Figure::id, f -> f));

  @Test
  void holdsEveryFigureOfTheTable() {
    assertThat(figures).hasSize(192);
    for (String mode : List.of("embedded", "remote")) {
      for (String setting : List.of("2x500", "10x100", "20x50", "50x20")) {
        for (String operation :
            List.of("create-anchor", "create-node", "update-node", "delete-anchor")) {
          for (String statistic : List.of("min", "max", "avg")) {
            String id = "%s-%s.%s.%s".formatted(mode, setting, operation, statistic);
            assertThat(figures).containsKeys(id, id + "-ops");
            assertThat(figure(id).kind()).isEqualTo(Figure.Kind.MEASURED);
            assertThat(figure(id).unit()).isEqualTo("ms");
            assertThat(figure(id + "-ops").kind()).isEqualTo(Figure.Kind.DERIVED);
            assertThat(figure(id + "-ops").unit()).isEqualTo("ops/s");
          }
        }
      }
    }
  }

  @Test
  void spotChecksAgainstTheReport() {
    assertThat(value("embedded-2x500.create-anchor.min")).isEqualTo(0.992);
    assertThat(value("remote-2x500.delete-anchor.avg")).isEqualTo(71.053);
    assertThat(value("embedded-10x100.create-node.max")).isEqualTo(1115.065);
    assertThat(value("remote-50x20.update-node.avg-ops")).isEqualTo(1.275);
  }

  @Test
  void everyDerivedFigureFollowsFromItsFormula() {
    // Both the time and the rate are rounded to three decimals, so a short time leaves room in the
    // rate.
    baseline
        .figures()
        .filter(f -> f.kind() == Figure.Kind.DERIVED)
        .forEach(f -> {
          Expression formula = Expression.parse(String.valueOf(f.formula()));
          double time = value(formula.names().getFirst());
          double room = 0.000_51 + f.value() * 0.000_51 / time;
          assertThat(Formulas.value(formula.toString(), this::value))
              .as(f.id())
              .isCloseTo(f.value(), Offset.offset(room));
        });
  }

  @Test
  void minimumAverageAndMaximumAreInOrder() {
    for (Experiment experiment : baseline.experiments()) {
      for (Baseline.Operation operation : baseline.operations()) {
        for (String unit : List.of("ms", "ops/s")) {
          double min = Figures.of(experiment, operation.id(), "min", unit).value();
          double avg = Figures.of(experiment, operation.id(), "avg", unit).value();
          double max = Figures.of(experiment, operation.id(), "max", unit).value();
          assertThat(avg).as(experiment.id()).isBetween(min, max);
        }
      }
    }
  }

  @Test
  void everyMeasuredFigureIsProducedByExactlyOneExperimentOrSaysWhyNot() {
    Map<String, List<String>> producers =
        baseline.experiments().stream()
            .flatMap(e -> e.figures().stream().map(f -> Map.entry(f.id(), e.id())))
            .collect(
                groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    baseline
        .figures()
        .filter(f -> f.kind() == Figure.Kind.MEASURED)
        .forEach(f -> assertThat(producers.get(f.id())).as(f.id()).hasSize(1));
    assertThat(baseline.experiments())
        .allSatisfy(e -> {
          LoadModel.Closed load = (LoadModel.Closed) e.loadModel();
          String mode = e.embedded() ? "embedded" : "remote";
          assertThat(e.id()).isEqualTo("%s-%dx%d".formatted(mode, load.threads(), load.circles()));
          assertThat(load.threads() * load.circles()).isEqualTo(1000);
          assertThat(load.pauseSeconds()).isZero();
          assertThat(e.figures()).allMatch(f -> f.id().startsWith(e.id() + "."));
        });
  }

  @Test
  void saysWhereEachFigureStandsAndWhatIsMissing() {
    assertThat(baseline.figures().map(Figure::cell)).doesNotHaveDuplicates();
    assertThat(baseline.unavailable()).hasSize(6);
    assertThat(baseline.environment()).containsKeys("CPU", "Memory", "JDK", "Database");
    assertThat(baseline.claims()).hasSize(7);
    assertThat(baseline.explanations())
        .singleElement()
        .satisfies(it ->
            assertThat(it.experiments("hash-per-request"))
                .containsExactly("remote-2x500", "remote-10x100", "remote-20x50", "remote-50x20"));
  }

  private double value(String id) {
    return figure(id).value();
  }

  private Figure figure(String id) {
    return Objects.requireNonNull(figures.get(id), id);
  }
}
