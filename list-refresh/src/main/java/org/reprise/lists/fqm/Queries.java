package org.reprise.lists.fqm;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.fqm.Turns.Turn;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.web.Refusal;
import org.reprise.lists.work.Faults;
import org.reprise.lists.work.Retries;
import org.reprise.lists.work.Slices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;

/** Queries whose results are kept for a while, some at once. */
public final class Queries implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Queries.class);
  private static final int ATTEMPTS = 3;

  private final QueryTable table;
  private final Staging staging;
  private final Turns turns;
  private final ResultSpace space;
  private final Semaphore admitted;
  private final FqlReader fql;
  private final QuerySettings settings;
  private final Loop removal;
  private final Leases<UUID, RunningQuery> lease;

  Queries(
      QueryTable table,
      Staging staging,
      Turns turns,
      ResultSpace space,
      Leases<UUID, RunningQuery> lease,
      FqlReader fql,
      QuerySettings settings,
      Loops loops) {
    this.table = table;
    this.staging = staging;
    this.turns = turns;
    this.space = space;
    this.lease = lease;
    this.admitted = new Semaphore(settings.parallel() + settings.waiting());
    this.fql = fql;
    this.settings = settings;
    this.removal =
        loops.start(
            "old-queries",
            Slices.of(
                "Removing old queries",
                settings.lease(),
                () -> table.removeSome(settings.retention(), space.comfortable())));
  }

  /**
   * Begins a query for a request; it may have to wait for its turn.
   *
   * @param fields what its results show
   * @param createdBy who asks
   * @return its id
   * @throws org.reprise.lists.fql.InvalidQuery when the text is no query of the entity type
   * @throws Refusal 503 where too many wait, or the results that are kept take all of the space
   */
  public UUID start(
      Tenant tenant,
      EntityType type,
      String fqlQuery,
      List<String> fields,
      @Nullable UUID createdBy) {
    if (space.isFull()) {
      removal.wake();
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE,
          "query.space.used.up",
          "The results that are kept take all of the space for them; try later");
    }
    if (!admitted.tryAcquire()) {
      throw new Refusal(
          HttpStatus.SERVICE_UNAVAILABLE, "too.many.queries", "Too many queries wait; try later");
    }
    try {
      return begin(tenant, type, fqlQuery, fields, createdBy, null, settings.largest());
    } catch (RuntimeException e) {
      admitted.release();
      throw e;
    }
  }

  /**
   * Begins a query for a refresh, which is begun once: where it fails, the refresh begins again.
   *
   * @param refreshId the refresh, whose end is the end of the results
   * @param most how many results the list can have; the query ends with one more
   * @return its id
   * @throws org.reprise.lists.fql.InvalidQuery when the text is no query of the entity type
   */
  public UUID startForRefresh(
      Tenant tenant, EntityType type, String fqlQuery, UUID refreshId, int most) {
    return begin(tenant, type, fqlQuery, List.of(), null, refreshId, most);
  }

  private UUID begin(
      Tenant tenant,
      EntityType type,
      String fqlQuery,
      List<String> fields,
      @Nullable UUID createdBy,
      @Nullable UUID refreshId,
      int most) {
    fql.read(fqlQuery, type);
    UUID id = UUID.randomUUID();
    RunningQuery query = new RunningQuery(tenant, id, type, refreshId, most);
    // The row comes first: a renewal of the lease that does not find it would stop the query.
    table.begin(query, fqlQuery, fields, createdBy);
    space.add(ResultSpace.OF_A_QUERY + fqlQuery.length() / ResultSpace.BYTES_OF_A_RESULT);
    lease.hold(id, query);
    Thread.ofVirtual().name("query-" + id).start(() -> run(query));
    return id;
  }

  private void run(RunningQuery query) {
    try (Turn _ = turns.await(query)) {
      stage(query);
    } catch (InterruptedException e) {
      LOG.info("Query {} was stopped before its turn", query.id());
    } catch (Staging.TooMany e) {
      LOG.info("Query {} has failed: {}", query.id(), e.getMessage());
      fail(query, String.valueOf(e.getMessage()));
    } catch (SQLException | DataAccessException e) {
      if (!query.work().isStopped()) {
        LOG.warn("Query {} failed", query.id(), e);
        fail(query, Faults.forCallers(e));
      }
    } catch (Exception | Error e) {
      LOG.error("Query {} failed", query.id(), e);
      fail(query, "The service failed");
    } finally {
      end(query);
    }
  }

  private void end(RunningQuery query) {
    try {
      count(query);
    } finally {
      lease.end(query.id());
      if (!query.isOfRefresh()) {
        admitted.release();
      }
      query.end().countDown();
    }
  }

  private void count(RunningQuery query) {
    try {
      table.count(query.tenant().number(), query.id(), query.saved());
    } catch (DataAccessException e) {
      LOG.warn("Results of query {} are not counted: {}", query.id(), e.getMessage());
    }
  }

  private void fail(RunningQuery query, String reason) {
    try {
      table.fail(query.tenant(), query.id(), reason);
    } catch (DataAccessException e) {
      // It is seen as failed when its lease has ended.
      LOG.warn("Query {} is left: {}", query.id(), e.getMessage());
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
            space.add(-query.saved());
            query.results().set(0);
          }
          staging.stage(query, ids(query));
          return query;
        });
  }

  // Read when its turn comes: queries that wait do not hold their values.
  private IdQuery ids(RunningQuery query) {
    String text = table.find(query.tenant(), query.id()).orElseThrow().fqlQuery();
    return IdQuery.of(query.type(), fql.read(text, query.type()), query.tenant().number());
  }

  public Optional<QueryDetails> find(Tenant tenant, UUID queryId) {
    return table.find(tenant, queryId);
  }

  /** A page of results in the order of the ids, by a connection to either database. */
  public List<UUID> page(Connection from, Tenant tenant, UUID queryId, int offset, int limit)
      throws SQLException {
    return QueryTable.page(from, tenant, queryId, offset, limit);
  }

  /**
   * Ends a query and the work of the database on it.
   *
   * @return false where it had ended
   */
  public boolean cancel(Tenant tenant, UUID queryId) {
    boolean cancelled = table.cancel(tenant, queryId);
    RunningQuery query = lease.find(queryId);
    if (cancelled && query != null) {
      query.stop();
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
    try {
      if (query != null) {
        query.stop();
        // Results that were saved after the removal would never be removed.
        query.end().await();
      }
      table.discard(tenant, queryId);
      removal.wake();
    } catch (DataAccessException e) {
      LOG.warn("Query {} is not removed yet: {}", queryId, e.getMessage());
    }
  }

  /** Notes how many results are saved, and marks queries of ended processes as failed. */
  void look() {
    try {
      Collection<RunningQuery> running = lease.all();
      if (!running.isEmpty()) {
        table.noteSaved(running);
      }
      table.failExpired(lease);
      learnSpace();
    } catch (DataAccessException e) {
      LOG.warn("Queries were not looked at: {}", e.getMessage());
    }
  }

  private void learnSpace() {
    long before = space.added();
    space.learn(before, table.space());
    if (space.isScarce()) {
      removal.wake();
    }
  }

  /** Ends all queries of this process, also those that wait; they are marked as failed. */
  @Override
  public void close() {
    removal.close();
    for (RunningQuery query : lease.all()) {
      fail(query, "The service was shut down");
      query.stop();
    }
  }
}
