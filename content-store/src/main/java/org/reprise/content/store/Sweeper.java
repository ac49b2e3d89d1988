package org.reprise.content.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Removes what nothing refers to: contents whose last version went, files of adds that were never
 * committed, and files that were being received when their process ended. Each only after its grace
 * period, and while the content's row is locked, so that an add of the same content waits.
 */
@Component
public class Sweeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final int BATCH = 500;
  private static final Duration MAX_STEP = Duration.ofHours(6);
  // Looking for files without a row reads each folder of an area.
  private static final Duration ORPHAN_INTERVAL = Duration.ofDays(1);

  private final StorageAreas areas;
  private final JdbcClient database;
  private final FileTransaction transaction;
  private final StoreSettings settings;
  private final Loop loop;

  Sweeper(
      StorageAreas areas,
      JdbcClient database,
      FileTransaction transaction,
      StoreSettings settings,
      Loops loops) {
    this.areas = areas;
    this.database = database;
    this.transaction = transaction;
    this.settings = settings;
    this.loop = loops.start(new Loop("content-sweeper", MAX_STEP, this::sweepWhatIsDue));
  }

  private Duration sweepWhatIsDue() {
    sweep(this::isOrphanSweepDue);
    return settings.sweepInterval();
  }

  // Of all instances one does it.
  private boolean isOrphanSweepDue(StorageArea area) {
    return database
            .sql(
                """
                update area set swept_at = now()
                where name = ? and coalesce(swept_at < now() - make_interval(secs => ?), true)
                """)
            .params(area.name(), ORPHAN_INTERVAL.toSeconds())
            .update()
        > 0;
  }

  /**
   * What a sweep removed.
   *
   * @param contents that no version referred to
   * @param orphans files in a content's place that the database knew nothing of
   * @param inbound files that were not received to their end
   */
  public record Swept(int contents, int orphans, int inbound) {}

  /** Removes all that is due now; what cannot be removed is logged, and tried at the next sweep. */
  public Swept sweep() {
    return sweep(_ -> true);
  }

  private Swept sweep(Predicate<StorageArea> isOrphanSweepDue) {
    int contents = removeUnreferenced();
    int orphans = 0;
    int inbound = 0;
    for (StorageArea area : areas.all()) {
      orphans += isOrphanSweepDue.test(area) ? removeOrphans(area) : 0;
      inbound += removeInbound(area);
    }
    return new Swept(contents, orphans, inbound);
  }

  private int removeUnreferenced() {
    Removals removals = new Removals();
    byte[] last = {};
    List<Blob> due;
    do {
      due =
          database
              .sql(
                  """
                  select digest, area, size, generation from blob
                  where unreferenced_since < now() - make_interval(secs => ?) and digest > ?
                  order by digest limit ?
                  """)
              .params(settings.grace().toSeconds(), last, BATCH)
              .query(new SimplePropertyRowMapper<>(Blob.class))
              .list();
      for (Blob each : due) {
        removals.attempt(() -> remove(each));
        last = each.digest().bytes();
      }
    } while (due.size() == BATCH);
    return removals.end();
  }

  /** One content that cannot be removed does not keep the others; one line of the log has all. */
  private static final class Removals {
    private int done;
    private int failed;
    private @Nullable Exception first;

    void attempt(Callable<Boolean> removal) {
      try {
        done += removal.call() ? 1 : 0;
      } catch (Exception e) {
        failed++;
        first = first == null ? e : first;
      }
    }

    int end() {
      if (failed > 0) {
        LOG.error(
            "Cannot remove {} contents; trying again at the next sweep. The first:", failed, first);
      }
      return done;
    }
  }

  private boolean remove(Blob content) throws IOException {
    return transaction.execute(_ -> {
      boolean isGone =
          database
                  .sql(
                      """
                      delete from blob
                      where digest = ? and unreferenced_since < now() - make_interval(secs => ?)
                      """)
                  .params(content.digest().bytes(), settings.grace().toSeconds())
                  .update()
              > 0;
      if (isGone) {
        areas.of(content.area()).delete(content.digest());
      }
      return isGone;
    });
  }

  private int removeOrphans(StorageArea area) {
    Instant before = Instant.now().minus(settings.grace());
    List<Digest> batch = new ArrayList<>();
    Removals removals = new Removals();
    try {
      removals.attempt(() -> {
        area.abortUploads(before);
        return false;
      });
      area.forEachContent(
          before,
          digest -> {
            batch.add(digest);
            if (batch.size() == BATCH) {
              removeUnknown(area, batch, before, removals);
              batch.clear();
            }
          });
    } catch (IOException | StorageUnavailable e) {
      LOG.error("Cannot list the contents of the storage area '{}'", area.name(), e);
    }
    removeUnknown(area, batch, before, removals);
    return removals.end();
  }

  private void removeUnknown(
      StorageArea area, List<Digest> found, Instant before, Removals removals) {
    List<Digest> unknown =
        database
            .sql(
                """
                select digest from unnest(?) digest
                where not exists (select from blob where blob.digest = digest.digest and area = ?)
                """)
            .params(found.stream().map(Digest::bytes).toArray(byte[][]::new), area.name())
            .query((row, _) -> Digest.of(row.getBytes(1)))
            .list();
    for (Digest digest : unknown) {
      removals.attempt(() -> removeOrphan(area, digest, before));
    }
  }

  // The row that is inserted and rolled back makes an add of the same content wait.
  private boolean removeOrphan(StorageArea area, Digest digest, Instant before) throws IOException {
    return transaction.execute(status -> {
      status.setRollbackOnly();
      boolean isUnknown =
          database
              .sql(
                  """
                  insert into blob (digest, size, area) values (?, 0, ?)
                  on conflict (digest) do update set area = blob.area
                  returning xmax = 0 or area <> ?
                  """)
              .params(digest.bytes(), area.name(), area.name())
              .query(Boolean.class)
              .single();
      // An add that committed meanwhile has a row; one that failed has left a newer file.
      boolean isOrphan = isUnknown && area.isOlder(digest, before);
      if (isOrphan) {
        area.delete(digest);
      }
      return isOrphan;
    });
  }

  private int removeInbound(StorageArea area) {
    Instant before = Instant.now().minus(settings.inboundGrace());
    int removed = 0;
    try (Stream<Path> files = Files.list(area.folder().inbound())) {
      for (Path file : files.filter(it -> FileArea.isOlder(it, before)).toList()) {
        LOG.info("Removes {}, which was not received to its end", file);
        removed += Files.deleteIfExists(file) ? 1 : 0;
      }
    } catch (IOException e) {
      LOG.error("Cannot clean up {}; trying again at the next sweep", area.folder().inbound(), e);
    }
    return removed;
  }

  @Override
  public void close() {
    loop.close();
  }
}
