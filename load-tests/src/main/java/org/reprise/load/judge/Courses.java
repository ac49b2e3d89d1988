package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.reprise.load.judge.Evidence.Course;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;

/** How resources went over an experiment: its first third beside its last one. */
final class Courses {
  private Courses() {}

  /** CPU time for one flow over the steps, each weighted by its flows. */
  static Optional<Course> ofCpu(List<Step> steps) {
    List<Step> known = steps.stream().filter(s -> s.cpuMs() != null && s.sent() > 0).toList();
    int third = known.size() / 3;
    return third == 0
        ? Optional.empty()
        : course(
            cpu(known.subList(0, third)), cpu(known.subList(known.size() - third, known.size())));
  }

  private static OptionalDouble cpu(List<Step> steps) {
    double flows = 0;
    double ms = 0;
    for (Step step : steps) {
      Double each = step.cpuMs();
      ms += each == null ? 0 : each * step.sent();
      flows += step.sent();
    }
    return OptionalDouble.of(ms / flows);
  }

  /** The lowest memory within the phase that bears the experiment's name. */
  static Optional<Course> ofMemory(
      Measured measured, String experiment, String process, String metric) {
    Optional<Phase> phase =
        measured.phases().stream().filter(p -> p.name().equals(experiment)).findFirst();
    Optional<ResourceSeries> series =
        measured.resources().stream()
            .filter(s -> s.process().equals(process) && s.metric().equals(metric))
            .findFirst();
    if (phase.isEmpty() || series.isEmpty()) {
      return Optional.empty();
    }
    double from = phase.get().fromSeconds();
    double to = phase.get().toSeconds();
    double third = (to - from) / 3;
    return course(lowest(series.get(), from, from + third), lowest(series.get(), to - third, to));
  }

  private static OptionalDouble lowest(ResourceSeries series, double from, double to) {
    return series.samples().stream()
        .filter(s -> s.secondsSinceStart() >= from && s.secondsSinceStart() <= to)
        .mapToDouble(ResourceSeries.Sample::value)
        .min();
  }

  private static Optional<Course> course(OptionalDouble first, OptionalDouble last) {
    return first.isPresent() && last.isPresent() && first.getAsDouble() > 0
        ? Optional.of(new Course(first.getAsDouble(), last.getAsDouble()))
        : Optional.empty();
  }
}
