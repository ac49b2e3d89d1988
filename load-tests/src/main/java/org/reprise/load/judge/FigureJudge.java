package org.reprise.load.judge;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Durations;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Formula;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.Invalid;
import org.reprise.load.run.Verdict.NotComparable;
import org.reprise.load.run.Verdict.NotMeasured;

/**
 * Puts the measured value beside every published one. An absolute figure is never judged: another
 * machine has other times, so its ratio is told and no verdict but the reason why.
 */
final class FigureJudge {
  /** Published times have microseconds, whatever their unit. */
  private static final double STEPS = 1000;

  private final MeasuredEvidence data;
  private final @Nullable String runInvalid;
  private final Baseline baseline;

  FigureJudge(Baseline baseline, Measured measured, @Nullable String runInvalid) {
    this.baseline = baseline;
    this.data = new MeasuredEvidence(baseline, measured, Variant.REPORT_EXACT);
    this.runInvalid = runInvalid;
  }

  FigureRecord judge(Experiment experiment, Figure figure) {
    Optional<Double> value = measured(experiment, figure);
    Verdict verdict = verdict(experiment, value);
    return new FigureRecord(
        figure.id(),
        figure.operation(),
        figure.statistic(),
        figure.kind(),
        figure.value(),
        value.map(v -> rounded(v, figure.unit())).orElse(null),
        figure.unit(),
        value
            .filter(_ -> figure.value() != 0)
            .map(v -> rounded(v / figure.value(), figure.unit()))
            .orElse(null),
        verdict.word(),
        verdict.why());
  }

  private Verdict verdict(Experiment experiment, Optional<Double> value) {
    String notProduced = experiment.notProduced();
    if (notProduced != null) {
      return new NotMeasured(notProduced);
    }
    if (value.isEmpty()) {
      return new NotMeasured(
          data.missing(experiment.id()).orElse("no call of this operation succeeded"));
    }
    Optional<String> invalid =
        data.invalid(experiment.id()).or(() -> Optional.ofNullable(runInvalid));
    return invalid
        .<Verdict>map(Invalid::new)
        .orElseGet(() -> new NotComparable(otherMachine(experiment)));
  }

  private static String otherMachine(Experiment experiment) {
    String why = "an absolute figure of another machine: its ratio is told";
    String note = experiment.note();
    return note == null ? why : why + "; " + note;
  }

  private Optional<Double> measured(Experiment experiment, Figure figure) {
    String formula = figure.formula();
    if (formula == null) {
      Optional<Double> value = statistic(experiment.id(), figure.operation(), figure.statistic());
      OptionalDouble unit = Durations.milliseconds(figure.unit());
      if (unit.isPresent()) {
        return value.map(ms -> ms / unit.getAsDouble());
      }
      return figure.unit().equals("%") ? value : Optional.empty();
    }
    Formula derived = Formula.parse(formula);
    Map<String, Double> values = new HashMap<>();
    for (String id : derived.figures()) {
      Optional<Double> value = source(id).filter(v -> v > 0);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.put(id, value.get());
    }
    return Optional.of(derived.value(id -> values.getOrDefault(id, 0.0)));
  }

  /** A figure may follow from those of other experiments. */
  private Optional<Double> source(String figure) {
    return baseline.experiments().stream()
        .flatMap(e ->
            e.figures().stream()
                .filter(f -> f.id().equals(figure))
                .flatMap(f -> measured(e, f).stream()))
        .findFirst();
  }

  private Optional<Double> statistic(String experiment, String operation, String statistic) {
    return switch (statistic) {
      case "min" -> data.minimum(experiment, operation);
      case "max" -> data.maximum(experiment, operation);
      case "avg" -> data.average(experiment, operation).map(Reading::value);
      case "p90" -> data.p90(experiment, operation);
      case "error" -> data.errorShare(experiment).map(share -> share * 100);
      default -> Optional.empty();
    };
  }

  private static double rounded(double value, String unit) {
    double steps = STEPS * Durations.milliseconds(unit).orElse(1);
    return Math.round(value * steps) / steps;
  }
}
