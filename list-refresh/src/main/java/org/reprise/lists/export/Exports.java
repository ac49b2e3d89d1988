package org.reprise.lists.export;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.export.ExportWork.Job;
import org.reprise.lists.export.ExportWork.ListNotActive;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.list.KnownList;
import org.reprise.lists.list.ListRefusals;
import org.reprise.lists.list.Lists;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.reprise.lists.work.Retries;
import org.reprise.lists.work.Slices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;

/** Exports of lists as files. */
final class Exports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Exports.class);
  private static final int ATTEMPTS = 3;
  private static final Duration END = Duration.ofSeconds(5);

  private final Lists lists;
  private final Definitions definitions;
  private final ExportTable table;
  private final ExportWork work;
  private final ThreadPoolExecutor threads;
  private final Leases<UUID, Job> lease;
  private final Loop removal;

  Exports(
      Lists lists,
      Definitions definitions,
      ExportTable table,
      ExportWork work,
      Leases<UUID, Job> lease,
      ExportSettings settings,
      Loops loops) {
    this.lists = lists;
    this.definitions = definitions;
    this.table = table;
    this.work = work;
    this.lease = lease;
    this.removal =
        loops.start(
            "old-exports",
            Slices.of(
                "Removing old exports",
                settings.lease(),
                () -> table.removeSome(settings.retention())));
    this.threads =
        new ThreadPoolExecutor(
            settings.parallel(),
            settings.parallel(),
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(settings.waiting()),
            Thread.ofVirtual().name("export-", 0).factory());
  }

  /**
   * Begins an export.
   *
   * @param fields what the file has; those of the list where there are none
   * @throws Refusal when the list cannot be exported, or too many exports wait
   */
  Export start(Caller caller, UUID listId, @Nullable List<String> fields) {
    KnownList list = lists.find(caller, listId);
    if (!list.isActive()) {
      throw ListRefusals.inactive(listId, list.name());
    }
    if (list.inProgressRefreshId() != null) {
      throw ListRefusals.refreshing(listId, list.name());
    }
    EntityType type = definitions.type(caller, list.entityTypeId());
    List<Field> chosen =
        Definitions.fields(type, fields == null || fields.isEmpty() ? list.fields() : fields);
    Export export =
        table.begin(
            caller.tenant(), listId, chosen.stream().map(Field::name).toList(), caller.user());
    submit(new Job(caller.tenant(), export.exportId(), listId, type, chosen));
    return export;
  }

  private void submit(Job job) {
    lease.hold(job.exportId(), job);
    try {
      threads.execute(() -> run(job));
    } catch (RejectedExecutionException e) {
      lease.end(job.exportId());
      table.fail(job.tenant(), job.exportId(), "Too many exports wait");
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE, "too.many.exports", "Too many exports wait; try later");
    }
  }

  private void run(Job job) {
    try {
      table.succeed(job.tenant(), job.exportId(), write(job));
    } catch (CancellationException e) {
      LOG.info("Export {} was ended", job.exportId());
    } catch (ListNotActive e) {
      attempt(() -> table.fail(job.tenant(), job.exportId(), String.valueOf(e.getMessage())));
    } catch (Exception | Error e) {
      LOG.warn("Export {} failed", job.exportId(), e);
      attempt(() -> table.fail(job.tenant(), job.exportId(), "The file could not be written"));
    } finally {
      lease.end(job.exportId());
      attempt(() -> table.removeFile(job.tenant(), job.exportId()));
    }
  }

  // A standby cancels queries that conflict with its replay, and databases are restarted.
  private int write(Job job) throws Exception {
    return Retries.whileTransient(
        "Export " + job.exportId(), ATTEMPTS, () -> false, () -> work.write(job));
  }

  // Where this fails, the export is marked as failed after its lease has expired.
  private static void attempt(Runnable change) {
    try {
      change.run();
    } catch (DataAccessException e) {
      LOG.warn("An export's end was not noted: {}", e.getMessage());
    }
  }

  /** An export of a list that the caller may see. */
  Export find(Caller caller, UUID listId, UUID exportId) {
    lists.find(caller, listId);
    return table
        .find(caller.tenant(), listId, exportId)
        .orElseThrow(() -> notFound(exportId, "Export %s of list %s was not found", listId));
  }

  void cancel(Caller caller, UUID listId, UUID exportId) {
    Export export = find(caller, listId, exportId);
    if (!table.cancel(caller.tenant(), export.exportId())) {
      throw notFound(exportId, "Export %s of list %s is not in progress", listId);
    }
    if (lease.find(exportId) == null) {
      table.removeFile(caller.tenant(), exportId);
    }
  }

  Export complete(Caller caller, UUID listId, UUID exportId) {
    Export export = find(caller, listId, exportId);
    return switch (export.status()) {
      case SUCCESS -> export;
      case IN_PROGRESS -> throw notFound(exportId, "Export %s of list %s is not complete", listId);
      case FAILED, CANCELLED ->
          throw notFound(exportId, "Export %s of list %s has no file", listId);
    };
  }

  /** Writes the whole file of a complete export, or fails. */
  void copy(Tenant tenant, Export export, OutputStream to) throws IOException {
    table.copy(tenant, export, to);
  }

  private static Refusal notFound(UUID exportId, String message, UUID listId) {
    return new Refusal(
        HttpStatus.NOT_FOUND,
        "export.not.found",
        message.formatted(exportId, listId),
        new Parameter("id", listId.toString()),
        new Parameter("exportId", exportId.toString()));
  }

  void failExpired() {
    try {
      table.failExpired(lease);
    } catch (DataAccessException e) {
      LOG.warn("No export of an ended process was ended: {}", e.getMessage());
    }
  }

  @Override
  public void close() throws InterruptedException {
    removal.close();
    lease
        .all()
        .forEach(job ->
            attempt(() -> table.fail(job.tenant(), job.exportId(), "The service was shut down")));
    threads.shutdown();
    if (!threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
      threads.shutdownNow();
    }
  }
}
