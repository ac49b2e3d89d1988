package org.reprise.ldx.worker;

import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.FeedReader;
import org.reprise.ldx.http.GuardedServer;
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
    GuardedServer server,
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
    private @Nullable Thread reader;

    /** This thread reads: whatever it waits for, it is interrupted when the poll is to end. */
    synchronized void begin() {
      reader = Thread.currentThread();
    }

    synchronized void stop(String why) {
      if (reason.isEmpty()) {
        reason = why;
        if (reader != null) {
          reader.interrupt();
        }
      }
    }

    /** Returns the reading is over: this thread is not interrupted any more. */
    synchronized void end() {
      reader = null;
      Thread.interrupted();
    }

    /** Returns why the poll is to end; empty where it is not. */
    String reason() {
      return reason;
    }

    void check() throws Stopped {
      if (!reason.isEmpty()) {
        throw new Stopped(reason);
      }
    }
  }
}
