package org.reprise.ldx.worker;

import io.micrometer.core.instrument.Counter;
import java.util.concurrent.atomic.AtomicLong;
import org.reprise.ldx.source.PollHistory;

/** What a poll has done, counted by its threads and reported to the history piece by piece. */
final class Counts {
  private static final long REPORT_INTERVAL = 1_000_000_000;
  private static final long NANOS_IN_MILLI = 1_000_000;

  private final AtomicLong retrieved = new AtomicLong();
  private final AtomicLong deleted = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong links = new AtomicLong();
  private final PollHistory history;
  private final long poll;
  private final Counter allRetrieved;
  private final Counter allLinks;
  private long reported = System.nanoTime();

  Counts(PollHistory history, long poll, PollMeters meters, String source) {
    this.history = history;
    this.poll = poll;
    this.allRetrieved = meters.retrieved(source);
    this.allLinks = meters.links(source);
  }

  void count(int fetched, int removed, int left, int linked) {
    allRetrieved.increment(fetched + removed);
    allLinks.increment(linked);
    retrieved.addAndGet(fetched + removed);
    deleted.addAndGet(removed);
    skipped.addAndGet(left);
    links.addAndGet(linked);
  }

  /** Tells the history, about once a second. */
  void reportPeriodically() {
    synchronized (this) {
      if (System.nanoTime() - reported < REPORT_INTERVAL) {
        return;
      }
    }
    report();
  }

  void report() {
    long millis;
    synchronized (this) {
      long now = System.nanoTime();
      millis = (now - reported) / NANOS_IN_MILLI;
      reported += millis * NANOS_IN_MILLI;
    }
    history.add(
        poll,
        new PollHistory.Progress(
            retrieved.getAndSet(0),
            deleted.getAndSet(0),
            skipped.getAndSet(0),
            links.getAndSet(0),
            millis));
  }
}
