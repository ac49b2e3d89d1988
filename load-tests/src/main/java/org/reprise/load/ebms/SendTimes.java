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
   * @param perSecond its rate
   */
  record Start(int first, double fromSeconds, double perSecond) {}

  int length() {
    return sent.length();
  }

  void sent(int number, long nanos) {
    sent.set(number, nanos);
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
    var due = start.fromSeconds() + (number - start.first()) / start.perSecond();
    return sent.get(number) - Math.round(due * 1e9);
  }
}
