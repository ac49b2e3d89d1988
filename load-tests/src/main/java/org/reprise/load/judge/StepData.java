package org.reprise.load.judge;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Second;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Variant;

/**
 * What a run of an open model measured, step by step. The spread of a step's average comes from its
 * seconds, or where it has too few of them from how far the steps lie apart.
 */
final class StepData {
  /** A rate that was computed may differ from itself in its last digit. */
  private static final double ROUNDING = 1.000_001;

  private static final int FEWEST_SECONDS = 3;

  private final Baseline baseline;
  private final Measured measured;

  StepData(Baseline baseline, Measured measured) {
    this.baseline = baseline;
    this.measured = measured;
  }

  /** In the order of their rates, the search for the knee included. */
  private List<Step> steps(String experiment) {
    return loads(experiment).flatMap(it -> it.steps().stream()).toList();
  }

  private Stream<OpenLoad> loads(String experiment) {
    return measured.openLoads().stream()
        .filter(it -> it.experiment().equals(experiment) && it.repetition() == 1)
        .filter(it -> !it.variant().equals(Variant.COLD));
  }

  Optional<Reading> knee(String experiment) {
    Optional<Double> counted =
        Stream.of("knee." + experiment, "knee")
            .flatMap(it -> Optional.ofNullable(measured.quantities().get(it)).stream())
            .findFirst();
    if (counted.isPresent()) {
      return counted.map(Reading::exact);
    }
    return baseline
        .experiment(experiment)
        .filter(_ -> !steps(experiment).isEmpty())
        .filter(it -> it.loadModel() instanceof LoadModel.Ramp)
        .map(it -> (LoadModel.Ramp) it.loadModel())
        .map(it -> Reading.exact(Knee.of(steps(experiment), it.stopAboveMs()).perSecond()));
  }

  Optional<Reading> upTo(Operand operand, String experiment, double perSecond) {
    List<Step> steps =
        steps(experiment).stream()
            .filter(it -> it.perSecond() <= perSecond * ROUNDING && it.sent() > 0)
            .toList();
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    List<Double> averages = steps.stream().map(Step::meanMs).toList();
    long answered = steps.stream().mapToLong(Step::answered).sum();
    return Optional.of(
        switch (operand) {
          case STEP_ERRORS -> Reading.exact(steps.stream().mapToLong(Step::errors).sum());
          case STEP_MEDIAN ->
              Reading.once(1, Reading.median(averages), Reading.ofMedian(averages), answered);
          default -> {
            Step highest = steps.stream().max(Comparator.comparing(Step::meanMs)).orElseThrow();
            yield Reading.once(
                1, highest.meanMs(), spread(experiment, highest, steps), highest.answered());
          }
        });
  }

  Optional<Reading> beyond(String experiment) {
    double knee = knee(experiment).map(Reading::value).orElse(Double.MAX_VALUE);
    List<Step> steps = steps(experiment);
    List<Step> below =
        steps.stream().filter(it -> it.perSecond() <= knee * ROUNDING && it.sent() > 0).toList();
    return steps.stream()
        .filter(it -> it.perSecond() > knee * ROUNDING && it.answered() > 0 && !Knee.isLate(it))
        .findFirst()
        .map(it -> Reading.once(1, it.meanMs(), spread(experiment, it, below), it.answered()));
  }

  private double spread(String experiment, Step step, List<Step> beside) {
    List<Double> seconds =
        loads(experiment)
            .flatMap(it -> it.seconds().stream())
            .filter(it -> it.second() >= step.fromSeconds())
            .filter(it -> it.second() + 1 <= step.fromSeconds() + step.seconds())
            .filter(it -> it.answered() > 0)
            .map(Second::meanMs)
            .toList();
    if (seconds.size() >= FEWEST_SECONDS) {
      return Reading.spread(seconds);
    }
    List<Double> others =
        beside.stream().filter(it -> it != step && it.errors() == 0).map(Step::meanMs).toList();
    return others.size() < 2 ? Reading.UNKNOWN : Reading.spread(others) * Math.sqrt(others.size());
  }

  /** CPU time for one flow, each step weighted by its flows: its last third to its first. */
  Optional<Reading> cpuTrend(String experiment, String variant) {
    List<Step> known =
        loads(experiment)
            .filter(it -> it.variant().equals(variant))
            .flatMap(it -> it.steps().stream())
            .filter(it -> it.cpuMs() != null && it.sent() > 0)
            .toList();
    int third = known.size() / 3;
    return third == 0
        ? Optional.empty()
        : Optional.of(
            cpu(known.subList(known.size() - third, known.size()))
                .dividedBy(cpu(known.subList(0, third))));
  }

  private static Reading cpu(List<Step> steps) {
    double flows = steps.stream().mapToDouble(it -> (double) it.sent()).sum();
    double ms = steps.stream().mapToDouble(it -> each(it) * it.sent()).sum();
    double spread = Reading.spread(steps.stream().map(StepData::each).toList());
    return new Reading(
        ms / flows,
        spread == Reading.UNKNOWN ? 0 : spread,
        java.util.Collections.emptySortedMap(),
        Long.MAX_VALUE);
  }

  private static double each(Step step) {
    Double cpu = step.cpuMs();
    return cpu == null ? 0 : cpu;
  }
}
