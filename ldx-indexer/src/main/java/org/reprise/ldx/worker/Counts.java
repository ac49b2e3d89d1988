package org.reprise.ldx.worker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.reprise.ldx.source.PollHistory;

/** The work of a poll, counted by its threads and reported to the history about once a second. */
final class Counts {
  private static final long REPORT_INTERVAL = 1_000_000_000;
  private static final long NANOS_IN_MILLI = 1_000_000;

  private final PollHistory history;
  private final long poll;
  private final Counter allRetrieved;
  private final Counter allLinks;
  private long retrieved;
  private long deleted;
  private long skipped;
  private long links;
  private long reported = System.nanoTime();

  Counts(PollHistory history, long poll, MeterRegistry meters, String source) {
    this.history = history;
    this.poll = poll;
    this.allRetrieved = meters.counter("reprise.ldx.retrieved", "source", source);
    this.allLinks = meters.counter("reprise.ldx.links", "source", source);
  }

  void count(int fetched, int removed, int skips, int added) {
    allRetrieved.increment(fetched + removed);
    allLinks.increment(added);
    synchronized (this) {
      retrieved += fetched + removed;
      deleted += removed;
      skipped += skips;
      links += added;
      if (System.nanoTime() - reported < REPORT_INTERVAL) {
        return;
      }
    }
    report();
  }

  void report() {
    history.add(poll, take());
  }

  /** Returns the work since the last report, which is not reported again. */
  synchronized PollHistory.Progress take() {
    long millis = (System.nanoTime() - reported) / NANOS_IN_MILLI;
    PollHistory.Progress done =
        new PollHistory.Progress(retrieved, deleted, skipped, links, millis);
    retrieved = 0;
    deleted = 0;
    skipped = 0;
    links = 0;
    reported += millis * NANOS_IN_MILLI;
    return done;
  }
}
