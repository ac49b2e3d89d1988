package org.reprise.load.cps;

import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Whether the generator was the bottleneck. In a closed model it has no rate to miss: it is
 * saturated where it uses most of the machine itself, or wakes up so late that its own delay is a
 * good part of what it measures.
 */
final class Saturation {
  /** Of all cores: beyond it there is too little left for the service to be what is measured. */
  private static final double MOST_CPU = 0.7;

  /**
   * Median delay of the generator's own timer. Single delays are the scheduler's, on a machine that
   * is full.
   */
  private static final double MOST_LAG_MS = 10;

  private Saturation() {}

  /**
   * Judges one window.
   *
   * @param cpuPercent mean CPU of the generator in percent of one core; empty where it was not
   *     sampled
   * @param lag nanoseconds that the generator woke up late
   * @return what was too much, empty where nothing was
   */
  static Optional<String> of(OptionalDouble cpuPercent, int cores, Histogram lag) {
    if (cpuPercent.isPresent() && cpuPercent.getAsDouble() > 100.0 * cores * MOST_CPU) {
      return Optional.of(
          "generator saturated: it used %.0f %% of a core, more than %.0f %% of the machine's %d"
              .formatted(cpuPercent.getAsDouble(), 100 * MOST_CPU, cores));
    }
    var medianMs = lag.getTotalCount() == 0 ? 0 : lag.getValueAtPercentile(50) / 1e6;
    return medianMs > MOST_LAG_MS
        ? Optional.of(
            "generator saturated: half of its timers were more than %.1f ms late"
                .formatted(medianMs))
        : Optional.empty();
  }
}
