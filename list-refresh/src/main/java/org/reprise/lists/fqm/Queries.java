package org.reprise.lists.fqm;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Caller;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.work.Faults;
import org.reprise.lists.work.LeasedRows;
import org.reprise.lists.work.Retries;
import org.reprise.lists.work.Slices;
import org.reprise.lists.work.Turns;
import org.reprise.lists.work.Turns.Turn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Queries whose results are kept for a while, some at once. */
@Component
@DependsOnDatabaseInitialization
public final class Queries implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Queries.class);
  private static final String QUERIES = "queries";
  private static final int ATTEMPTS = 3;

  /** Connections of their half that queries leave to exports and requests. */
  private static final int RESERVED = 2;

  private final QueryTable table;
  private final Staging staging;
  private final Turns turns;
  private final Turns reads;
  private final QuerySettings settings;
  private final Loop removal;
  private final Loop progress;
  private final Leases<UUID, RunningQuery> lease;

  Queries(
      JdbcClient jdbc,
      Split split,
      LeaseRenewal renewal,
      QuerySettings settings,
      HikariDataSource pool,
      Loops loops) {
    this.lease = renewal.of(QueryTable.LEASES, settings.lease(), running -> running.work().stop());
    this.table = new QueryTable(jdbc, lease.owner());
    this.staging = new Staging(table, split, settings);
    // A query that is read holds a connection, and needs a second one for each batch. Refreshes of
    // the fast mode hold half of the connections at most, while they wait for more.
    int fit = Math.max(1, pool.getMaximumPoolSize() / 2 - RESERVED);
    int pending = settings.parallel() + settings.waiting();
    this.turns = new Turns(fit, settings.parallel(), pending);
    this.reads = new Turns(fit, settings.parallel(), pending);
    this.settings = settings;
    this.removal =
        Slices.start(
            loops, "old-queries", settings.lease(), () -> table.removeSome(settings.retention()));
    this.progress = Slices.start(loops, "query-progress", lease.interval(), this::recordProgress);
  }

  /**
   * Begins a query for a request; it may have to wait for its turn.
   *
   * @throws org.reprise.lists.fql.InvalidQuery when the text is no query of the entity type
   * @throws Refusal 503 where too many wait, or the tenant's results take all of its space
   */
  public UUID start(
      Tenant tenant,
      EntityType type,
      String fqlQuery,
      List<String> fields,
      @Nullable UUID createdBy) {
    if (table.isFull(tenant, settings.space())) {
      throw Refusal.unavailable(
          "query.space.used.up",
          "The results that are kept take all of the tenant's space for them; try later");
    }
    return turns.begin(
        tenant,
        QUERIES,
        () ->
            begin(
                new RunningQuery(tenant, type, null, settings.maxSize()),
                fqlQuery,
                fields,
                createdBy));
  }

  /** Reads for a request as {@link Turns#inTurn} does: what no index finds reads a whole table. */
  <T> T inTurn(Tenant tenant, Supplier<T> read) {
    return reads.inTurn(tenant, QUERIES, read);
  }

  /**
   * Begins a query for a refresh, which is begun once: where it fails, the refresh begins again.
   *
   * @param refreshId the refresh, whose end is the end of the results
   * @param max how many results the list can have; the query ends with one more
   * @throws org.reprise.lists.fql.InvalidQuery when the text is no query of the entity type
   */
  public UUID startForRefresh(
      Tenant tenant, EntityType type, String fqlQuery, UUID refreshId, int max) {
    return begin(new RunningQuery(tenant, type, refreshId, max), fqlQuery, List.of(), null);
  }

  private UUID begin(
      RunningQuery query, String fqlQuery, List<String> fields, @Nullable UUID createdBy) {
    UUID id = query.id();
    FqlReader.read(fqlQuery, query.type());
    // The row comes first: a renewal of the lease that does not find it would stop the query.
    table.begin(query, fqlQuery, fields, createdBy);
    lease.hold(id, query);
    Thread.ofVirtual().name("query-" + id).start(() -> run(query));
    return id;
  }

  private void run(RunningQuery query) {
    try {
      stageInTurn(query);
    } catch (CancellationException e) {
      LOG.info("Query {} was stopped before its turn", query.id());
    } catch (Staging.TooMany e) {
      LOG.info("Query {} has failed: {}", query.id(), e.getMessage());
      table.fail(query.tenant(), query.id(), String.valueOf(e.getMessage()));
    } catch (SQLException | DataAccessException e) {
      if (!query.work().isStopped()) {
        LOG.warn("Query {} failed", query.id(), e);
        table.fail(query.tenant(), query.id(), Faults.forCallers(e));
      }
    } catch (Exception | Error e) {
      LOG.error("Query {} failed", query.id(), e);
      table.fail(query.tenant(), query.id(), "The service failed");
    } finally {
      end(query);
    }
  }

  private void stageInTurn(RunningQuery query) throws Exception {
    try (Turn _ = turns.await(query.tenant(), !query.isOfRefresh(), query.work().stopped())) {
      // Refreshes are few, and remove what they have saved.
      if (!query.isOfRefresh() && table.isFull(query.tenant(), settings.space())) {
        throw new Staging.TooMany(
            "No space is left for its results (reprise.lists.query.space); try again later");
      }
      stage(query);
    }
  }

  private void end(RunningQuery query) {
    try {
      LeasedRows.attempt(
          "count the results of query " + query.id(),
          () -> table.count(query.tenant().number(), query.id(), query.results().get()));
    } finally {
      lease.end(query.id());
      if (!query.isOfRefresh()) {
        turns.end(query.tenant());
      }
      query.end().countDown();
    }
  }

  private void stage(RunningQuery query) throws Exception {
    AtomicBoolean isBegun = new AtomicBoolean();
    Retries.whileTransient(
        "Query " + query.id(),
        query.isOfRefresh() ? 1 : ATTEMPTS,
        query.work()::isStopped,
        () -> {
          if (isBegun.getAndSet(true)) {
            table.removeResults(query.tenant(), query.id());
            query.results().set(0);
          }
          staging.stage(query, ids(query));
          return query;
        });
  }

  // Read when its turn comes: queries that wait do not hold their values.
  private IdQuery ids(RunningQuery query) {
    String text = table.find(query.tenant(), query.id()).orElseThrow().fqlQuery();
    return IdQuery.of(query.type(), FqlReader.read(text, query.type()), query.tenant().number());
  }

  public Optional<QueryDetails> find(Tenant tenant, UUID queryId) {
    return table.find(tenant, queryId);
  }

  /** Returns a query of the caller; throws Refusal 404 for an unknown id. */
  public QueryDetails find(Caller caller, UUID queryId) {
    return find(caller.tenant(), queryId)
        .filter(query -> Objects.equals(query.createdBy(), caller.user()))
        .orElseThrow(() -> Refusal.notFound("query", "queryId", queryId));
  }

  /** A page of results in the order of the ids, of either database. */
  public List<UUID> page(JdbcClient from, Tenant tenant, UUID queryId, int offset, int limit) {
    return QueryTable.page(from, tenant, queryId, offset, limit);
  }

  /** Ends a query and the work of the database on it; false where it had ended. */
  public boolean cancel(Tenant tenant, UUID queryId) {
    boolean cancelled = table.cancel(tenant, queryId);
    RunningQuery query = lease.find(queryId);
    if (cancelled && query != null) {
      query.work().stop();
    }
    return cancelled;
  }

  /**
   * Ends a query of this process, if it runs, and has it removed with its results, in slices: there
   * may be a million.
   *
   * @throws InterruptedException when the process ends
   */
  public void discard(Tenant tenant, UUID queryId) throws InterruptedException {
    RunningQuery query = lease.find(queryId);
    if (query != null) {
      query.work().stop();
      // Results that were saved after the removal would never be removed.
      query.end().await();
    }
    LeasedRows.attempt("remove query " + queryId, () -> table.discard(tenant, queryId));
    removal.wake();
  }

  /** Has old queries of a tenant removed; returns which. */
  List<UUID> purge(Tenant tenant) {
    List<UUID> old = table.old(tenant, settings.retention());
    removal.wake();
    return old;
  }

  /** Records how many results are saved, and marks queries of ended processes as failed. */
  private boolean recordProgress() {
    Collection<RunningQuery> running = lease.all();
    if (!running.isEmpty()) {
      table.recordSaved(running);
    }
    table.failExpired(lease);
    return false;
  }

  /** Ends all queries of this process, also those that wait; they are marked as failed. */
  @Override
  public void close() {
    removal.close();
    progress.close();
    for (RunningQuery query : lease.all()) {
      table.fail(query.tenant(), query.id(), "The service was shut down");
      query.work().stop();
    }
  }
}
