package org.reprise.load.ebms;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * When each Ping was sent, beside when it was due: what the generator itself is late by. A delay is
 * told against the earliest Ping so far, so that only what comes on top of the generator's constant
 * part counts.
 */
final class SendTimes {
  private final AtomicLongArray sent;

  SendTimes(int pings) {
    this.sent = new AtomicLongArray(pings);
  }

  /**
   * Where a level begins.
   *
   * @param first number of its first Ping
   * @param fromSeconds since the load's start
   * @param pings in all
   * @param seconds that they are spread over
   */
  record Start(int first, double fromSeconds, int pings, int seconds) {
    /**
     * When a Ping is due, seconds since the load's start. Gatling gives every second its share of
     * whole Pings and every millisecond its share of those, each at the beginning of its stretch.
     */
    double due(int number) {
      long index = (long) number - first;
      long second = index * seconds / pings;
      long before = ceil(second * pings, seconds);
      long within = ceil((second + 1) * pings, seconds) - before;
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

  /** Nanoseconds by which the first {@code count} Pings of the level were late. */
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
