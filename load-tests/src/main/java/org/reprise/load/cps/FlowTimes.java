package org.reprise.load.cps;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Nanoseconds of each operation. Belongs to one thread; {@link #add} brings the threads together.
 */
final class FlowTimes {
  /** Three digits: a value is off by a thousandth at most. */
  private static final int DIGITS = 3;

  private final Map<CpsOperation, Histogram> histograms = new EnumMap<>(CpsOperation.class);

  FlowTimes() {
    for (var operation : CpsOperation.values()) {
      histograms.put(operation, new Histogram(DIGITS));
    }
  }

  void record(CpsOperation operation, long nanos) {
    of(operation).recordValue(nanos);
  }

  void add(FlowTimes other) {
    other.histograms.forEach((operation, histogram) -> of(operation).add(histogram));
  }

  Histogram of(CpsOperation operation) {
    return java.util.Objects.requireNonNull(histograms.get(operation));
  }

  /** A copy of each histogram. */
  Map<CpsOperation, Histogram> histograms() {
    var copies = new EnumMap<CpsOperation, Histogram>(CpsOperation.class);
    histograms.forEach((operation, histogram) -> copies.put(operation, histogram.copy()));
    return copies;
  }
}
