package org.reprise.ldx.worker;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
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

/** Reads a feed into the index: base and log, or what is new in the log. */
final class Indexing {
  private static final Logger LOG = LoggerFactory.getLogger(Indexing.class);
  private static final int RETRIED_AT_ONCE = 200;
  private static final int REMOVED_AT_ONCE = 2_000;
  private static final int MOST_WARNINGS = 5;
  private static final int PATIENCE = 10;

  private final SourceReading reading;
  private final Run run;
  private final DataSource source;
  private final SourceLease lease;
  private Duration next;
  private @Nullable String warning;
  private @Nullable String etag;

  Indexing(SourceReading reading, Run run) {
    this.reading = reading;
    this.run = run;
    this.source = run.source();
    this.lease = run.lease();
    this.next = source.definition().poll();
  }

  /** How long until the next poll, where this one failed. */
  Duration next() {
    return next;
  }

  /** Where the feed breaks rules; null where it does not. */
  @Nullable String warning() {
    return warning;
  }

  /** The ETag of the tracked resource set when all of it was indexed; null where it has none. */
  @Nullable String etag() {
    return etag;
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
  private int beginBase(URI first, String cutoff) throws SQLException, InterruptedException {
    return reading
        .writes()
        .under(
            lease,
            connection -> {
              SkippedResources.forgetAll(connection, lease.source());
              return SourceProgress.beginBase(connection, lease, first, cutoff);
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
        write(connection -> SourceProgress.again(connection, lease));
      }
      throw e;
    }
    write(connection -> {
      SourceProgress.baseDone(connection, lease);
      SourceProgress.forget(connection, lease.source());
    });
  }

  private void hand(BasePage page, Workers workers, long[] number) throws Exception {
    List<List<String>> pieces = BaseReading.pieces(page.members(), reading.settings().batch());
    for (int at = 0; at < pieces.size(); at++) {
      URI next = at == pieces.size() - 1 ? page.next() : null;
      workers.add(
          Batch.read(
              number[0]++, pieces.get(at), next == null ? null : new Batch.Reached.Page(next)));
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
      write(connection -> SourceProgress.again(connection, lease));
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "after the base was read: " + gone.reason());
    }
    removeOlder(generation);
    write(connection -> SourceProgress.current(connection, lease));
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
    NewEvents.Found found;
    do {
      switch (events(head, since)) {
        case NewEvents.SyncPointGone gone -> {
          return gone;
        }
        case NewEvents.Found some -> found = some;
      }
      apply(generation, found, since, retried);
      retried = List.of();
      since = found.newest() == null ? since : SyncPoint.after(found.newest());
    } while (!found.isWhole());
    etag = head.etag();
    return null;
  }

  private void removeOlder(int generation) throws SQLException, InterruptedException {
    UUID after = null;
    do {
      UUID from = after;
      after =
          reading
              .writes()
              .under(
                  lease,
                  connection ->
                      reading
                          .index()
                          .removeOlder(
                              connection, lease.source(), generation, from, REMOVED_AT_ONCE));
    } while (after != null);
  }

  /**
   * Reads what is new in the log.
   *
   * @param known the ETag of the tracked resource set that is indexed; null where there is none
   */
  void readNew(@Nullable String known) throws Exception {
    SyncPoint sync = source.sync();
    if (sync == null) {
      readAll();
      return;
    }
    List<String> again = reading.skipped().due(source.id(), RETRIED_AT_ONCE);
    TrackedResourceSet head = run.server().ask(() -> run.feed().head(known));
    if (head == null) {
      etag = known;
      if (!again.isEmpty()) {
        apply(source.generation(), NewEvents.Found.nothing(), sync, again);
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
    var recent =
        reading
            .writes()
            .under(lease, connection -> SourceProgress.recent(connection, lease.source()));
    LogReader log = new LogReader(run.feed(), reading.limits(), since, recent);
    return run.server().ask(() -> log.read(head));
  }

  private void apply(int generation, NewEvents.Found found, SyncPoint since, List<String> again)
      throws Exception {
    if (!found.warnings().isEmpty()) {
      warning = String.join("; ", found.warnings().stream().limit(MOST_WARNINGS).toList());
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
      write(connection -> SourceProgress.synced(connection, lease, SyncPoint.after(newest)));
    } else if (found.latest().isEmpty() && !found.unknown().isEmpty()) {
      // Older events, which no batch remembers.
      write(connection ->
          SourceProgress.remember(
              connection, lease.source(), found.unknown(), reading.limits().recentEvents()));
    }
  }

  private void noteRejected(NewEvents.Found found)
      throws BatchWork.TooManySkipped, SQLException, InterruptedException {
    List<SkippedResources.Skip> rejected =
        found.rejected().stream()
            .limit(reading.settings().maxSkipped() + 1L)
            .map(event -> new SkippedResources.Skip(event.about(), event.reason(), false))
            .toList();
    if (!rejected.isEmpty()) {
      BatchWork.requireFew(
          reading.skipped(), source.id(), rejected, reading.settings().maxSkipped());
      write(connection -> SkippedResources.record(connection, lease.source(), rejected));
    }
  }

  private Workers workers(int generation) {
    return new Workers(
        "source-" + source.id(),
        source.definition().threads(),
        new BatchWork(run, generation, reading));
  }

  private interface Write {
    void write(Connection connection) throws SQLException;
  }

  private void write(Write work) throws SQLException, InterruptedException {
    reading
        .writes()
        .under(
            lease,
            connection -> {
              work.write(connection);
              return true;
            });
  }
}
