package org.reprise.lists.fqm;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Leases;
import org.reprise.lists.lease.LeasedRows;
import org.reprise.lists.row.Columns;
import org.reprise.lists.split.WalPosition;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.work.SlicedDelete;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Queries and their results in the database. */
final class QueryTable {
  static final LeasedRows LEASED = new LeasedRows("query_details", "query_id");

  /** How many old results are removed at once, to keep transactions short. */
  private static final int SLICE = 10_000;

  private static final int FOUND_AT_ONCE = 1_000;
  private static final UUID FIRST = new UUID(0, 0);

  private static final SlicedDelete<UUID> REMOVAL =
      new SlicedDelete<>(
          "query_results",
          List.of("tenant", "query_id"),
          "result_id",
          UUID.class,
          new UUID(-1, -1),
          SLICE);

  private static final String REMOVED =
      "Its results were removed: their retention ended, or other queries needed the space";

  private final JdbcClient jdbc;
  private final UUID owner;
  private final Queue<Old> old = new ArrayDeque<>();
  private UUID from = FIRST;

  QueryTable(JdbcClient jdbc, UUID owner) {
    this.jdbc = jdbc;
    this.owner = owner;
  }

  void begin(RunningQuery query, String fql, List<String> fields, @Nullable UUID createdBy) {
    jdbc.sql(
            """
            insert into query_details (tenant, query_id, entity_type_id, fql_query, fields,
              created_by, refresh_id, status, start_date, owner, heartbeat)
            values (:tenant, :id, :type, :fql, :fields, :by, :refresh, 'IN_PROGRESS', now(),
              :owner, now())\
            """)
        .param("tenant", query.tenant().number())
        .param("id", query.id())
        .param("refresh", query.refreshId(), java.sql.Types.OTHER)
        .param("type", query.type().id())
        .param("fql", fql)
        .param("fields", fields.toArray(String[]::new))
        .param("by", createdBy, java.sql.Types.OTHER)
        .param("owner", owner)
        .update();
  }

  Optional<QueryDetails> find(Tenant tenant, UUID queryId) {
    return jdbc.sql(
            """
            select query_id, entity_type_id, fql_query, fields, created_by, status, start_date,
              end_date, total_records, failure_reason, source, position::text
            from query_details where tenant = ? and query_id = ?\
            """)
        .params(tenant.number(), queryId)
        .query((row, _) -> details(row))
        .optional();
  }

  private static QueryDetails details(ResultSet row) throws SQLException {
    Array fields = row.getArray("fields");
    String position = row.getString("position");
    return new QueryDetails(
        row.getObject("query_id", UUID.class),
        row.getObject("entity_type_id", UUID.class),
        row.getString("fql_query"),
        List.of((String[]) fields.getArray()),
        row.getObject("created_by", UUID.class),
        QueryStatus.valueOf(row.getString("status")),
        Columns.time(row, "start_date"),
        Columns.timeOrNull(row, "end_date"),
        row.getObject("total_records", Integer.class),
        row.getString("failure_reason"),
        "READER".equals(row.getString("source")),
        position == null ? null : WalPosition.parse(position));
  }

  /** Saves some results in a transaction of their own, as the original does. */
  void save(Tenant tenant, UUID queryId, List<UUID> ids) {
    jdbc.sql("insert into query_results (tenant, query_id, result_id) select ?, ?, unnest(?)")
        .params(tenant.number(), queryId, ids.toArray(UUID[]::new))
        .update();
  }

  void succeed(Tenant tenant, UUID queryId, int total, boolean fromReader, WalPosition at) {
    jdbc.sql(
            """
            update query_details
            set status = 'SUCCESS', end_date = now(), total_records = ?, source = ?,
              position = ?::pg_lsn
            where tenant = ? and query_id = ? and status = 'IN_PROGRESS' and owner = ?\
            """)
        .params(
            total, fromReader ? "READER" : "WRITER", at.toString(), tenant.number(), queryId, owner)
        .update();
  }

  void fail(Tenant tenant, UUID queryId, String reason) {
    LEASED.end(jdbc, tenant, queryId, QueryStatus.FAILED, reason);
  }

  void failExpired(Leases<UUID, ?> lease) {
    LEASED.failExpired(jdbc, lease);
  }

  boolean cancel(Tenant tenant, UUID queryId) {
    return LEASED.end(jdbc, tenant, queryId, QueryStatus.CANCELLED, null);
  }

  /** A page of the results in the order of the ids, as the original reads it. */
  static List<UUID> page(Connection from, Tenant tenant, UUID queryId, int offset, int limit)
      throws SQLException {
    try (PreparedStatement statement =
        from.prepareStatement(
            """
            select result_id from query_results where tenant = ? and query_id = ?
            order by result_id offset ? limit ?\
            """)) {
      statement.setShort(1, tenant.number());
      statement.setObject(2, queryId);
      statement.setInt(3, offset);
      statement.setInt(4, limit);
      List<UUID> ids = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getObject(1, UUID.class));
        }
      }
      return ids;
    }
  }

  /** Has a query removed with its results, before others. */
  void discard(Tenant tenant, UUID queryId) {
    jdbc.sql(
            """
            update query_details set status = 'CANCELLED', end_date = '-infinity'
            where tenant = ? and query_id = ?\
            """)
        .params(tenant.number(), queryId)
        .update();
  }

  /** Removes all results, in slices, before the query begins again. */
  void removeResults(Tenant tenant, UUID queryId) {
    Map<String, Object> query = Map.of("tenant", tenant.number(), "query_id", queryId);
    Optional<UUID> next = Optional.of(FIRST);
    while (next.isPresent()) {
      next = REMOVAL.remove(jdbc, query, next.get());
    }
  }

  private void removeDetails(short tenant, UUID queryId) {
    jdbc.sql("delete from query_details where tenant = ? and query_id = ?")
        .params(tenant, queryId)
        .update();
  }

  /** Notes how many results are saved of queries that this process runs. */
  void noteSaved(Collection<RunningQuery> running) {
    jdbc.sql(
            """
            update query_details q set results = r.results
            from unnest(?::uuid[], ?::integer[]) as r (id, results)
            where q.query_id = r.id and q.status = 'IN_PROGRESS' and q.owner = ?
              and q.results is distinct from r.results\
            """)
        .params(
            running.stream().map(RunningQuery::id).toArray(UUID[]::new),
            running.stream().map(RunningQuery::saved).toArray(Integer[]::new),
            owner)
        .update();
  }

  /** Notes how many results a query has in the end. */
  void count(short tenant, UUID queryId, int results) {
    jdbc.sql("update query_details set results = ? where tenant = ? and query_id = ?")
        .params(results, tenant, queryId)
        .update();
  }

  /** The space that all queries take, as {@link ResultSpace} counts it. */
  long space() {
    return jdbc.sql(
            """
            select coalesce(sum(results + ? + octet_length(fql_query) / ?), 0) from query_details\
            """)
        .params(ResultSpace.OF_A_QUERY, ResultSpace.BYTES_OF_A_RESULT)
        .query(Long.class)
        .single();
  }

  /**
   * A query whose results are to be removed.
   *
   * @param isReadable whether its creator may read its results: it is marked as failed first
   * @param isRemovedItself whether its row is removed, too; not before its time where it had
   *     results: its creator may ask for the reason
   */
  private record Old(short tenant, UUID queryId, boolean isReadable, boolean isRemovedItself) {}

  /**
   * Removes some of the results of queries that did not succeed, of those that ended long ago or
   * whose refresh has ended, and, as long as all take more space than is comfortable, of those of
   * requests that ended first; returns whether there may be more. One thread at a time calls it.
   */
  boolean removeSome(Duration retention, long comfortable) {
    if (old.isEmpty()) {
      old.addAll(findOld(retention, comfortable));
    }
    Old next = old.peek();
    if (next == null) {
      return false;
    }
    if (next.isReadable() && from.equals(FIRST)) {
      failRemoved(next);
    }
    removeSlice(next);
    return true;
  }

  // Some at once, for they are found by reading all queries. Of those that are removed for the
  // space only, as many as make enough of it.
  private List<Old> findOld(Duration retention, long comfortable) {
    return jdbc.sql(
            """
            with query as (
              select tenant, query_id, status, end_date, refresh_id, results,
                status not in ('SUCCESS', 'IN_PROGRESS') and results > 0 as has_unused,
                coalesce(end_date < now() - :retention * interval '1 millisecond', false)
                  or status <> 'IN_PROGRESS' and refresh_id is not null and not exists (
                    select from list_refresh r
                    where r.tenant = q.tenant and r.id = q.refresh_id
                      and r.status = 'IN_PROGRESS') as is_old,
                results + :query + octet_length(fql_query) / :bytes as space
              from query_details q),
            removable as (
              select *, sum(space) over (order by has_unused desc, is_old desc, end_date, query_id)
                - space as freed
              from query
              where has_unused or is_old or status <> 'IN_PROGRESS' and refresh_id is null)
            select tenant, query_id, status = 'SUCCESS', is_old or results = 0 from removable
            where has_unused or is_old
              or freed < (select sum(space) from query) - :comfortable
            order by has_unused desc, is_old desc, end_date, query_id limit :most\
            """)
        .param("retention", retention.toMillis())
        .param("query", ResultSpace.OF_A_QUERY)
        .param("bytes", ResultSpace.BYTES_OF_A_RESULT)
        .param("comfortable", comfortable)
        .param("most", FOUND_AT_ONCE)
        .query((row, _) ->
            new Old(
                row.getShort(1),
                row.getObject(2, UUID.class),
                row.getBoolean(3),
                row.getBoolean(4)))
        .list();
  }

  // Committed before the first slice is deleted: a page of a query that succeeded is never short.
  private void failRemoved(Old old) {
    jdbc.sql(
            """
            update query_details set status = 'FAILED', failure_reason = ?
            where tenant = ? and query_id = ? and status = 'SUCCESS'\
            """)
        .params(REMOVED, old.tenant(), old.queryId())
        .update();
  }

  // The query's row is removed last: what is left of its results is found by it.
  private void removeSlice(Old query) {
    short tenant = query.tenant();
    UUID id = query.queryId();
    Optional<UUID> last = REMOVAL.remove(jdbc, Map.of("tenant", tenant, "query_id", id), from);
    if (last.isPresent()) {
      jdbc.sql(
              """
              update query_details set results = greatest(results - ?, 1)
              where tenant = ? and query_id = ?\
              """)
          .params(SLICE, tenant, id)
          .update();
    } else if (query.isRemovedItself()) {
      removeDetails(tenant, id);
    } else {
      count(tenant, id, 0);
    }
    from = last.orElse(FIRST);
    if (last.isEmpty()) {
      old.remove();
    }
  }
}
