package org.reprise.content.fill;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.reprise.content.fill.Population.Group;
import org.reprise.content.object.Documents;
import org.reprise.content.object.Folders;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.NewDocument;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Types;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Received;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes the population through the store itself: each file is synced and renamed as that of any
 * document, only that a transaction adds many.
 */
@Service
class Fill {
  private static final int THREADS = 6;

  /** Files that are synced before a transaction adds them; each folder holds as many. */
  private static final int BATCH = 100;

  /** The bytes of a batch of large files. */
  private static final long BATCH_BYTES = 32L << 20;

  private static final int SEARCHES = 20;
  private static final int ROWS_AT_ONCE = 20_000;

  private final JdbcClient database;
  private final Contents contents;
  private final Documents documents;
  private final Folders folders;
  private final TransactionTemplate transaction;

  Fill(
      JdbcClient database,
      Contents contents,
      Documents documents,
      Folders folders,
      PlatformTransactionManager transactions) {
    this.database = database;
    this.contents = contents;
    this.documents = documents;
    this.folders = folders;
    this.transaction = new TransactionTemplate(transactions);
  }

  /**
   * What was made.
   *
   * @param documents with contents
   * @param searches documents that the view of all searches lists
   * @param rows documents without contents
   */
  record Volumes(int documents, long bytes, int searches, int rows, double seconds) {}

  /**
   * Fills an empty repository. One that was interrupted leaves what it had committed.
   *
   * @throws RepositoryFault constraint, where there are documents or folders
   * @throws org.reprise.content.store.StorageFull where the storage area has no room
   */
  Volumes run(double scale, long seed, int rows, String user)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    if (!folders.children(Folders.ROOT, null, 1).isEmpty()) {
      throw Kind.CONSTRAINT.fault(
          "There are documents or folders: only an empty repository is filled.");
    }
    List<Callable<Void>> batches = new ArrayList<>();
    int made = 0;
    long bytes = 0;
    for (Group group : Population.GROUPS) {
      UUID folder = folder(Folders.ROOT, group.name(), user);
      int count = group.count(scale);
      int size = (int) Math.clamp(BATCH_BYTES / group.size(), 1, BATCH);
      for (int first = 0; first < count; first += size) {
        int from = first;
        int to = Math.min(count, first + size);
        batches.add(() -> add(group, folder, from, to, seed, user));
      }
      made += count;
      bytes += (long) count * group.size();
    }
    run(batches);
    addSearches(user);
    addRows(rows, user);
    database.sql("analyze").update();
    return new Volumes(made, bytes, SEARCHES, rows, (System.nanoTime() - start) / 1e9);
  }

  private static void run(List<Callable<Void>> batches) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> added = batches.stream().map(threads::submit).toList();
      for (Future<Void> each : added) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IOException(e.getCause());
    } finally {
      // No batch goes on behind the answer that the fill has failed.
      threads.shutdownNow();
      threads.close();
    }
  }

  private UUID folder(UUID parent, String name, String user) {
    return folders.create(parent, name, Types.FOLDER, Map.of(), user).id();
  }

  private @Nullable Void add(Group group, UUID parent, int from, int to, long seed, String user)
      throws IOException {
    List<Received> received = new ArrayList<>();
    try {
      for (int number = from; number < to; number++) {
        InputStream bytes = new ByteArrayInputStream(Bytes.of(group, number, seed));
        received.add(contents.receive(bytes, group.size()));
      }
      transaction.executeWithoutResult(_ -> {
        UUID folder = folder(parent, "from %07d".formatted(from), user);
        for (int i = 0; i < received.size(); i++) {
          String name = "%07d.%s".formatted(from + i, group.extension());
          create(
              folder, name, null, new NewContent(received.get(i), group.mediaType(), name), user);
        }
      });
      return null;
    } finally {
      for (Received each : received) {
        each.close();
      }
    }
  }

  private void create(
      UUID folder,
      String name,
      @Nullable Integer searchType,
      @Nullable NewContent content,
      String user) {
    try {
      documents.create(
          new NewDocument(folder, name, Types.DOCUMENT, true, false, searchType, Map.of()),
          content,
          user);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addSearches(String user) {
    UUID folder = folder(Folders.ROOT, "Searches", user);
    for (int i = 0; i < SEARCHES; i++) {
      create(folder, "Search %02d".formatted(i), 1 + i % 2, null, user);
    }
  }

  /** Adds documents that are rows alone, as the report's workflows were. */
  private void addRows(int rows, String user) {
    if (rows == 0) {
      return;
    }
    UUID folder = folder(Folders.ROOT, "Rows", user);
    int size;
    for (int first = 1; first <= rows; first += size) {
      // Else foreign keys are checked by the plan that was best for a table of a few rows.
      database.sql("analyze").update();
      size = Math.clamp(first, 1_000, ROWS_AT_ONCE);
      database
          .sql(
              """
              with made as (
                insert into object (id, parent, name, is_folder, type, created_by, created_at,
                  modified_by, modified_at)
                select gen_random_uuid(), :folder, 'Row ' || number, false, :type, :user, now(),
                  :user, now()
                from generate_series(:first, :last) number
                returning *)
              insert into version (id, object, number, label, is_major, is_latest, is_latest_major,
                name, type, created_by, created_at, modified_by, modified_at)
              select gen_random_uuid(), id, 1, '1.0', true, true, true, name, type, created_by,
                created_at, modified_by, modified_at
              from made
              """)
          .param("folder", folder)
          .param("type", Types.DOCUMENT)
          .param("user", user)
          .param("first", first)
          .param("last", Math.min(rows, first + size - 1))
          .update();
    }
  }
}
