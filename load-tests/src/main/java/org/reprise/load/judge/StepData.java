package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
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
 * What a run of an open model measured, step by step, in each of its repetitions. How far a step's
 * average may be off comes from its seconds, or where it has too few of them from how far the steps
 * lie apart.
 */
record StepData(Baseline baseline, Measured measured) {
  /** A rate that was computed may differ from itself in its last digit. */
  private static final double ROUNDING = 1.000_001;

  private static final int FEWEST_SECONDS = 3;

  private Stream<OpenLoad> loads(String experiment) {
    return measured.openLoads().stream()
        .filter(it -> it.experiment().equals(experiment))
        .filter(it -> !it.variant().equals(Variant.COLD));
  }

  /** In the order of their rates, the search for the knee included. */
  private List<Step> steps(String experiment, int repetition) {
    return loads(experiment)
        .filter(it -> it.repetition() == repetition)
        .flatMap(it -> it.steps().stream())
        .toList();
  }

  /** Of each repetition one value; empty where none has one. */
  private Optional<Reading> each(String experiment, IntFunction<Optional<Reading>> ofRepetition) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    List<Deviation> within = new ArrayList<>();
    long count = Long.MAX_VALUE;
    for (int repetition : loads(experiment).map(OpenLoad::repetition).distinct().toList()) {
      Optional<Reading> value = ofRepetition.apply(repetition);
      if (value.isPresent()) {
        values.put(repetition, value.get().value());
        within.add(value.get().deviation());
        count = Math.min(count, value.get().count());
      }
    }
    return Reading.of(values, within, count);
  }

  /**
   * The median of the repetitions' knees, or where a system counts its knee by itself the quantity
   * of that name.
   */
  Optional<Reading> knee(String experiment) {
    return baseline
        .experiment(experiment)
        .filter(it -> it.loadModel() instanceof LoadModel.Ramp)
        .flatMap(it -> knee(experiment, ((LoadModel.Ramp) it.loadModel()).stopAboveMs()))
        .or(() ->
            Stream.of("knee." + experiment, "knee")
                .flatMap(it -> Optional.ofNullable(measured.quantities().get(it)).stream())
                .findFirst()
                .map(Reading::exact));
  }

  private Optional<Reading> knee(String experiment, double limitMs) {
    List<OpenLoad> loads = loads(experiment).toList();
    SortedMap<Integer, Double> each = new TreeMap<>();
    Knee.each(loads, limitMs).forEach((repetition, it) -> each.put(repetition, it.perSecond()));
    return Knee.typical(loads, limitMs)
        .flatMap(it -> Reading.counted(each).map(all -> all.withValue(it.perSecond())));
  }

  Optional<Reading> upTo(Operand operand, String experiment, Reading rate) {
    if (operand == Operand.STEP_ERRORS) {
      List<Step> all =
          loads(experiment)
              .flatMap(it ->
                  it.steps().stream().filter(step -> isUpTo(step, rateOf(rate, it.repetition()))))
              .toList();
      return all.isEmpty()
          ? Optional.empty()
          : Optional.of(Reading.exact(all.stream().mapToLong(Step::errors).sum()));
    }
    return each(
        experiment, repetition -> upTo(operand, experiment, repetition, rateOf(rate, repetition)));
  }

  /** Of a knee each repetition's own. */
  private static double rateOf(Reading rate, int repetition) {
    return rate.repetitions().getOrDefault(repetition, rate.value());
  }

  private static boolean isUpTo(Step step, double perSecond) {
    return step.perSecond() <= perSecond * ROUNDING && step.sent() > 0;
  }

  private Optional<Reading> upTo(
      Operand operand, String experiment, int repetition, double perSecond) {
    List<Step> steps =
        steps(experiment, repetition).stream().filter(it -> isUpTo(it, perSecond)).toList();
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    if (operand == Operand.STEP_MEDIAN) {
      List<Double> averages = steps.stream().map(Step::meanMs).toList();
      return Optional.of(
          Reading.once(
              repetition,
              Reading.median(averages),
              Deviation.ofMedian(averages, "steps"),
              steps.stream().mapToLong(Step::answered).sum()));
    }
    Step highest = steps.stream().max(Comparator.comparing(Step::meanMs)).orElseThrow();
    return Optional.of(reading(experiment, repetition, highest, steps));
  }

  Optional<Reading> beyond(String experiment) {
    Optional<Reading> knee = knee(experiment);
    return each(
        experiment,
        repetition -> {
          double rate = knee.map(it -> rateOf(it, repetition)).orElse(Double.MAX_VALUE);
          List<Step> steps = steps(experiment, repetition);
          List<Step> below = steps.stream().filter(it -> isUpTo(it, rate)).toList();
          return steps.stream()
              .filter(it -> it.perSecond() > rate * ROUNDING)
              .filter(it -> it.answered() > 0 && !Knee.isLate(it))
              .findFirst()
              .map(it -> reading(experiment, repetition, it, below));
        });
  }

  private Reading reading(String experiment, int repetition, Step step, List<Step> beside) {
    return Reading.once(
        repetition,
        step.meanMs(),
        deviation(experiment, repetition, step, beside),
        step.answered());
  }

  private Deviation deviation(String experiment, int repetition, Step step, List<Step> beside) {
    List<Double> seconds =
        loads(experiment)
            .filter(it -> it.repetition() == repetition && it.steps().contains(step))
            .flatMap(it -> it.seconds().stream())
            .filter(it -> it.second() >= step.fromSeconds())
            .filter(it -> it.second() + 1 <= step.fromSeconds() + step.seconds())
            .filter(it -> it.answered() > 0)
            .map(Second::meanMs)
            .toList();
    if (seconds.size() >= FEWEST_SECONDS) {
      return Deviation.ofSeries(seconds, "seconds");
    }
    List<Double> others =
        beside.stream().filter(it -> it != step && it.errors() == 0).map(Step::meanMs).toList();
    return Deviation.of(others, others.size() + " steps").times(Math.sqrt(others.size()));
  }

  /** CPU time for one flow, each step weighted by its flows: its last third to its first. */
  Optional<Reading> cpuTrend(String experiment, String variant) {
    return each(
        experiment,
        repetition -> {
          List<Step> known =
              loads(experiment)
                  .filter(it -> it.repetition() == repetition && it.variant().equals(variant))
                  .flatMap(it -> it.steps().stream())
                  .filter(it -> it.cpuMs() != null && it.sent() > 0)
                  .toList();
          int third = known.size() / 3;
          return third == 0
              ? Optional.empty()
              : Optional.of(
                  cpu(known.subList(known.size() - third, known.size()))
                      .with('/', cpu(known.subList(0, third))));
        });
  }

  private static Reading cpu(List<Step> steps) {
    double flows = steps.stream().mapToDouble(it -> (double) it.sent()).sum();
    double ms = steps.stream().mapToDouble(it -> each(it) * it.sent()).sum();
    Deviation deviation =
        steps.size() < 2
            ? Deviation.NONE
            : Deviation.of(steps.stream().map(StepData::each).toList(), steps.size() + " steps");
    return Reading.exact(ms / flows).withDeviation(deviation);
  }

  private static double each(Step step) {
    Double cpu = step.cpuMs();
    return cpu == null ? 0 : cpu;
  }
}
