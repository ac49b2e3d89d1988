package org.reprise.load.generator;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.reprise.load.measure.OpenLoad;

/** What a histogram of nanoseconds says in milliseconds. */
final class Times {
  private static final double NANOS_PER_MS = 1e6;

  /** The shortest time that a distribution tells apart, nanoseconds. */
  private static final long SHORTEST = 1_000;

  /** Ten bars for each factor of ten. */
  private static final double WIDTH = Math.pow(10, 0.1);

  private Times() {}

  /** Their mean; 0 where there is none. */
  static double meanMs(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() / NANOS_PER_MS;
  }

  /** A percentile of them; 0 where there is none. */
  static double atMs(Histogram times, double percentile) {
    return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percentile) / NANOS_PER_MS;
  }

  /** Bars whose ends have equal ratios, from the shortest time to the longest. */
  static List<OpenLoad.Bar> bars(Histogram times) {
    var bars = new ArrayList<OpenLoad.Bar>();
    for (var bar : times.logarithmicBucketValues(SHORTEST, WIDTH)) {
      if (bar.getCountAddedInThisIterationStep() > 0 || !bars.isEmpty()) {
        bars.add(
            new OpenLoad.Bar(
                bar.getValueIteratedFrom() / NANOS_PER_MS,
                bar.getValueIteratedTo() / NANOS_PER_MS,
                bar.getCountAddedInThisIterationStep()));
      }
    }
    return bars;
  }
}
