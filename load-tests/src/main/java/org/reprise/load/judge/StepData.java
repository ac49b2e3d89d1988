package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
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

  private Stream<OpenLoad> loads(String experiment) {
    return measured.openLoads().stream()
        .filter(it -> it.experiment().equals(experiment))
        .filter(it -> !it.variant().equals(Variant.COLD));
  }

  /** Of each repetition one value; empty where none has one. */
  private Optional<Estimate> each(
      Stream<OpenLoad> loads, Function<Repetition, OptionalDouble> ofRepetition) {
    SortedMap<Integer, List<Step>> steps = new TreeMap<>();
    loads.forEach(it ->
        steps.merge(
            it.repetition(),
            it.steps(),
            (one, more) -> Stream.concat(one.stream(), more.stream()).toList()));
    SortedMap<Integer, Double> values = new TreeMap<>();
    steps.forEach((number, all) ->
        ofRepetition
            .apply(new Repetition(number, all))
            .ifPresent(value -> values.put(number, value)));
    return Estimate.of(values);
  }

  /** Its steps in the order of their rates, the search for the knee included. */
  private record Repetition(int number, List<Step> steps) {
    /** Of a knee each repetition's own. */
    double of(Estimate rate) {
      return rate.parts().getOrDefault(number, rate.value());
    }

    Stream<Step> upTo(Estimate rate) {
      return steps.stream().filter(it -> it.perSecond() <= of(rate) * ROUNDING && it.sent() > 0);
    }
  }

  /** The highest rate that was carried; of several repetitions the one in the middle. */
  Optional<Estimate> knee(String experiment) {
    return limitMs(experiment)
        .flatMap(limit -> {
          List<OpenLoad> loads = loads(experiment).toList();
          SortedMap<Integer, Double> each = new TreeMap<>();
          Knee.each(loads, limit).forEach((repetition, it) -> each.put(repetition, it.perSecond()));
          return Knee.typical(loads, limit)
              .flatMap(it -> Estimate.of(each).map(all -> all.withValue(it.perSecond())));
        });
  }

  /** The highest average of a ramp's steps; empty of another load. */
  private Optional<Double> limitMs(String experiment) {
    return baseline.experiment(experiment).map(Experiment::loadModel).stream()
        .filter(LoadModel.Ramp.class::isInstance)
        .map(it -> (double) ((LoadModel.Ramp) it).stopAboveMs())
        .findFirst();
  }

  /** The median or the highest of the steps' averages up to a rate. */
  Optional<Estimate> upTo(Operand operand, String experiment, Estimate rate) {
    return each(
        loads(experiment),
        repetition -> {
          double[] means = repetition.upTo(rate).mapToDouble(Step::meanMs).sorted().toArray();
          if (means.length == 0) {
            return OptionalDouble.empty();
          }
          int middle = means.length / 2;
          return OptionalDouble.of(
              operand == Operand.STEP_MAX
                  ? means[means.length - 1]
                  : (means[middle] + means[(means.length - 1) / 2]) / 2);
        });
  }

  /** Of the first step beyond the knee that was answered at all. */
  Optional<Estimate> beyond(String experiment) {
    return limitMs(experiment)
        .flatMap(limit -> each(loads(experiment), repetition -> beyond(repetition.steps(), limit)));
  }

  private static OptionalDouble beyond(List<Step> steps, double limitMs) {
    return Knee.of(steps, limitMs).beyond().stream()
        .flatMap(first -> steps.stream().filter(it -> it.perSecond() >= first.perSecond()))
        .filter(it -> Knee.fails(it, limitMs) && it.answered() > 0 && !Knee.isLate(it))
        .mapToDouble(Step::meanMs)
        .findFirst();
  }

  /** CPU time for one flow, each step weighted by its flows: its last third to its first. */
  Optional<Estimate> cpuTrend(String experiment, String variant) {
    return each(
        loads(experiment).filter(it -> it.variant().equals(variant)),
        repetition -> {
          List<Step> known =
              repetition.steps().stream()
                  .filter(it -> it.cpuMs() != null && it.sent() > 0)
                  .toList();
          int third = known.size() / 3;
          return third == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(
                  cpu(known.subList(known.size() - third, known.size()))
                      / cpu(known.subList(0, third)));
        });
  }

  private static double cpu(List<Step> steps) {
    ToDoubleFunction<Step> each = it -> it.cpuMs() == null ? 0 : it.cpuMs();
    return steps.stream().mapToDouble(it -> each.applyAsDouble(it) * it.sent()).sum()
        / steps.stream().mapToDouble(it -> (double) it.sent()).sum();
  }
}
