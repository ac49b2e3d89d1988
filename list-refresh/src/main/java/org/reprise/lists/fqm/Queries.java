package org.reprise.lists.fqm;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.fql.FqlReader;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.ReadSource;
import org.reprise.lists.split.Split;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.split.WalPosition;
import org.reprise.lists.tenant.Tenant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Queries, as mod-fqm-manager 1.0.0 runs them: a cursor is read, from the reader where FQM is
 * split, and its ids are saved on the writer in batches of 100, a transaction each.
 */
public final class Queries implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Queries.class);
  private static final int BATCH = 100;

  private final QueryTable table;
  private final Split split;
  private final FqlReader fql;
  private final QuerySettings settings;
  private final Map<UUID, StoppableWork> running = new ConcurrentHashMap<>();

  Queries(QueryTable table, Split split, FqlReader fql, QuerySettings settings) {
    this.table = table;
    this.split = split;
    this.fql = fql;
    this.settings = settings;
  }

  /**
   * Begins a query.
   *
   * @param fields what its results show
   * @param createdBy who asks
   * @return its id
   * @throws org.reprise.lists.fql.InvalidQuery when the text is no query of the entity type
   */
  public UUID start(
      Tenant tenant,
      EntityType type,
      String fqlQuery,
      List<String> fields,
      @Nullable UUID createdBy) {
    IdQuery query = IdQuery.of(type, fql.read(fqlQuery, type).condition(), tenant.number());
    UUID id = UUID.randomUUID();
    StoppableWork work = new StoppableWork();
    running.put(id, work);
    try {
      table.begin(tenant, id, type.id(), fqlQuery, fields, createdBy);
    } catch (RuntimeException e) {
      running.remove(id);
      throw e;
    }
    Thread.ofVirtual().name("query-" + id).start(() -> run(tenant, id, query, work));
    return id;
  }

  private void run(Tenant tenant, UUID id, IdQuery query, StoppableWork work) {
    try {
      stage(tenant, id, query, work);
    } catch (SQLException | DataAccessException e) {
      if (!work.isStopped()) {
        LOG.warn("Query {} failed", id, e);
        fail(tenant, id, "The database failed: " + e.getMessage());
      }
    } finally {
      running.remove(id);
    }
  }

  private void fail(Tenant tenant, UUID id, String reason) {
    try {
      table.fail(tenant, id, reason);
    } catch (DataAccessException e) {
      // It is seen as failed when its lease has ended.
      LOG.warn("Query {} is left: {}", id, e.getMessage());
    }
  }

  private void stage(Tenant tenant, UUID id, IdQuery query, StoppableWork work)
      throws SQLException {
    WalPosition mustShow = split.position();
    ReadSource source = split.choose(Feature.FQM, mustShow, settings.catchUp());
    try (Connection reader = source.connect();
        StoppableWork.Registration _ = work.register(reader)) {
      reader.setAutoCommit(false);
      try {
        WalPosition position =
            source
                .position(reader)
                .filter(at -> at.shows(mustShow))
                .orElseThrow(() -> new SQLException("the reader does not show what it must"));
        int total = copy(tenant, id, reader, query, work);
        table.succeed(tenant, id, total, source.isReader(), position);
      } finally {
        end(reader);
      }
    }
  }

  private static void end(Connection reader) throws SQLException {
    if (!reader.isClosed()) {
      reader.rollback();
      reader.setAutoCommit(true);
    }
  }

  private int copy(Tenant tenant, UUID id, Connection reader, IdQuery query, StoppableWork work)
      throws SQLException {
    int total = 0;
    try (PreparedStatement statement = query.prepare(reader)) {
      statement.setFetchSize(BATCH);
      try (ResultSet rows = statement.executeQuery()) {
        List<UUID> batch = new ArrayList<>(BATCH);
        while (rows.next()) {
          batch.add(rows.getObject(1, UUID.class));
          total++;
          if (batch.size() == BATCH) {
            save(tenant, id, batch, work);
          }
        }
        save(tenant, id, batch, work);
      }
    }
    return total;
  }

  private void save(Tenant tenant, UUID id, List<UUID> batch, StoppableWork work)
      throws SQLException {
    work.requireGoing();
    if (!batch.isEmpty()) {
      table.save(tenant, id, batch);
      batch.clear();
    }
  }

  /** A query, if the tenant has it. */
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
    StoppableWork work = running.get(queryId);
    if (cancelled && work != null) {
      work.stop();
    }
    return cancelled;
  }

  /** Ends a query, if it runs, and removes it with its results. */
  public void discard(Tenant tenant, UUID queryId) {
    cancel(tenant, queryId);
    table.remove(tenant, queryId);
  }

  /** Gives signs of life, and ends work on what was cancelled elsewhere. */
  void heartbeat() {
    Map<UUID, StoppableWork> now = Map.copyOf(running);
    try {
      if (!now.isEmpty()) {
        Set<UUID> ours = table.heartbeat(now.keySet());
        now.forEach((id, work) -> stopUnless(ours.contains(id), id, work));
      }
      table.failOrphans(settings.lease());
      table.removeOld(settings.retention());
    } catch (DataAccessException e) {
      LOG.warn("No sign of life was given: {}", e.getMessage());
    }
  }

  private void stopUnless(boolean ours, UUID id, StoppableWork work) {
    if (!ours && running.get(id) == work) {
      work.stop();
    }
  }

  /** How often {@link #heartbeat} is due. */
  Duration pace() {
    return settings.lease().dividedBy(5);
  }

  /** Ends all work. */
  @Override
  public void close() {
    running.values().forEach(StoppableWork::stop);
  }
}
