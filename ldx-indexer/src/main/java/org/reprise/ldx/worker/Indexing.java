package org.reprise.ldx.worker;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.BasePage;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.LogReader;
import org.reprise.ldx.feed.NewEvents;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.feed.TrackedResourceSet;
import org.reprise.ldx.http.FetchFailure;
import org.reprise.ldx.rdf.Vocabulary;
import org.reprise.ldx.source.DataSource;
import org.reprise.ldx.source.Phase;
import org.reprise.ldx.source.SkippedResources;
import org.reprise.ldx.source.SourceLease;
import org.reprise.ldx.source.SourceProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads a feed into the index: base and log, or what is new in the log. */
final class Indexing {
  private static final Logger LOG = LoggerFactory.getLogger(Indexing.class);
  private static final int MAX_RETRIES = 200;
  private static final int REMOVAL_BATCH = 2_000;
  private static final int MAX_WARNINGS = 5;
  private static final int PATIENCE = 10;

  private final SourceReading reading;
  private final Run run;
  private final DataSource source;
  private final SourceLease lease;
  private Duration next;
  private @Nullable String warning;
  private @Nullable String etag;
  private LogReader.@Nullable Checked checked;

  Indexing(SourceReading reading, Run run) {
    this.reading = reading;
    this.run = run;
    this.source = run.source();
    this.lease = run.lease();
    this.next = source.definition().poll();
  }

  /** Returns how long until the next poll, where this one failed. */
  Duration next() {
    return next;
  }

  /** Where the feed breaks rules; null where it does not. */
  @Nullable String warning() {
    return warning;
  }

  /**
   * What of a feed is indexed.
   *
   * @param etag of the tracked resource set, all of which is indexed
   * @param checked the older part of the log that has no event that is not indexed
   */
  record Known(String etag, LogReader.@Nullable Checked checked) {}

  /** Returns what is indexed when a poll has ended; null where the feed has no entity tags. */
  @Nullable Known known() {
    return etag == null ? null : new Known(etag, checked);
  }

  /** Reads the base, or what is left of it, and the log since its cutoff. */
  void readAll() throws Exception {
    int generation = source.generation();
    Phase phase = source.reindex() ? Phase.NEW : source.phase();
    SyncPoint sync = source.sync();
    if (phase != Phase.LOG) {
      URI page = source.nextPage();
      String cutoff = source.cutoff();
      // Also where others follow: what it says of members is true of all pages.
      BasePage first = firstPage();
      if (phase == Phase.NEW || page == null || cutoff == null) {
        page = first.uri();
        cutoff = first.cutoff() == null ? Vocabulary.NIL : first.cutoff();
        generation = beginBase(page, cutoff);
      }
      readBase(page, generation);
      sync = new SyncPoint(cutoff, null);
    }
    readLogOfBase(generation, sync == null ? SyncPoint.BEGINNING : sync);
  }

  private BasePage firstPage() throws Exception {
    TrackedResourceSet head = head(run);
    return run.server().ask(() -> run.feed().page(head.base()));
  }

  /** Reads the tracked resource set, whether it has changed or not. */
  static TrackedResourceSet head(Run run) throws Exception {
    TrackedResourceSet head = run.server().ask(() -> run.feed().head(null));
    if (head == null) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "the server says 304 where nothing was asked for");
    }
    return head;
  }

  // What was skipped is tried again with all the rest.
  private int beginBase(URI first, String cutoff) throws InterruptedException {
    return reading
        .writes()
        .under(
            lease,
            jdbc -> {
              SkippedResources.forgetAll(jdbc, lease.source());
              return SourceProgress.beginBase(jdbc, lease, first, cutoff);
            });
  }

  private void readBase(URI first, int generation) throws Exception {
    try (Workers workers = workers(generation)) {
      long[] number = new long[1];
      new BaseReading(run, reading.limits()).read(first, page -> hand(page, workers, number));
      workers.await();
    } catch (FetchFailure e) {
      if (e.kind() == FetchFailure.Kind.GONE) {
        // A newer base has replaced it, whose pages have other addresses.
        write(jdbc -> SourceProgress.again(jdbc, lease));
      }
      throw e;
    }
    write(jdbc -> SourceProgress.baseDone(jdbc, lease));
  }

  private void hand(BasePage page, Workers workers, long[] number) throws Exception {
    List<List<String>> pieces = BaseReading.pieces(page.members(), reading.settings().batch());
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
      // A feed whose log never has its cutoff would have its base read for ever.
      if (!cutoff.isBeginning()) {
        next = next.multipliedBy(PATIENCE);
      }
      write(jdbc -> SourceProgress.again(jdbc, lease));
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "after the base was read: " + gone.reason());
    }
    removeOlder(generation);
    write(jdbc -> SourceProgress.current(jdbc, lease));
  }

  /**
   * Reads the log from a point to its end, in pieces where it is long.
   *
   * @param again resources that are tried once more
   * @return null when all of it is indexed
   */
  private NewEvents.@Nullable SyncPointGone readLog(
      int generation, TrackedResourceSet head, SyncPoint point, List<String> again)
      throws Exception {
    SyncPoint since = point;
    List<String> retried = again;
    NewEvents.Changes found;
    do {
      switch (events(head, since)) {
        case NewEvents.SyncPointGone gone -> {
          return gone;
        }
        case NewEvents.Changes some -> found = some;
      }
      apply(generation, found, since, retried);
      retried = List.of();
      since = found.newest() == null ? since : SyncPoint.after(found.newest());
      checked = found.checked();
    } while (!found.isWhole());
    etag = head.etag();
    return null;
  }

  private void removeOlder(int generation) throws InterruptedException {
    UUID after = null;
    do {
      UUID from = after;
      after =
          reading
              .writes()
              .under(
                  lease,
                  jdbc ->
                      reading
                          .index()
                          .removeOlder(jdbc, lease.source(), generation, from, REMOVAL_BATCH));
    } while (after != null);
  }

  /**
   * Reads what is new in the log.
   *
   * @param known what of the feed is indexed; null where nothing is known of that
   */
  void readNew(@Nullable Known known) throws Exception {
    SyncPoint sync = source.sync();
    if (sync == null) {
      readAll();
      return;
    }
    List<String> again = reading.skipped().due(source.id(), MAX_RETRIES);
    String old = known == null ? null : known.etag();
    checked = known == null ? null : known.checked();
    TrackedResourceSet head = run.server().ask(() -> run.feed().head(old));
    if (head == null) {
      etag = old;
      if (!again.isEmpty()) {
        apply(source.generation(), NewEvents.Changes.nothing(), sync, again);
      }
      return;
    }
    NewEvents.SyncPointGone gone = readLog(source.generation(), head, sync, again);
    if (gone != null) {
      warning = "the base is read again: " + gone.reason();
      LOG.warn("{}: {}", source.definition().name(), warning);
      BasePage first = run.server().ask(() -> run.feed().page(head.base()));
      String cutoff = first.cutoff() == null ? Vocabulary.NIL : first.cutoff();
      int generation = beginBase(first.uri(), cutoff);
      readBase(first.uri(), generation);
      readLogOfBase(generation, new SyncPoint(cutoff, null));
    }
  }

  private NewEvents events(TrackedResourceSet head, SyncPoint since) throws Exception {
    var recent = reading.writes().under(lease, jdbc -> SourceProgress.recent(jdbc, lease.source()));
    LogReader log = new LogReader(run.feed(), reading.limits(), since, recent, checked);
    return run.server().ask(() -> log.read(head));
  }

  private void apply(int generation, NewEvents.Changes found, SyncPoint since, List<String> again)
      throws Exception {
    if (!found.warnings().isEmpty()) {
      warning = String.join("; ", found.warnings().stream().limit(MAX_WARNINGS).toList());
    }
    noteRejected(found);
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
    if (newest != null) {
      write(jdbc -> SourceProgress.synced(jdbc, lease, SyncPoint.after(newest)));
    } else if (found.latest().isEmpty() && !found.unknown().isEmpty()) {
      // Older events, which no batch remembers.
      write(jdbc ->
          SourceProgress.remember(
              jdbc, lease.source(), found.unknown(), reading.limits().recentEvents()));
    }
  }

  private void noteRejected(NewEvents.Changes found)
      throws BatchWork.TooManySkipped, InterruptedException {
    List<SkippedResources.Skip> rejected =
        found.rejected().stream()
            .limit(reading.settings().maxSkipped() + 1L)
            .map(event -> new SkippedResources.Skip(event.about(), event.reason(), false))
            .toList();
    if (!rejected.isEmpty()) {
      BatchWork.requireFew(
          reading.skipped(), source.id(), rejected, reading.settings().maxSkipped());
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
    reading.writes().run(lease, work);
  }
}
