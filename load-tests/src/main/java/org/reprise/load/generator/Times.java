package org.reprise.load.generator;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.reprise.load.measure.OpenLoad;

/** What a histogram of nanoseconds says in milliseconds. */
public final class Times {
  private static final double NANOS_PER_MS = 1e6;

  /** Bars of a distribution for each factor of ten. */
  private static final int BARS_PER_DECADE = 10;

  private Times() {}

  /** Their mean; 0 where there is none. */
  public static double meanMs(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() / NANOS_PER_MS;
  }

  /** A percentile of them; 0 where there is none. */
  public static double atMs(Histogram times, double percentile) {
    return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percentile) / NANOS_PER_MS;
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
