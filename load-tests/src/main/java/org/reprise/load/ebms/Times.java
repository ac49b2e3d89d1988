package org.reprise.load.ebms;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;

/** What a histogram of nanoseconds says in milliseconds. */
final class Times {
  private static final double NANOS_PER_MS = 1e6;

  /** Bars of a distribution for each factor of ten. */
  private static final int BARS_PER_DECADE = 10;

  /** The operation's id in the baseline. */
  static final String PING = "ping";

  private Times() {}

  static double meanMs(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() / NANOS_PER_MS;
  }

  static double atMs(Histogram times, double percentile) {
    return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percentile) / NANOS_PER_MS;
  }

  /**
   * All times of some steps in one.
   *
   * @param times of the answered, and of those that nobody answered until they were given up
   */
  static OperationSummary summary(
      String experiment, String variant, Histogram times, List<OpenLoad.Step> steps) {
    var none = times.getTotalCount() == 0;
    return new OperationSummary(
        experiment,
        variant,
        1,
        PING,
        steps.stream().mapToLong(OpenLoad.Step::answered).sum(),
        steps.stream().mapToLong(OpenLoad.Step::errors).sum(),
        none ? 0 : times.getMinNonZeroValue() / NANOS_PER_MS,
        none ? 0 : times.getMaxValue() / NANOS_PER_MS,
        meanMs(times),
        none ? 0 : times.getStdDeviation() / NANOS_PER_MS,
        atMs(times, 50),
        atMs(times, 95),
        atMs(times, 99),
        none ? null : atMs(times, 90));
  }

  /** Bars whose ends have equal ratios, from the shortest time to the longest. */
  static List<OpenLoad.Bar> bars(Histogram times) {
    var bars = new ArrayList<OpenLoad.Bar>();
    if (times.getTotalCount() == 0) {
      return bars;
    }
    var first = bar(times.getMinNonZeroValue() / NANOS_PER_MS);
    var last = bar(times.getMaxValue() / NANOS_PER_MS);
    var counts = new long[last - first + 1];
    for (var value : times.recordedValues()) {
      var at = bar(value.getValueIteratedTo() / NANOS_PER_MS);
      counts[Math.clamp(at - first, 0, counts.length - 1)] +=
          value.getCountAddedInThisIterationStep();
    }
    for (int i = 0; i < counts.length; i++) {
      bars.add(new OpenLoad.Bar(edge(first + i), edge(first + i + 1), counts[i]));
    }
    return bars;
  }

  private static int bar(double ms) {
    return (int) Math.floor(Math.log10(ms) * BARS_PER_DECADE);
  }

  private static double edge(int bar) {
    return Math.pow(10, bar / (double) BARS_PER_DECADE);
  }
}
