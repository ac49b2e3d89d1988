package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.LeaseLost;
import org.reprise.ldx.feed.FeedReader;
import org.reprise.ldx.feed.LogReader.FeedVersion;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSource.Phase;
import org.reprise.ldx.source.Poll;
import org.reprise.ldx.source.PollHistory;
import org.reprise.ldx.source.SourceLease;
import org.reprise.ldx.source.SourceLeases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One poll of a data source, with its row in the history and its lease. */
final class SourceRun {
  private static final Logger LOG = LoggerFactory.getLogger(SourceRun.class);

  private final SourceReading reading;
  private final DataSource source;
  private final SourceLease lease;
  private final boolean requested;
  // The feeds that are indexed as a whole.
  private final ConcurrentMap<Integer, FeedVersion> feeds;
  private final Run.StopSignal stop = new Run.StopSignal();
  private long began;
  private @Nullable Duration read;

  SourceRun(
      SourceReading reading, SourceLeases.Claim taken, ConcurrentMap<Integer, FeedVersion> feeds) {
    this.reading = reading;
    this.source = taken.source();
    this.lease = taken.lease();
    this.requested = taken.requested();
    this.feeds = feeds;
  }

  void stop(String reason) {
    stop.stop(reason);
  }

  void run() throws InterruptedException {
    FeedVersion known = Objects.requireNonNullElse(feeds.remove(source.id()), FeedVersion.UNKNOWN);
    began = System.nanoTime();
    try {
      Poll.Kind kind = isInitial() ? Poll.Kind.INITIAL : Poll.Kind.INCREMENTAL;
      long row =
          reading.writes().under(lease, _ -> reading.history().begin(source, kind, requested));
      Counts counts =
          new Counts(reading.history(), row, reading.meters(), source.definition().name());
      end(row, counts, poll(known, counts));
    } catch (LeaseLost e) {
      LOG.info("{}: {}", source.definition().name(), e.getMessage());
    }
  }

  // With retries: a lease that is not released would have to expire before the next poll.
  private void end(long row, Counts counts, Outcome outcome) throws InterruptedException {
    if (outcome.failure() != null) {
      LOG.warn("{}: {}", source.definition().name(), outcome.failure());
    } else {
      feeds.put(source.id(), outcome.version());
    }
    Duration length = length();
    String result = outcome.failure() == null ? "done" : "failed";
    reading
        .meters()
        .timer("reprise.ldx.poll", "source", source.definition().name(), "outcome", result)
        .record(read == null ? length : read);
    PollHistory.Progress last = read == null ? counts.take() : null;
    reading
        .writes()
        .under(
            lease,
            _ -> {
              if (last != null) {
                reading.history().add(row, last);
              }
              reading.history().end(row, outcome.failure(), outcome.warning());
              reading.leases().release(lease, rest(outcome.next(), length), outcome.failure());
              return row;
            });
  }

  private Duration length() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  // Polls begin an interval after each other, however long each one takes.
  private static @Nullable Duration rest(@Nullable Duration interval, Duration length) {
    return interval == null || interval.compareTo(length) <= 0 ? null : interval.minus(length);
  }

  private record Outcome(
      @Nullable Duration next,
      @Nullable String failure,
      @Nullable String warning,
      FeedVersion version) {}

  private boolean isInitial() {
    return source.reindex() || source.phase() != Phase.CURRENT;
  }

  private Outcome poll(FeedVersion known, Counts counts) {
    Run run =
        new Run(
            lease,
            source,
            new FeedReader(reading.fetcher(), source.definition().trs(), source.origins()),
            reading.breakers().of(source.id()),
            counts,
            stop);
    Indexing indexing = new Indexing(reading, run);
    try {
      stop.begin();
      stop.check();
      if (isInitial()) {
        indexing.readAll();
      } else {
        indexing.readNew(known);
      }
      if (source.validate()) {
        // It reads everything once more without indexing: its time does not count as Duration.
        counts.report();
        read = length();
        reading.comparisons().compare(run);
      }
      return new Outcome(source.definition().poll(), null, indexing.warning(), indexing.version());
    } catch (LeaseLost e) {
      throw e;
    } catch (Exception | Error e) {
      // A failure after the poll was stopped may come from the interrupt.
      if (stop.reason().isEmpty()) {
        return new Outcome(indexing.next(), failure(e), indexing.warning(), FeedVersion.UNKNOWN);
      }
      LOG.info("{}: the poll was ended: {}", source.definition().name(), stop.reason());
      return new Outcome(null, null, stop.reason(), FeedVersion.UNKNOWN);
    } finally {
      stop.end();
    }
  }

  private String failure(Throwable thrown) {
    if (thrown instanceof FetchFailure || thrown instanceof BatchWork.TooManySkipped) {
      return String.valueOf(thrown.getMessage());
    }
    if (DatabaseFault.among(thrown) != null) {
      return "the index's database: " + thrown.getMessage();
    }
    LOG.error("{}: the poll failed", source.definition().name(), thrown);
    return "a fault of the index: " + thrown;
  }
}
