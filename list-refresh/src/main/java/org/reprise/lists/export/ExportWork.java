package org.reprise.lists.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.query.Entities;
import org.reprise.lists.refresh.Contents;
import org.reprise.lists.refresh.Contents.Shown;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes the files. All of a file is of one snapshot, so that a refresh that ends meanwhile changes
 * nothing of it; a page of ids is in memory at a time.
 */
final class ExportWork {
  private static final int PAGE = 1_000;

  private final ExportTable table;
  private final Contents contents;
  private final Entities entities;
  private final TransactionTemplate snapshot;
  private final TransactionTemplate separately;
  private final int chunk;

  ExportWork(ExportTable table, Contents contents, Split split, int chunk) {
    this.table = table;
    this.contents = contents;
    this.entities = new Entities(split, Feature.LISTS);
    this.snapshot = split.readOnly(split.of(Feature.LISTS));
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.separately = split.transactions(split.writer());
    separately.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    this.chunk = chunk;
  }

  /** The list was deactivated or deleted after its export was asked for. */
  static final class ListNotActive extends RuntimeException {
    private static final long serialVersionUID = 1;

    ListNotActive() {
      super("The list is not active any more");
    }
  }

  record Job(Tenant tenant, UUID exportId, UUID listId, EntityType type, List<Field> fields) {}

  /**
   * Writes a file from its beginning.
   *
   * @return how many records are in it
   * @throws CancellationException when the export has ended meanwhile
   * @throws ListNotActive when the list was deactivated or deleted meanwhile
   */
  int write(Job job) {
    requireGoing(separately(() -> table.restart(job.tenant(), job.exportId())));
    Integer rows = snapshot.execute(_ -> writeSnapshot(job));
    return rows == null ? 0 : rows;
  }

  private int writeSnapshot(Job job) {
    if (!contents.isActive(job.tenant(), job.listId())) {
      throw new ListNotActive();
    }
    ChunkStream chunks =
        new ChunkStream(
            chunk,
            (number, piece) ->
                requireGoing(
                    separately(() -> table.append(job.tenant(), job.exportId(), number, piece))));
    try (CsvFile file = new CsvFile(job.fields(), chunks)) {
      return contents
          .shown(job.tenant(), job.listId())
          .map(shown -> writeAll(job, shown, file))
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int writeAll(Job job, Shown shown, CsvFile file) {
    for (int offset = 0; offset < shown.count(); offset += PAGE) {
      List<UUID> ids = contents.ids(job.tenant(), shown, offset, PAGE);
      if (ids.size() != Math.min(PAGE, shown.count() - offset)) {
        throw new IllegalStateException("the list's contents end at " + (offset + ids.size()));
      }
      for (Map<String, Object> row : entities.read(job.tenant(), job.type(), job.fields(), ids)) {
        file.write(row);
      }
    }
    return shown.count();
  }

  // Outside of the transaction that reads: others see how far it is, and it sees who ends it.
  private boolean separately(Supplier<Boolean> write) {
    return Boolean.TRUE.equals(separately.execute(_ -> write.get()));
  }

  private static void requireGoing(boolean going) {
    if (!going) {
      throw new CancellationException("The export has ended");
    }
  }
}
