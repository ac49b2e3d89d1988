package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Variant;

/** What a run of an open model measured, step by step, in each of its repetitions. */
record StepData(Baseline baseline, Measured measured) {
  /** A rate that was computed may differ from itself in its last digit. */
  private static final double ROUNDING = 1.000_001;

  private List<OpenLoad> loads(String experiment) {
    return measured.openLoads().stream()
        .filter(it -> it.experiment().equals(experiment) && !it.variant().equals(Variant.COLD))
        .toList();
  }

  /** Of each repetition's steps, in the order of their rates, one value, where they have one. */
  private static Optional<Estimate> each(
      List<OpenLoad> loads, BiFunction<Integer, List<Step>, @Nullable Double> value) {
    SortedMap<Integer, List<Step>> steps = new TreeMap<>();
    for (OpenLoad load : loads) {
      steps.computeIfAbsent(load.repetition(), _ -> new ArrayList<>()).addAll(load.steps());
    }
    SortedMap<Integer, Double> values = new TreeMap<>();
    steps.keySet().forEach(it -> values.computeIfAbsent(it, n -> value.apply(n, steps.get(n))));
    return Estimate.of(values);
  }

  /** The highest rate that was carried; of several repetitions the one in the middle. */
  Optional<Estimate> knee(String experiment) {
    return limitMs(experiment)
        .flatMap(limit ->
            each(
                loads(experiment),
                (_, it) -> it.isEmpty() ? null : (Double) Knee.of(it, limit).perSecond()))
        .flatMap(it -> typical(experiment).map(knee -> it.withValue(knee.perSecond())));
  }

  /** Whether the load ended before it was too much for the system. */
  boolean isLowerBound(String experiment) {
    return typical(experiment).filter(it -> it.beyond().isEmpty()).isPresent();
  }

  private Optional<Knee> typical(String experiment) {
    return limitMs(experiment).flatMap(limit -> Knee.typical(loads(experiment), limit));
  }

  /** The highest average of a ramp's steps; empty of another load. */
  private Optional<Double> limitMs(String experiment) {
    return baseline
        .experiment(experiment)
        .map(Experiment::loadModel)
        .map(it -> it instanceof LoadModel.Ramp ramp ? (Double) ramp.stopAboveMs() : null);
  }

  /** The median or the highest of the steps' averages up to a rate, of a knee each its own. */
  Optional<Estimate> upTo(Operand operand, String experiment, Estimate rate) {
    return each(
        loads(experiment),
        (repetition, steps) -> {
          double most = rate.parts().getOrDefault(repetition, rate.value()) * ROUNDING;
          double[] means =
              steps.stream()
                  .filter(it -> it.perSecond() <= most && it.sent() > 0)
                  .mapToDouble(Step::meanMs)
                  .sorted()
                  .toArray();
          int n = means.length;
          return n == 0
              ? null
              : (Double)
                  (operand == Operand.STEP_MAX
                      ? means[n - 1]
                      : (means[n / 2] + means[(n - 1) / 2]) / 2);
        });
  }

  /** Of the first step beyond the knee that was answered at all. */
  Optional<Estimate> beyond(String experiment) {
    return limitMs(experiment)
        .flatMap(limit -> each(loads(experiment), (_, it) -> beyond(it, limit)));
  }

  private static @Nullable Double beyond(List<Step> steps, double limitMs) {
    double from = Knee.of(steps, limitMs).beyond().map(Step::perSecond).orElse(Double.NaN);
    return steps.stream()
        .filter(it -> it.perSecond() >= from && Knee.fails(it, limitMs))
        .filter(it -> it.answered() > 0 && !Knee.isLate(it))
        .map(Step::meanMs)
        .findFirst()
        .orElse(null);
  }

  /** CPU time for one flow, each step weighted by its flows: its last third to its first. */
  Optional<Estimate> cpuTrend(String experiment, String variant) {
    return each(
        loads(experiment).stream().filter(it -> it.variant().equals(variant)).toList(),
        (_, steps) -> {
          List<Step> known =
              steps.stream().filter(it -> it.cpuMs() != null && it.sent() > 0).toList();
          int third = known.size() / 3;
          return third == 0
              ? null
              : (Double)
                  (cpu(known.subList(known.size() - third, known.size()))
                      / cpu(known.subList(0, third)));
        });
  }

  private static double cpu(List<Step> steps) {
    double all = 0;
    for (Step it : steps) {
      Double each = it.cpuMs();
      all += each == null ? 0 : each * it.sent();
    }
    return all / steps.stream().mapToDouble(Step::sent).sum();
  }
}
