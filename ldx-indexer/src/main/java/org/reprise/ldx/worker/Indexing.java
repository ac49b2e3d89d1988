package org.reprise.ldx.worker;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.BasePage;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.LogReader;
import org.reprise.ldx.feed.LogReader.FeedVersion;
import org.reprise.ldx.feed.NewEvents;
import org.reprise.ldx.feed.RecentEvents;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.feed.TrackedResourceSet;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.DataSource.Phase;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SourceLease;
import org.reprise.ldx.source.SourceProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads a feed into the index: its base and log, or new events of the log. */
final class Indexing {
  private static final Logger LOG = LoggerFactory.getLogger(Indexing.class);
  private static final int MAX_RETRIES = 200;
  private static final int REMOVAL_BATCH = 2_000;
  private static final int MAX_WARNINGS = 5;
  private static final int RESTART_BACKOFF = 10;

  private final SourceReading reading;
  private final Run run;
  private final DataSource source;
  private final SourceLease lease;
  private Duration next;
  private @Nullable String warning;
  private FeedVersion version = FeedVersion.UNKNOWN;

  Indexing(SourceReading reading, Run run) {
    this.reading = reading;
    this.run = run;
    this.source = run.source();
    this.lease = run.lease();
    this.next = source.definition().poll();
  }

  /** Returns the delay of the next poll after a failure. */
  Duration next() {
    return next;
  }

  /** Returns which rules the feed breaks; null for none. */
  @Nullable String warning() {
    return warning;
  }

  /** Returns the version that a poll has indexed. */
  FeedVersion version() {
    return version;
  }

  /** Reads the rest of the base, and the log since its cutoff. */
  void readAll() throws Exception {
    int generation = source.generation();
    Phase phase = source.reindex() ? Phase.NEW : source.phase();
    SyncPoint sync = source.sync();
    if (phase != Phase.LOG) {
      URI page = source.nextPage();
      String cutoff = source.cutoff();
      // Also where others follow: it may name the predicate of members for all pages.
      BasePage first = firstPage(head(run));
      if (phase == Phase.NEW || page == null || cutoff == null) {
        readAll(first);
        return;
      }
      readBase(page, generation);
      sync = new SyncPoint(cutoff, null);
    }
    readLogOfBase(generation, sync == null ? SyncPoint.BEGINNING : sync);
  }

  private void readAll(BasePage first) throws Exception {
    String cutoff = first.cutoff() == null ? Vocabulary.NIL : first.cutoff();
    int generation =
        under(jdbc -> {
          // What was skipped is tried again with all the rest.
          SkippedResources.forgetAll(jdbc, lease.source());
          return SourceProgress.beginBase(jdbc, lease, first.uri(), cutoff);
        });
    readBase(first.uri(), generation);
    readLogOfBase(generation, new SyncPoint(cutoff, null));
  }

  private BasePage firstPage(TrackedResourceSet head) throws Exception {
    return run.server().call(() -> run.feed().page(head.base()));
  }

  /** Reads the tracked resource set without a condition. */
  static TrackedResourceSet head(Run run) throws Exception {
    TrackedResourceSet head = run.server().call(() -> run.feed().head(FeedVersion.UNKNOWN));
    return Objects.requireNonNull(head);
  }

  private void readBase(URI first, int generation) throws Exception {
    try (Workers workers = workers(generation)) {
      long[] number = new long[1];
      new BaseReading(run, reading.limits()).read(first, page -> enqueue(page, workers, number));
      workers.await();
    } catch (FetchFailure e) {
      if (e.kind() == Kind.GONE) {
        // A newer base has replaced it, whose pages have other addresses.
        write(jdbc -> SourceProgress.restart(jdbc, lease));
      }
      throw e;
    }
    write(jdbc -> SourceProgress.baseDone(jdbc, lease));
  }

  private void enqueue(BasePage page, Workers workers, long[] number) throws Exception {
    List<List<String>> pieces =
        page.members().stream().gather(Gatherers.windowFixed(reading.settings().batch())).toList();
    for (int at = 0; at < pieces.size(); at++) {
      URI next = at == pieces.size() - 1 ? page.next() : null;
      workers.add(
          Batch.read(
              number[0]++, pieces.get(at), next == null ? null : new Batch.Progress.Page(next)));
    }
  }

  private void readLogOfBase(int generation, SyncPoint cutoff) throws Exception {
    TrackedResourceSet head = head(run);
    NewEvents.SyncPointGone gone = readLog(generation, head, cutoff, List.of());
    if (gone != null) {
      // Else the base of a feed whose log never has its cutoff would be read all the time.
      if (!cutoff.isBeginning()) {
        next = next.multipliedBy(RESTART_BACKOFF);
      }
      write(jdbc -> SourceProgress.restart(jdbc, lease));
      throw new FetchFailure(Kind.DOCUMENT, "after the base was read: " + gone.reason());
    }
    removeOlder(generation);
    write(jdbc -> SourceProgress.current(jdbc, lease));
  }

  /** Reads the log from a point to its end, in pieces where it is long; null when that is done. */
  private NewEvents.@Nullable SyncPointGone readLog(
      int generation, TrackedResourceSet head, SyncPoint point, List<String> again)
      throws Exception {
    SyncPoint since = point;
    List<String> retried = again;
    NewEvents.Changes found;
    do {
      RecentEvents recent = under(jdbc -> SourceProgress.recent(jdbc, lease.source()));
      try (LogReader log = new LogReader(run.feed(), reading.limits(), since, recent, version)) {
        switch (run.server().call(() -> log.read(head))) {
          case NewEvents.SyncPointGone gone -> {
            return gone;
          }
          case NewEvents.Changes some -> found = some;
        }
        apply(generation, found, since, retried);
      }
      retried = List.of();
      since = found.newest() == null ? since : SyncPoint.after(found.newest());
      version = found.version();
    } while (!found.isWhole());
    return null;
  }

  private void removeOlder(int generation) throws InterruptedException {
    UUID after = null;
    do {
      UUID from = after;
      after =
          under(jdbc ->
              reading.index().removeOlder(jdbc, lease.source(), generation, from, REMOVAL_BATCH));
    } while (after != null);
  }

  /** Reads new events of the log, since an indexed version where that is known. */
  void readNew(FeedVersion known) throws Exception {
    SyncPoint sync = source.sync();
    if (sync == null) {
      readAll();
      return;
    }
    List<String> again = reading.skipped().due(source.id(), MAX_RETRIES);
    version = known;
    TrackedResourceSet head = run.server().call(() -> run.feed().head(known));
    if (head == null) {
      if (!again.isEmpty()) {
        apply(source.generation(), NewEvents.Changes.nothing(), sync, again);
      }
      return;
    }
    NewEvents.SyncPointGone gone = readLog(source.generation(), head, sync, again);
    if (gone != null) {
      warning = "the base is read again: " + gone.reason();
      LOG.warn("{}: {}", source.definition().name(), warning);
      readAll(firstPage(head));
    }
  }

  private void apply(int generation, NewEvents.Changes found, SyncPoint since, List<String> again)
      throws Exception {
    if (!found.warnings().isEmpty()) {
      warning = String.join("; ", found.warnings().stream().limit(MAX_WARNINGS).toList());
    }
    recordRejected(found);
    try (Workers workers = workers(generation)) {
      List<Batch> batches = ChangeBatches.of(found, since, reading.settings().batch());
      for (Batch batch : batches) {
        workers.add(batch);
      }
      List<String> retried = ChangeBatches.retried(found, again);
      if (!retried.isEmpty()) {
        workers.add(Batch.read(batches.size(), retried, null));
      }
      workers.await();
    }
    ChangeEvent newest = found.newest();
    write(jdbc -> {
      // Also those that no batch has: older ones, and rejected ones.
      SourceProgress.remember(jdbc, lease.source(), found.unknown());
      if (newest != null) {
        SourceProgress.synced(jdbc, lease, SyncPoint.after(newest));
      }
    });
  }

  private void recordRejected(NewEvents.Changes found)
      throws BatchWork.TooManySkipped, InterruptedException {
    List<SkippedResources.Skip> rejected =
        found.rejected().stream()
            .limit(reading.settings().maxSkipped() + 1L)
            .map(event -> new SkippedResources.Skip(event.about(), event.reason(), false))
            .toList();
    if (!rejected.isEmpty()) {
      BatchWork.requireFew(reading, source.id(), rejected);
      write(jdbc ->
          SkippedResources.record(jdbc, lease.source(), rejected, reading.settings().maxSkipped()));
    }
  }

  private Workers workers(int generation) {
    return new Workers(
        "source-" + source.id(),
        source.definition().threads(),
        new BatchWork(run, generation, reading));
  }

  private void write(Consumer<JdbcClient> work) throws InterruptedException {
    under(jdbc -> {
      work.accept(jdbc);
      return true;
    });
  }

  private <T extends @Nullable Object> T under(Function<JdbcClient, T> work)
      throws InterruptedException {
    return reading.writes().under(lease, work);
  }
}
