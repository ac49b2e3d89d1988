package org.reprise.lists.refresh;

import java.sql.Connection;
import java.util.Collection;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Leases;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.event.Events;
import org.reprise.lists.list.RefreshView;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.tenant.Caller;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Refreshes in the database, and what lists know of theirs. */
@Component
final class RefreshTable {
  private final DatabaseClient database;
  private final Events events;
  private final UUID owner;
  private final EntityTypes types;

  RefreshTable(DatabaseClient database, Events events, Leases<UUID, Job> lease, EntityTypes types) {
    this.database = database;
    this.events = events;
    this.owner = lease.owner();
    this.types = types;
  }

  /** What a list is filled with: results of a query or, where that is null, of {@code fql}. */
  record ListQuery(EntityType type, String fql, @Nullable UUID queryId) {}

  private record Stored(UUID entityTypeId, @Nullable String fqlQuery, @Nullable UUID queryId) {}

  /**
   * Reads what a list is filled with, which nobody changes while it is refreshed.
   *
   * @throws Failure where the list has no query any more, or its type is not described any more
   */
  ListQuery query(Job job) throws Failure {
    Stored list =
        database
            .sql(
                """
                select l.entity_type_id, l.fql_query, r.query_id
                from list_refresh r
                  join record_list l on l.tenant = r.tenant and l.id = r.list_id
                where r.tenant = ? and r.id = ? and not l.is_deleted\
                """)
            .params(job.tenant().number(), job.refreshId())
            .query(RecordMapper.of(Stored.class))
            .optional()
            .orElseThrow(() -> new Failure("list.not.found", "The list is gone"));
    EntityType type =
        types
            .find(list.entityTypeId())
            .orElseThrow(
                () -> new Failure("entity.type.not.found", "The list's entity type is gone"));
    if (list.fqlQuery() == null && list.queryId() == null) {
      throw new Failure("list.missing.query", "The list has no query");
    }
    return new ListQuery(type, Objects.requireNonNullElse(list.fqlQuery(), ""), list.queryId());
  }

  /**
   * Begins a refresh of a locked list. The transaction may have begun long before it had the lock:
   * by its time the lease would have expired already.
   */
  RefreshView begin(
      Caller caller, UUID listId, int version, RefreshMode mode, @Nullable UUID queryId) {
    return database
        .sql(
            """
            with begun as (
              insert into list_refresh (tenant, id, list_id, list_version, mode, query_id, status,
                refreshed_by, refreshed_by_username, refresh_start_date, owner, heartbeat)
              values (:tenant, :id, :list, :version, :mode, :query, 'IN_PROGRESS', :by,
                (select username from app_user where tenant = :tenant and id = :by),
                clock_timestamp(), :owner, clock_timestamp())
              returning *
            ), noted as (
              update record_list set in_progress_refresh_id = :id
              where tenant = :tenant and id = :list
            )
            select %s from begun\
            """
                .formatted(RefreshView.columns("begun", "")))
        .param("tenant", caller.tenant().number())
        .param("id", UUID.randomUUID())
        .param("list", listId)
        .param("version", version)
        .param("mode", mode.name())
        .param("query", queryId, java.sql.Types.OTHER)
        .param("by", caller.user(), java.sql.Types.OTHER)
        .param("owner", owner)
        .query(RecordMapper.of(RefreshView.class))
        .single();
  }

  /** Ends the refresh of a locked list on request; false where it has ended already. */
  boolean cancel(Caller caller, UUID listId, UUID refreshId) {
    return end(
        caller.tenant().number(),
        listId,
        refreshId,
        "CANCELLED",
        "refresh.cancelled",
        "Somebody cancelled it");
  }

  /** Notes that a refresh has failed, unless it is no longer this process's. */
  void fail(Job job, String code, String message) {
    short tenant = job.tenant().number();
    database.inTransaction(() -> {
      lockFirst(database.jdbc(), tenant, job.listId());
      if (isOurs(job)) {
        end(tenant, job.listId(), job.refreshId(), "FAILED", code, message);
      }
    });
  }

  private boolean isOurs(Job job) {
    return database
        .sql(
            """
            select 1 from list_refresh
            where tenant = ? and id = ? and status = 'IN_PROGRESS' and owner = ? and attempt = ?\
            """)
        .params(job.tenant().number(), job.refreshId(), owner, job.attempt())
        .query(Integer.class)
        .optional()
        .isPresent();
  }

  private boolean end(
      short tenant, UUID listId, UUID refreshId, String status, String code, String message) {
    return database
            .sql(
                """
                with ended as (
                  update list_refresh
                  set status = :status, refresh_end_date = now(), error_code = :code,
                    error_message = :message
                  where tenant = :tenant and id = :id and status = 'IN_PROGRESS'
                  returning id
                )
                update record_list l
                set in_progress_refresh_id = null, failed_refresh_id = ended.id
                from ended
                where l.tenant = :tenant and l.id = :list and l.in_progress_refresh_id = ended.id\
                """)
            .param("status", status)
            .param("code", code)
            .param("message", message)
            .param("tenant", tenant)
            .param("id", refreshId)
            .param("list", listId)
            .update()
        > 0;
  }

  /** Shows what was filled, in the caller's transaction; throws LeaseLost where it is not ours. */
  void complete(Job job, Filled filled) {
    show(database.jdbc(), job, filled);
    events.record(job.tenant(), ListRefreshed.event(job, filled));
  }

  /** The same in the transaction of a connection to the writer that Spring does not know. */
  void complete(Connection writer, Job job, Filled filled) {
    show(DatabaseClient.on(writer), job, filled);
    events.record(writer, job.tenant(), ListRefreshed.event(job, filled));
  }

  private void show(JdbcClient jdbc, Job job, Filled filled) {
    lockFirst(jdbc, job.tenant().number(), job.listId());
    int shown =
        jdbc.sql(
                """
                with done as (
                  update list_refresh r
                  set status = 'SUCCESS', refresh_end_date = clock_timestamp(), records_count = ?,
                    source = ?, position = ?::pg_lsn,
                    content_version = 1 + coalesce((
                      select max(content_version) from list_refresh before
                      where before.tenant = r.tenant and before.list_id = r.list_id), 0)
                  where tenant = ? and id = ? and status = 'IN_PROGRESS' and owner = ?
                    and attempt = ?
                  returning tenant, list_id, id
                )
                update record_list l
                set success_refresh_id = done.id, failed_refresh_id = null,
                  in_progress_refresh_id = null
                from done
                where l.tenant = done.tenant and l.id = done.list_id
                  and l.in_progress_refresh_id = done.id\
                """)
            .params(
                filled.count(),
                filled.source().name(),
                filled.position(),
                job.tenant().number(),
                job.refreshId(),
                owner,
                job.attempt())
            .update();
    if (shown != 1) {
      throw job.lost();
    }
  }

  // Always the list before its refresh: one order of locks, so that there is no deadlock.
  private static void lockFirst(JdbcClient jdbc, short tenant, UUID listId) {
    jdbc.sql("select 1 from record_list where tenant = ? and id = ? for update")
        .params(tenant, listId)
        .query(Integer.class)
        .optional();
  }

  /**
   * Keeps a refresh with this process until the end of the caller's transaction: no other process
   * takes it over or removes its contents meanwhile. The lock is a key share, for which neither
   * renewals of the lease nor a cancellation wait.
   *
   * @throws org.reprise.kit.work.LeaseLost where it was stopped or cancelled, or has another owner
   */
  void keep(Job job) {
    job.requireGoing();
    // The server ends the transaction of a process that was stopped or has lost its host.
    database
        .sql(
            """
            select set_config('idle_in_transaction_session_timeout', '30s', true)
            from list_refresh where tenant = ? and id = ? for key share\
            """)
        .params(job.tenant().number(), job.refreshId())
        .query(String.class)
        .optional();
    // A second statement, for the first one's snapshot may be older than its lock.
    if (!isOurs(job)) {
      throw job.lost();
    }
  }

  /** Ends the leases on refreshes of this process, so that others can take them over at once. */
  void release(Collection<UUID> refreshes) {
    database
        .sql(
            """
            update list_refresh set heartbeat = '-infinity'
            where id = any (?) and status = 'IN_PROGRESS' and owner = ?\
            """)
        .params(refreshes.toArray(UUID[]::new), owner)
        .update();
  }
}
