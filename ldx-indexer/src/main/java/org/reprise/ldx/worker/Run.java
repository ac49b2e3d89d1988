package org.reprise.ldx.worker;

import org.reprise.ldx.feed.FeedReader;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.SourceLease;

/**
 * One poll of a data source, as its parts see it.
 *
 * @param source as it was when the poll began
 * @param server its server, behind the circuit breaker
 * @param counts what the history is told
 */
record Run(
    SourceLease lease,
    DataSource source,
    FeedReader feed,
    GuardedSource server,
    Counts counts,
    StopSignal stop) {

  /** Somebody ends the poll before its time. */
  static final class Stopped extends Exception {
    private static final long serialVersionUID = 1;

    Stopped(String reason) {
      super(reason);
    }
  }

  /** Whether the poll is to end, and why. */
  static final class StopSignal {
    private volatile String reason = "";

    void stop(String why) {
      reason = why;
    }

    void check() throws Stopped {
      if (!reason.isEmpty()) {
        throw new Stopped(reason);
      }
    }
  }
}
