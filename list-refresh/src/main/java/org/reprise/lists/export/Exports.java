package org.reprise.lists.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.Field;
import org.reprise.lists.export.ExportWork.Job;
import org.reprise.lists.export.ExportWork.NotPossible;
import org.reprise.lists.list.Definitions;
import org.reprise.lists.list.ListRefusals;
import org.reprise.lists.list.ListView;
import org.reprise.lists.list.Lists;
import org.reprise.lists.refresh.Contents;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.web.Refusal.Parameter;
import org.reprise.lists.web.TextBudget;
import org.reprise.lists.work.Retries;
import org.reprise.lists.work.Slices;
import org.reprise.lists.work.Turns;
import org.reprise.lists.work.Turns.Turn;
import org.reprise.lists.work.WorkStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@DependsOnDatabaseInitialization
final class Exports implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Exports.class);
  private static final int ATTEMPTS = 3;
  private static final int CLOSE_SECONDS = 5;

  private final Lists lists;
  private final Definitions definitions;
  private final ExportTable table;
  private final ExportWork work;
  private final ExportSettings settings;
  private final Turns turns;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("export-", 1).factory());
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
  private final Leases<UUID, Job> lease;
  private final Loop removal;

  Exports(
      Lists lists,
      Definitions definitions,
      JdbcClient jdbc,
      Contents contents,
      Split split,
      LeaseRenewal renewal,
      ExportSettings settings,
      Loops loops) {
    this.lists = lists;
    this.definitions = definitions;
    // There is no long statement to cancel: an export that was ended stops at its next piece.
    this.lease = renewal.of(ExportTable.LEASES, settings.lease(), job -> {});
    this.table = new ExportTable(jdbc, lease.owner());
    this.work = new ExportWork(table, contents, split, settings);
    this.settings = settings;
    int places = settings.parallel();
    this.turns = new Turns(places, places, places + settings.waiting());
    this.removal =
        Slices.start(
            loops,
            "old-exports",
            lease.interval(),
            () -> {
              table.failExpired(lease);
              return table.removeSome(settings.retention());
            });
  }

  /** Begins an export of fields, the list's where there are none; throws Refusal if it cannot. */
  Export start(Caller caller, UUID listId, @Nullable List<String> fields) {
    ListView list = lists.find(caller, listId);
    if (!list.isActive()) {
      throw ListRefusals.inactive(listId, list.name());
    }
    if (list.inProgressRefresh() != null) {
      throw ListRefusals.refreshing(listId, list.name());
    }
    EntityType type = definitions.type(caller, list.entityTypeId());
    List<Field> chosen =
        Definitions.fields(type, fields == null || fields.isEmpty() ? list.fields() : fields);
    if (table.isFull(caller.tenant(), settings.space())) {
      throw Refusal.unavailable(
          "export.space.used.up", "The tenant's files take all of their space; try again later");
    }
    return turns.begin(
        caller.tenant(),
        "exports",
        () -> {
          List<String> names = chosen.stream().map(Field::name).toList();
          Export export = table.begin(caller.tenant(), listId, names, caller.user());
          Job job = new Job(caller.tenant(), export.exportId(), listId, type, chosen);
          lease.hold(job.exportId(), job);
          threads.execute(() -> run(job));
          return export;
        });
  }

  private void run(Job job) {
    try (Turn _ = turns.await(job.tenant(), false, closed)) {
      // A standby cancels queries that conflict with its replay, and databases are restarted.
      Retries.whileTransient(
          "Export " + job.exportId(),
          ATTEMPTS,
          () -> false,
          () -> {
            work.write(job);
            return job;
          });
      table.succeed(job.tenant(), job.exportId());
    } catch (CancellationException e) {
      LOG.info("Export {} was ended", job.exportId());
    } catch (NotPossible e) {
      table.fail(job.tenant(), job.exportId(), String.valueOf(e.getMessage()));
    } catch (Exception | Error e) {
      LOG.warn("Export {} failed", job.exportId(), e);
      table.fail(job.tenant(), job.exportId(), "The file could not be written");
    } finally {
      lease.end(job.exportId());
      turns.end(job.tenant());
      removal.wake();
    }
  }

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
    removal.wake();
  }

  Export complete(Caller caller, UUID listId, UUID exportId) {
    Export export = find(caller, listId, exportId);
    if (export.status() != WorkStatus.SUCCESS) {
      throw notFound(exportId, "Export %s of list %s has no complete file", listId);
    }
    // A piece of it is in memory until its client has read it.
    new TextBudget().add(Math.min(settings.chunk().toBytes(), TextBudget.MAX_LENGTH));
    return export;
  }

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

  /** Marks all exports of this process as failed, and waits shortly until they stop. */
  @Override
  public void close() throws InterruptedException {
    removal.close();
    closed.complete(true);
    lease
        .all()
        .forEach(job -> table.fail(job.tenant(), job.exportId(), "The service was shut down"));
    threads.shutdown();
    threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
