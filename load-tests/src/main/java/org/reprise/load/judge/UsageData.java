package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Operand;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Usage;

/** What processes used, as a run counted it. */
record UsageData(Measured measured, String variant) {
  Optional<Estimate> value(Operand operand, String role, String experiment) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    for (Usage usage : measured.usages()) {
      Double value = value(operand, usage);
      if (value != null && usage.experiment().equals(experiment) && usage.process().equals(role)) {
        values.put(usage.repetition(), value);
      }
    }
    return operand == Operand.CPU ? cpu(values, role, experiment) : Estimate.of(values);
  }

  private static @Nullable Double value(Operand operand, Usage usage) {
    return switch (operand) {
      case CPU_PEAK -> (Double) usage.peakPercent();
      case CPU -> (Double) usage.percent();
      case CPU_TIME -> (Double) (usage.cpuSeconds() * 1000);
      default -> growth(usage.heapBeforeMiB(), usage.heapAfterMiB());
    };
  }

  private static @Nullable Double growth(@Nullable Double before, @Nullable Double after) {
    return before == null || after == null || before == 0 ? null : (Double) (after / before);
  }

  /**
   * Where use was not counted for each execution it is that of the samples in its window; of a
   * single execution these also tell how far it may be off.
   */
  private Optional<Estimate> cpu(
      SortedMap<Integer, Double> counted, String role, String experiment) {
    SortedMap<Integer, Double> values = new TreeMap<>(counted);
    List<Double> all = new ArrayList<>();
    phases(experiment)
        .forEach((repetition, phase) -> {
          List<Double> samples =
              samples(role, ResourceSeries.CPU, phase.fromSeconds(), phase.toSeconds());
          if (counted.isEmpty() && !samples.isEmpty()) {
            values.put(
                repetition,
                samples.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
          }
          all.addAll(samples);
        });
    Optional<Estimate> value = Estimate.of(values);
    return values.size() > 1 || all.isEmpty()
        ? value
        : value.map(it -> it.withBatches("samples in " + experiment, all));
  }

  /**
   * The phases that bear the experiment's name, with its variant behind it or not, by the
   * repetition that stands in brackets behind both.
   */
  private SortedMap<Integer, Phase> phases(String experiment) {
    Pattern name =
        Pattern.compile(
            Pattern.quote(experiment) + "(?: " + Pattern.quote(variant) + ")?(?: \\((\\d+)\\))?");
    SortedMap<Integer, Phase> phases = new TreeMap<>();
    for (Phase phase : measured.phases()) {
      Matcher found = name.matcher(phase.name());
      if (found.matches()) {
        String repetition = found.group(1);
        phases.putIfAbsent(repetition == null ? 1 : Integer.parseInt(repetition), phase);
      }
    }
    return phases;
  }

  /** The lowest heap in the last third of an experiment to that in the first. */
  Optional<Estimate> heapTrend(String role, String experiment) {
    String metric = ResourceSeries.HEAP;
    SortedMap<Integer, Double> trends = new TreeMap<>();
    phases(experiment)
        .forEach((repetition, phase) -> {
          double from = phase.fromSeconds();
          double to = phase.toSeconds();
          double third = (to - from) / 3;
          OptionalDouble first = lowest(samples(role, metric, from, from + third));
          OptionalDouble last = lowest(samples(role, metric, to - third, to));
          if (first.isPresent() && last.isPresent() && first.getAsDouble() > 0) {
            trends.put(repetition, last.getAsDouble() / first.getAsDouble());
          }
        });
    return Estimate.of(trends);
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
