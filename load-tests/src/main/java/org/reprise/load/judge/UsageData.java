package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Operand;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Usage;

/** What processes used, as a run counted it. */
final class UsageData {
  private final Measured measured;
  private final String variant;

  UsageData(Measured measured, String variant) {
    this.measured = measured;
    this.variant = variant;
  }

  Optional<Reading> value(Operand operand, String role, String experiment) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    for (Usage usage : measured.usages()) {
      Double value = value(operand, usage);
      if (value != null && usage.experiment().equals(experiment) && usage.process().equals(role)) {
        values.put(usage.repetition(), value);
      }
    }
    if (values.isEmpty()) {
      return operand == Operand.CPU ? sampled(role, experiment) : Optional.empty();
    }
    // The heap was read after a collection: once is enough.
    double single = operand == Operand.HEAP ? 0 : Reading.UNKNOWN;
    return Optional.of(Reading.of(values, single, Long.MAX_VALUE));
  }

  private static @Nullable Double value(Operand operand, Usage usage) {
    return switch (operand) {
      case CPU_PEAK -> (Double) usage.peakPercent();
      case CPU -> (Double) usage.percent();
      case CPU_TIME -> (Double) (usage.cpuSeconds() * 1000);
      case HEAP -> growth(usage.heapBeforeMiB(), usage.heapAfterMiB());
      case RSS -> usage.rssAfterMiB();
      default -> usage.walMiB();
    };
  }

  private static @Nullable Double growth(@Nullable Double before, @Nullable Double after) {
    return before == null || after == null || before == 0 ? null : (Double) (after / before);
  }

  /** Where use was not counted for each execution, from the samples in its window. */
  private Optional<Reading> sampled(String role, String experiment) {
    List<Double> values =
        phase(experiment).stream()
            .flatMap(phase ->
                samples(role, ResourceSeries.CPU, phase.fromSeconds(), phase.toSeconds()).stream())
            .toList();
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Reading.once(1, Reading.mean(values), Reading.spread(values), Long.MAX_VALUE));
  }

  /** The phase that bears the experiment's name, with its variant behind it or not. */
  private Optional<Phase> phase(String experiment) {
    List<String> names = List.of(experiment, experiment + " " + variant);
    return measured.phases().stream().filter(it -> names.contains(it.name())).findFirst();
  }

  /** Of memory the lowest value in the last third of an experiment to that in the first. */
  Optional<Reading> trend(Operand operand, String role, String experiment) {
    String metric = operand == Operand.HEAP_TREND ? ResourceSeries.HEAP : ResourceSeries.RSS;
    return phase(experiment)
        .flatMap(phase -> {
          double from = phase.fromSeconds();
          double to = phase.toSeconds();
          double third = (to - from) / 3;
          OptionalDouble first = lowest(samples(role, metric, from, from + third));
          OptionalDouble last = lowest(samples(role, metric, to - third, to));
          return first.isPresent() && last.isPresent() && first.getAsDouble() > 0
              ? Optional.of(Reading.exact(last.getAsDouble() / first.getAsDouble()))
              : Optional.empty();
        });
  }

  private static OptionalDouble lowest(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).min();
  }

  private List<Double> samples(String role, String metric, double from, double to) {
    return measured.resources().stream()
        .filter(it -> it.process().equals(role) && it.metric().equals(metric))
        .flatMap(it -> it.samples().stream())
        .filter(it -> it.secondsSinceStart() >= from && it.secondsSinceStart() <= to)
        .map(Sample::value)
        .toList();
  }
}
