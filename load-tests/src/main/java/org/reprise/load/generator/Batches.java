package org.reprise.load.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A window cut into batches of one length. Their means are nearly independent of each other, where
 * single calls are not, and so tell the spread of the whole (method of batch means). Safe for any
 * number of threads.
 */
final class Batches {
  /** Batches of a window. */
  static final int COUNT = 10;

  private static final double NANOS_PER_MS = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final long length;
  private final LongAdder[] counts = new LongAdder[COUNT];
  private final LongAdder[] sums = new LongAdder[COUNT];

  /**
   * Batches.
   *
   * @param length of each, nanoseconds; 0 where there are none
   */
  Batches(long length) {
    this.length = length;
    for (int i = 0; i < COUNT; i++) {
      counts[i] = new LongAdder();
      sums[i] = new LongAdder();
    }
  }

  /**
   * Adds a value.
   *
   * @param at nanoseconds since the window's start
   */
  void add(long at, long nanos) {
    var batch = (int) Math.min(COUNT - 1, at / length);
    counts[batch].increment();
    sums[batch].add(nanos);
  }

  /**
   * Returns the mean of each batch in milliseconds; none where a batch is empty, since those of
   * several operations are compared one by one.
   */
  List<Double> meansMs() {
    var means = new ArrayList<Double>();
    for (int i = 0; i < COUNT; i++) {
      if (counts[i].sum() == 0) {
        return List.of();
      }
      means.add(sums[i].sum() / (counts[i].sum() * NANOS_PER_MS));
    }
    return means;
  }

  /** Values by second of each batch; empty where there are no batches. */
  List<Double> perSecond() {
    var rates = new ArrayList<Double>();
    for (int i = 0; i < COUNT && length > 0; i++) {
      rates.add(counts[i].sum() * NANOS_PER_SECOND / length);
    }
    return rates;
  }
}
