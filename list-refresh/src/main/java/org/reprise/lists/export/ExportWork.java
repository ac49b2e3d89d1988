package org.reprise.lists.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.reprise.kit.work.OwnConnections;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.query.Entities;
import org.reprise.lists.refresh.Contents;
import org.reprise.lists.refresh.Contents.Page;
import org.reprise.lists.split.DatabaseClient;
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
  /** Records in memory at a time, at most, and fewer where their texts are long. */
  private static final int PAGE = 1_000;

  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);

  private final ExportTable table;
  private final Contents contents;
  private final Entities entities;
  private final TransactionTemplate snapshot;
  private final DatabaseClient writer;
  private final OwnConnections connections;
  private final ExportSettings settings;

  ExportWork(ExportTable table, Contents contents, Split split, ExportSettings settings) {
    this.table = table;
    this.contents = contents;
    this.entities = new Entities(split, Feature.LISTS);
    this.snapshot = split.reading(Feature.LISTS).transactions();
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.writer = split.client();
    this.connections = new OwnConnections(split.writer());
    this.settings = settings;
  }

  /** Why no file is written, in words for the caller. */
  static final class NotPossible extends RuntimeException {
    NotPossible(String message) {
      super(message);
    }
  }

  record Job(Tenant tenant, UUID exportId, UUID listId, EntityType type, List<Field> fields) {}

  /**
   * Writes a file from its beginning.
   *
   * @throws CancellationException when the export has ended meanwhile
   * @throws NotPossible when the list was deactivated or deleted meanwhile, or no space is left
   */
  void write(Job job) throws SQLException {
    requireGoing(writer.inTransaction(() -> table.restart(job.tenant(), job.exportId())));
    // Not of the pool: exports that hold all its connections would wait for others of it. And not
    // in the transaction that reads: others see how far it is, and it sees who ends it.
    try (Connection own = connections.open("list-refresh export", RESPONSE_TIMEOUT, null)) {
      ExportTable pieces = table.on(own);
      snapshot.executeWithoutResult(_ -> writeSnapshot(job, pieces));
    }
  }

  private void writeSnapshot(Job job, ExportTable pieces) {
    if (!contents.isActive(job.tenant(), job.listId())) {
      throw new NotPossible("The list is not active any more");
    }
    OutputStream chunks =
        new OutputStream() {
          private int number;

          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            if (pieces.isFull(job.tenant(), settings.space())) {
              throw new NotPossible("No space is left for its file (reprise.lists.export.space)");
            }
            byte[] piece = Arrays.copyOfRange(bytes, from, from + length);
            requireGoing(pieces.append(job.tenant(), job.exportId(), number++, piece));
          }
        };
    int chunk = Math.toIntExact(settings.chunk().toBytes());
    try (CsvFile file = new CsvFile(job.fields(), new BufferedOutputStream(chunks, chunk))) {
      writeAll(job, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeAll(Job job, CsvFile file) {
    int written = 0;
    Page page;
    do {
      page = contents.page(job.tenant(), job.listId(), written, PAGE);
      List<Map<String, Object>> rows =
          entities.readFirst(job.tenant(), job.type(), job.fields(), page.ids());
      rows.forEach(file::write);
      written += rows.size();
    } while (!page.ids().isEmpty() && written < page.total());
    if (written != page.total()) {
      throw new IllegalStateException("the list's contents end at " + written);
    }
  }

  private static void requireGoing(boolean going) {
    if (!going) {
      throw new CancellationException("The export has ended");
    }
  }
}
