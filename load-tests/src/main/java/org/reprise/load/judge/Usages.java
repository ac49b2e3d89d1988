package org.reprise.load.judge;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reprise.load.baseline.UsageOf;
import org.reprise.load.measure.Repeats;
import org.reprise.load.measure.Usage;

/** Reads what processes used out of a run. */
final class Usages {
  private Usages() {}

  /** In each repetition the highest of the processes. */
  static Repeats of(List<Usage> usages, UsageOf meant) {
    SortedMap<Integer, Double> highest = new TreeMap<>();
    for (Usage usage : usages) {
      if (usage.experiment().equals(meant.experiment())
          && meant.processes().contains(usage.process())) {
        value(usage, meant.metric())
            .ifPresent(v -> highest.merge(usage.repetition(), v, Math::max));
      }
    }
    return new Repeats(highest);
  }

  private static OptionalDouble value(Usage usage, UsageOf.Metric metric) {
    return switch (metric) {
      case CPU_PEAK -> OptionalDouble.of(usage.peakPercent());
      case CPU -> OptionalDouble.of(usage.percent());
      case CPU_SECONDS -> OptionalDouble.of(usage.cpuSeconds());
      case HEAP_GROWTH -> growth(usage);
    };
  }

  private static OptionalDouble growth(Usage usage) {
    Double before = usage.heapBeforeMiB();
    Double after = usage.heapAfterMiB();
    return before == null || after == null || before == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(after / before);
  }
}
