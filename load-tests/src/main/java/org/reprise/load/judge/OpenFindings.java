package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.ClaimCheck;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operation;
import org.reprise.load.baseline.Statement;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.run.Digits;

/**
 * Applies the kinds of {@link ClaimCheck} that speak of an open model's steps, of resources and of
 * counted quantities. What a report does not give in numbers it says in words.
 */
final class OpenFindings {
  /** The quantity that holds the highest rate which the system carried. */
  static final String KNEE = "knee";

  private final Baseline baseline;

  OpenFindings(Baseline baseline) {
    this.baseline = baseline;
  }

  Findings stable(ClaimCheck.StableAverage check, Evidence data) {
    List<Step> steps = below(check.experiment(), data);
    if (steps.isEmpty()) {
      return new Findings(List.of(), "no averages of single steps are given");
    }
    double median = median(steps);
    double highest = steps.stream().mapToDouble(Step::meanMs).max().orElseThrow();
    return new Findings(
        List.of(new Finding("the steps up to the knee", check.factor() - highest / median, 0)),
        "highest average of %d steps up to %s/s is %s ms, %s the median of %s ms (tolerance %s)"
            .formatted(
                steps.size(),
                Digits.of(steps.getLast().perSecond()),
                Digits.of(highest),
                Digits.times(highest / median),
                Digits.of(median),
                Digits.times(check.factor())));
  }

  Findings steep(ClaimCheck.SteepBeyondKnee check, Evidence data) {
    List<Step> below = below(check.experiment(), data);
    Optional<Step> beyond = data.beyondKnee(check.experiment());
    if (below.isEmpty() || beyond.isEmpty()) {
      return new Findings(List.of(), "no step was seen to be too much for the system");
    }
    double factor = beyond.get().meanMs() / median(below);
    return new Findings(
        List.of(new Finding("the first step beyond the knee", factor - check.factor(), 0)),
        "average of %s ms at %s/s, %s the median below (at least %s)"
            .formatted(
                Digits.of(beyond.get().meanMs()),
                Digits.of(beyond.get().perSecond()),
                Digits.times(factor),
                Digits.times(check.factor())));
  }

  Findings noErrors(ClaimCheck.NoErrors check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    double upTo = published(check.upTo());
    for (String experiment : check.experiments()) {
      if (!isRamp(experiment)) {
        data.errorShare(experiment)
            .ifPresent(share -> {
              found.add(new Finding(experiment, -share, 0));
              text.add("%s %s".formatted(experiment, Digits.percent(share)));
            });
      } else {
        List<Step> steps = upTo(experiment, upTo, data);
        long errors = steps.stream().mapToLong(Step::errors).sum();
        if (!steps.isEmpty()) {
          found.add(new Finding(experiment, -(double) errors, 0));
          text.add(
              "%s up to %s/s %d of %d"
                  .formatted(
                      experiment,
                      Digits.of(upTo),
                      errors,
                      steps.stream().mapToLong(Step::sent).sum()));
        }
      }
    }
    return new Findings(found, "failed: " + list(text));
  }

  Findings averageBelow(ClaimCheck.AverageBelow check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    double limitMs = published(check.limit()) * 1000;
    double upTo = published(check.upTo());
    String operation = baseline.operations().stream().map(Operation::id).findFirst().orElseThrow();
    for (String experiment : check.experiments()) {
      if (!isRamp(experiment)) {
        data.average(experiment, operation)
            .ifPresent(average -> {
              found.add(new Finding(experiment, limitMs - average.value(), average.spread()));
              text.add("%s %s ms".formatted(experiment, Digits.of(average.value())));
            });
      } else {
        upTo(experiment, upTo, data).stream()
            .mapToDouble(Step::meanMs)
            .max()
            .ifPresent(highest -> {
              found.add(new Finding(experiment, limitMs - highest, 0));
              text.add(
                  "%s up to %s/s at most %s ms"
                      .formatted(experiment, Digits.of(upTo), Digits.of(highest)));
            });
      }
    }
    return new Findings(
        found, "averages: %s (limit %s ms)".formatted(list(text), Digits.exact(limitMs)));
  }

  Findings resource(ClaimCheck.StableResource check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String metric : check.metrics()) {
      data.course(check.experiment(), check.process(), metric)
          .ifPresent(course -> {
            double growth = course.last() / course.first() - 1;
            found.add(new Finding(metric, check.tolerance() - growth, 0));
            text.add(
                "%s %s in the first third, %s %s in the last"
                    .formatted(
                        word(metric),
                        Digits.of(course.first()),
                        Digits.of(course.last()),
                        metric.equals(ResourceSeries.CPU) ? "ms for one flow" : "MiB"));
          });
    }
    return text.isEmpty()
        ? new Findings(List.of(), "no course of " + String.join(", ", check.metrics()))
        : new Findings(
            found, "%s (tolerance %s)".formatted(list(text), Digits.percent(check.tolerance())));
  }

  Findings equal(ClaimCheck.EqualQuantities check, Evidence data) {
    Optional<Double> one = data.quantity(check.one());
    Optional<Double> other = data.quantity(check.other());
    if (one.isEmpty() || other.isEmpty() || one.get() == 0) {
      return new Findings(List.of(), "no numbers are given");
    }
    return new Findings(
        List.of(new Finding("the numbers", -Math.abs(one.get() - other.get()), 0)),
        "%s %s, %s %s"
            .formatted(
                check.one(), Digits.exact(one.get()), check.other(), Digits.exact(other.get())));
  }

  Findings ratio(ClaimCheck.QuantityRatio check, Evidence data) {
    double published = published(check.statement());
    return data.quantity(check.quantity())
        .map(value ->
            new Findings(
                List.of(new Finding(check.quantity(), value / published - check.atLeast(), 0)),
                "%s of %s is %s times %s"
                    .formatted(
                        check.quantity(),
                        Digits.of(value),
                        Digits.of(value / published),
                        Digits.exact(published))))
        .orElseGet(() -> new Findings(List.of(), check.quantity() + " was not measured"));
  }

  private static List<Step> below(String experiment, Evidence data) {
    return upTo(experiment, data.quantity(KNEE).orElse(0.0), data);
  }

  private static List<Step> upTo(String experiment, double perSecond, Evidence data) {
    return data.steps(experiment).stream()
        .filter(s -> s.perSecond() <= perSecond * 1.000_001 && s.sent() > 0)
        .toList();
  }

  private boolean isRamp(String experiment) {
    return baseline
        .experiment(experiment)
        .filter(e -> e.loadModel() instanceof LoadModel.Ramp)
        .isPresent();
  }

  private double published(String statement) {
    return baseline.statement(statement).map(Statement::value).orElseThrow();
  }

  private static double median(List<Step> steps) {
    List<Double> sorted = steps.stream().map(Step::meanMs).sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static String word(String metric) {
    return metric.equals(ResourceSeries.CPU) ? "CPU time" : metric;
  }

  private static String list(List<String> parts) {
    return parts.isEmpty() ? "no data" : parts.stream().collect(joining(", "));
  }
}
