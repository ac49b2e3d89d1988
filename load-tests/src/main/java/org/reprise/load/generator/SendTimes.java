package org.reprise.load.generator;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * When each flow was begun, beside when it was due: what the generator itself is late by. A delay
 * is told against the earliest flow so far, so that only what comes on top of the generator's
 * constant part counts.
 */
final class SendTimes {
  private final AtomicLongArray sent;

  SendTimes(int flows) {
    this.sent = new AtomicLongArray(flows);
  }

  /**
   * Where a level begins.
   *
   * @param first number of its first flow
   * @param fromSeconds since the load's start
   * @param flows in all
   * @param seconds that they are spread over
   */
  record Start(int first, double fromSeconds, int flows, int seconds) {
    /**
     * When a flow is due, seconds since the load's start. Gatling gives every second its share of
     * whole flows and every millisecond its share of those, each at the beginning of its stretch.
     */
    double due(int number) {
      long index = (long) number - first;
      long second = index * seconds / flows;
      long before = ceil(second * flows, seconds);
      long within = ceil((second + 1) * flows, seconds) - before;
      return fromSeconds + second + (index - before) * 1000 / within / 1000.0;
    }

    private static long ceil(long dividend, long divisor) {
      return (dividend + divisor - 1) / divisor;
    }
  }

  int length() {
    return sent.length();
  }

  void sent(int number, long nanos) {
    sent.set(number, nanos);
  }

  /** When it was sent, nanoseconds. */
  long at(int number) {
    return sent.get(number);
  }

  /** Nanoseconds by which the first {@code count} flows of the level were late. */
  Histogram delays(List<Start> starts, int level, int count) {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i <= level; i++) {
      var end = i < level ? starts.get(i + 1).first() : starts.get(i).first() + count;
      for (int number = starts.get(i).first(); number < end; number++) {
        earliest = Math.min(earliest, lateness(starts.get(i), number));
      }
    }
    var delays = new Histogram(3);
    var start = starts.get(level);
    for (int number = start.first(); number < start.first() + count; number++) {
      delays.recordValue(Math.max(0, lateness(start, number) - earliest));
    }
    return delays;
  }

  private long lateness(Start start, int number) {
    return sent.get(number) - Math.round(start.due(number) * 1e9);
  }
}
