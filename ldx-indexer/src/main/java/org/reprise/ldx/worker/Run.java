package org.reprise.ldx.worker;

import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.GuardedPeer;
import org.reprise.ldx.feed.FeedReader;
import org.reprise.ldx.http.FetchFailure.CircuitOpen;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.SourceLease;

/** One poll of a data source, as its parts see it. */
record Run(
    SourceLease lease,
    DataSource source,
    FeedReader feed,
    GuardedPeer<CircuitOpen> server,
    Counts counts,
    StopSignal stop) {

  static final class Stopped extends Exception {
    private static final long serialVersionUID = 1;

    Stopped(String reason) {
      super(reason);
    }
  }

  /** Stops a poll, also while its thread waits. */
  static final class StopSignal {
    private volatile String reason = "";
    private @Nullable Thread reader;

    /** Makes {@link #stop} interrupt the current thread. */
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

    /** Ends the effect of {@link #begin}, and clears the thread's interrupt. */
    synchronized void end() {
      reader = null;
      Thread.interrupted();
    }

    /** Returns why the poll was stopped; empty if it was not. */
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
