package org.reprise.ldx.admin;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSource.Phase;
import org.reprise.ldx.source.Poll;

/**
 * A data source as it is shown.
 *
 * @param circuitOpen whether its circuit breaker is open in this process
 * @param lastPoll null before the first one
 */
record SourceView(
    int id,
    String name,
    String trs,
    @Nullable String catalog,
    List<String> origins,
    long pollSeconds,
    int threads,
    boolean paused,
    boolean running,
    Phase phase,
    @Nullable String syncEvent,
    @Nullable String syncOrder,
    Instant nextPoll,
    @Nullable String failure,
    @Nullable Instant failedSince,
    boolean circuitOpen,
    long skipped,
    @Nullable PollView lastPoll) {

  /** A row of the change log; its rate is Retrieved / Duration, as the report has it. */
  record PollView(Poll poll, double seconds, double rate) {
    private static final double MILLIS = 1_000.0;

    static PollView of(Poll poll) {
      return new PollView(
          poll, poll.millis() / MILLIS, poll.retrieved() * MILLIS / Math.max(1, poll.millis()));
    }

    public String duration() {
      return String.format(Locale.ROOT, "%,.2f s", seconds);
    }

    public String rateText() {
      return poll.retrieved() == 0 ? "" : String.format(Locale.ROOT, "%,.1f/s", rate);
    }
  }

  static SourceView of(DataSource source, boolean circuitOpen, long skipped, @Nullable Poll last) {
    SyncPoint sync = source.sync();
    return new SourceView(
        source.id(),
        source.definition().name(),
        source.definition().trs().toString(),
        source.definition().catalog() == null ? null : source.definition().catalog().toString(),
        source.definition().origins(),
        source.definition().poll().toSeconds(),
        source.definition().threads(),
        source.paused(),
        source.isRunning(),
        source.phase(),
        sync == null ? null : sync.event(),
        sync == null || sync.order() == null ? null : sync.order().toString(),
        source.nextPoll(),
        source.failure(),
        source.failedSince(),
        circuitOpen,
        skipped,
        last == null ? null : PollView.of(last));
  }

  public String status() {
    if (paused) {
      return "paused";
    }
    if (failure != null) {
      return circuitOpen ? "circuit open" : "failed";
    }
    if (running) {
      return phase == Phase.CURRENT ? "polling" : "initial indexing";
    }
    return phase == Phase.CURRENT ? "current" : "waiting for its first poll";
  }
}
