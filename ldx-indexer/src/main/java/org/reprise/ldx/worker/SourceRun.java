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
      SourceReading reading,
      SourceLeases.Claim taken,
      ConcurrentMap<Integer, FeedVersion> feeds) {
    this.reading = reading;
    this.source = taken.source();
    this.lease = taken.lease();
    this.requested = taken.requested();
    this.feeds = feeds;
  }

  void stop(String reason) {
    stop.stop(reason);
  }

  void run() {
    FeedVersion known =
        Objects.requireNonNullElse(feeds.remove(source.id()), FeedVersion.UNKNOWN);
    began = System.nanoTime();
    Outcome outcome;
    try {
      outcome = poll(known);
    } catch (LeaseLost e) {
      LOG.info("{}: {}", source.definition().name(), e.getMessage());
      return;
    }
    if (outcome.failure() != null) {
      LOG.warn("{}: {}", source.definition().name(), outcome.failure());
    } else {
      feeds.put(source.id(), outcome.known());
    }
    Duration length = length();
    String result = outcome.failure() == null ? "done" : "failed";
    reading
        .meters()
        .timer("reprise.ldx.poll", "source", source.definition().name(), "outcome", result)
        .record(read == null ? length : read);
    reading.leases().release(lease, rest(outcome.next(), length), outcome.failure());
  }

  private Duration length() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  // Polls begin an interval after each other, however long each one takes.
  private static @Nullable Duration rest(@Nullable Duration interval, Duration length) {
    return interval == null || interval.compareTo(length) <= 0 ? null : interval.minus(length);
  }

  private record Outcome(
      @Nullable Duration next, @Nullable String failure, FeedVersion known) {}

  private boolean isInitial() {
    return source.reindex() || source.phase() != Phase.CURRENT;
  }

  private Outcome poll(FeedVersion known) {
    Poll.Kind kind = isInitial() ? Poll.Kind.INITIAL : Poll.Kind.INCREMENTAL;
    long row = reading.history().begin(source, kind, requested);
    Counts counts =
        new Counts(reading.history(), row, reading.meters(), source.definition().name());
    Run run =
        new Run(
            lease,
            source,
            new FeedReader(reading.fetcher(), source.definition().trs(), source.origins()),
            reading.breakers().of(source.id()),
            counts,
            stop);
    Indexing indexing = new Indexing(reading, run);
    String warning = null;
    Outcome outcome;
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
      outcome = new Outcome(source.definition().poll(), null, indexing.version());
    } catch (LeaseLost e) {
      throw e;
    } catch (Exception e) {
      // A failure after the poll was stopped may come from the interrupt.
      if (stop.reason().isEmpty()) {
        outcome = new Outcome(indexing.next(), failure(e), FeedVersion.UNKNOWN);
      } else {
        warning = stop.reason();
        LOG.info("{}: the poll was ended: {}", source.definition().name(), warning);
        outcome = new Outcome(null, null, FeedVersion.UNKNOWN);
      }
    } finally {
      stop.end();
    }
    if (read == null) {
      counts.report();
    }
    reading.history().end(row, outcome.failure(), warning == null ? indexing.warning() : warning);
    return outcome;
  }

  private String failure(Exception thrown) {
    if (thrown instanceof FetchFailure || thrown instanceof BatchWork.TooManySkipped) {
      return String.valueOf(thrown.getMessage());
    }
    if (DatabaseFault.among(thrown) != null) {
      return "the index's database: " + thrown.getMessage();
    }
    LOG.error("{}: the poll failed", source.definition().name(), thrown);
    return "a fault of the index: " + thrown.getMessage();
  }
}
