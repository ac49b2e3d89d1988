package org.reprise.load.baseline;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.reprise.load.Figures;

class Digikoppeling2018BaselineTest {
  private final Baseline baseline = Baselines.load("digikoppeling-2018");
  private final Map<String, Figure> statements =
      baseline.statements().stream().collect(toMap(Figure::id, s -> s));

  @Test
  void holdsTheFifteenFiguresOfTheThreeTables() {
    assertThat(row("nominal")).containsExactly(48.0, 69.0, 503.0, 78.0, 0.0);
    assertThat(row("peak")).containsExactly(32.0, 90.0, 2721.0, 162.0, 0.0);
    assertThat(row("maximum")).containsExactly(39.0, 1168.0, 11066.0, 3591.0, 3.49);
    assertThat(baseline.figures()).hasSize(15).allMatch(f -> f.kind() == Figure.Kind.MEASURED);
    assertThat(baseline.figures().map(Figure::cell)).doesNotHaveDuplicates();
  }

  private List<Double> row(String experiment) {
    return List.of("min", "avg", "max", "p90", "error").stream()
        .map(s -> {
          String unit = s.equals("error") ? "%" : "ms";
          return Figures.of(baseline.require(experiment), "ping", s, unit);
        })
        .map(Figure::value)
        .toList();
  }

  @Test
  void theLoadsAreTheReportsOwn() {
    assertThat(rate("nominal")).isEqualTo(value("nominal-rate"));
    assertThat(rate("peak")).isEqualTo(value("peak-rate"));
    LoadModel.Ramp ramp = (LoadModel.Ramp) baseline.experiment("maximum").orElseThrow().loadModel();
    assertThat(ramp.increment()).isEqualTo(10);
    assertThat(ramp.steps()).isEqualTo(20);
    assertThat(ramp.stepSeconds()).isEqualTo(60);
    assertThat(ramp.stopAboveMs()).isEqualTo(1000 * value("time-limit"));
  }

  private double rate(String experiment) {
    return ((LoadModel.Constant) baseline.require(experiment).loadModel()).perSecond();
  }

  @Test
  void everyDerivedFigureFollowsFromItsFormula() {
    Map<String, Double> room =
        Map.of(
            "nominal-rate", 0.005,
            "peak-rate", 0.005,
            "required-rate", 0.05,
            "knee-to-required", 0.05,
            "yearly-capacity", 0.5);
    Map<String, Double> published =
        Map.of(
            "nominal-rate", 0.16,
            "peak-rate", 0.32,
            "required-rate", 13.9,
            "knee-to-required", 3.6,
            "yearly-capacity", 468_000_000.0);
    assertThat(
            baseline.statements().stream()
                .filter(s -> s.kind() == Figure.Kind.DERIVED)
                .map(Figure::id))
        .containsExactlyInAnyOrderElementsOf(room.keySet());
    room.forEach((id, offset) -> {
      String formula = String.valueOf(statement(id).formula());
      assertThat(statement(id).value()).isEqualTo(published.get(id));
      assertThat(Formulas.value(formula, this::value))
          .as(id)
          .isCloseTo(value(id), Offset.offset(offset));
    });
  }

  @Test
  void holdsWhatWasAskedForAndConcluded() {
    assertThat(value("knee")).isEqualTo(50);
    assertThat(value("below-knee-average")).isEqualTo(250);
    assertThat(value("time-limit")).isEqualTo(2);
    assertThat(value("unanswered")).isZero();
    assertThat(statement("unanswered").kind()).isEqualTo(Figure.Kind.REQUIREMENT);
    assertThat(baseline.claims())
        .extracting(Claim::id)
        .contains("stable-below-knee", "average-under-limit", "memory-stable", "cpu-stable");
    assertThat(baseline.claims()).allMatch(c -> c.basis().length() > 20);
  }

  @Test
  void namesDrawingsThatGiveNoNumbers() {
    assertThat(baseline.unavailable()).hasSize(8).allMatch(u -> !u.why().isBlank());
    assertThat(baseline.environment()).containsKeys("CPU", "Memory", "JDK", "Database", "Network");
  }

  private double value(String id) {
    return statement(id).value();
  }

  private Figure statement(String id) {
    return Objects.requireNonNull(statements.get(id), id);
  }
}
