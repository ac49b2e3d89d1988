package org.reprise.lists.fqm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;
import org.reprise.kit.work.LeaseTable;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.work.LeasedRows;
import org.reprise.lists.work.SlicedDelete;
import org.springframework.jdbc.core.simple.JdbcClient;

final class QueryTable extends LeasedRows {
  static final LeaseTable LEASES = leases("query_details", "query_id");

  /** How many old results are removed at once, to keep transactions short. */
  private static final int SLICE = 10_000;

  private static final int MAX_FOUND = 1_000;
  private static final UUID FIRST = new UUID(0, 0);

  private static final SlicedDelete<UUID> REMOVAL =
      new SlicedDelete<>(
          "query_results",
          List.of("tenant", "query_id"),
          "result_id",
          UUID.class,
          new UUID(-1, -1),
          SLICE);

  /** By an index alone, and of the largest queries first, to the one that exceeds the space. */
  static final String IS_FULL =
      """
      select exists (
        select from (
          select sum(space) over (order by space desc rows unbounded preceding) as used
          from query_details where tenant = ? and refresh_id is null) taken
        where used >= ?)\
      """;

  private final UUID owner;
  private final Queue<Old> old = new ArrayDeque<>();
  private UUID from = FIRST;

  QueryTable(JdbcClient jdbc, UUID owner) {
    super(jdbc, LEASES);
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
              end_date, coalesce(total_records, 0) as total_records, failure_reason,
              coalesce(source = 'READER', false) as from_reader, position::text
            from query_details
            where tenant = ? and query_id = ? and end_date is distinct from '-infinity'\
            """)
        .params(tenant.number(), queryId)
        .query(RecordMapper.of(QueryDetails.class))
        .optional();
  }

  /**
   * Saves some results in a transaction of their own, as the original does; returns false where the
   * query has ended. Its removal, perhaps by another process, waits for the lock.
   */
  boolean save(Tenant tenant, UUID queryId, List<UUID> ids) {
    return jdbc.sql(
                """
                with query as (
                  select tenant, query_id from query_details
                  where tenant = ? and query_id = ? and status = 'IN_PROGRESS' for key share)
                insert into query_results (tenant, query_id, result_id)
                select tenant, query_id, unnest(?) from query\
                """)
            .params(tenant.number(), queryId, ids.toArray(UUID[]::new))
            .update()
        > 0;
  }

  void succeed(Tenant tenant, UUID queryId, int total, boolean fromReader, LogSequenceNumber at) {
    jdbc.sql(
            """
            update query_details
            set status = 'SUCCESS', end_date = now(), total_records = ?, source = ?,
              position = ?::pg_lsn
            where tenant = ? and query_id = ? and status = 'IN_PROGRESS' and owner = ?\
            """)
        .params(
            total, fromReader ? "READER" : "WRITER", at.asString(), tenant.number(), queryId, owner)
        .update();
  }

  /** A page of the results in the order of the ids, as the original reads it. */
  static List<UUID> page(JdbcClient from, Tenant tenant, UUID queryId, int offset, int limit) {
    return from.sql(
            """
            select result_id from query_results where tenant = ? and query_id = ?
            order by result_id offset ? limit ?\
            """)
        .params(tenant.number(), queryId, offset, limit)
        .query((row, _) -> row.getObject(1, UUID.class))
        .list();
  }

  /** Has a query removed with its results, before others; it is not found any more. */
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

  /** Records how many results are saved of queries that this process runs. */
  void recordSaved(Collection<RunningQuery> running) {
    jdbc.sql(
            """
            update query_details q set results = r.results
            from unnest(?::uuid[], ?::integer[]) as r (id, results)
            where q.query_id = r.id and q.status = 'IN_PROGRESS' and q.owner = ?
              and q.results is distinct from r.results\
            """)
        .params(
            running.stream().map(RunningQuery::id).toArray(UUID[]::new),
            running.stream().map(one -> one.results().get()).toArray(Integer[]::new),
            owner)
        .update();
  }

  /** Notes how many results a query has in the end. */
  void count(short tenant, UUID queryId, int results) {
    jdbc.sql("update query_details set results = ? where tenant = ? and query_id = ?")
        .params(results, tenant, queryId)
        .update();
  }

  /** Returns whether a tenant's queries take the space that they may; see {@link QuerySettings}. */
  boolean isFull(Tenant tenant, long space) {
    return jdbc.sql(IS_FULL).params(tenant.number(), space).query(Boolean.class).single();
  }

  /** Returns a tenant's queries whose results have been kept for long enough. */
  List<UUID> old(Tenant tenant, Duration retention) {
    return jdbc.sql(
            """
            select query_id from query_details
            where tenant = ? and refresh_id is null and status <> 'IN_PROGRESS'
              and end_date < now() - ? * interval '1 millisecond'\
            """)
        .params(tenant.number(), retention.toMillis())
        .query((row, _) -> row.getObject(1, UUID.class))
        .list();
  }

  /**
   * A query whose results are to be removed.
   *
   * @param isOld whether its row is removed, too; before that its creator may ask why it failed
   */
  private record Old(short tenant, UUID queryId, boolean isOld) {}

  /**
   * Removes some of the results of queries that did not succeed, ended long ago, or whose refresh
   * has ended; returns whether there may be more. One thread at a time calls it.
   */
  boolean removeSome(Duration retention) {
    if (old.isEmpty()) {
      old.addAll(findOld(retention));
    }
    Old next = old.peek();
    if (next == null) {
      return false;
    }
    if (from.equals(FIRST)) {
      close(next);
    }
    removeSlice(next);
    return true;
  }

  // Some at once, for they are found by reading all queries.
  private List<Old> findOld(Duration retention) {
    return jdbc.sql(
            """
            select tenant, query_id, is_old
            from (
              select *, end_date < now() - ? * interval '1 millisecond'
                or refresh_id is not null and not exists (
                  select from list_refresh r
                  where r.tenant = q.tenant and r.id = q.refresh_id
                    and r.status = 'IN_PROGRESS') as is_old
              from query_details q where status <> 'IN_PROGRESS') ended
            where is_old or status <> 'SUCCESS' and results > 0
            order by is_old, end_date limit ?\
            """)
        .params(retention.toMillis(), MAX_FOUND)
        .query(RecordMapper.of(Old.class))
        .list();
  }

  // Waits for another process that saves results and does not know yet that its query has ended.
  // Committed before the first slice is deleted: a page of a query that succeeded is never short.
  private void close(Old old) {
    jdbc.sql("select 1 from query_details where tenant = ? and query_id = ? for update")
        .params(old.tenant(), old.queryId())
        .query(Integer.class)
        .optional();
    jdbc.sql(
            """
            update query_details
            set status = 'FAILED', failure_reason = 'Its results were removed: their retention ended'
            where tenant = ? and query_id = ? and status = 'SUCCESS'\
            """)
        .params(old.tenant(), old.queryId())
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
    } else if (query.isOld()) {
      jdbc.sql("delete from query_details where tenant = ? and query_id = ?")
          .params(tenant, id)
          .update();
    } else {
      count(tenant, id, 0);
    }
    from = last.orElse(FIRST);
    if (last.isEmpty()) {
      old.remove();
    }
  }
}
