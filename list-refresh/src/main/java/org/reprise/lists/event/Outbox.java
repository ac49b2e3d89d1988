package org.reprise.lists.event;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.reprise.lists.row.RecordMapper;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The statements of the outbox. All run in the caller's transaction. */
final class Outbox {
  /** First number of the advisory locks of this table; the second is the tenant's. */
  private static final int LOCKS = 0x65766f75;

  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCH_BYTES = 8_000_000;

  /** A batch with fewer events holds all that waited: no event has more than its bytes. */
  static final int MIN_CUT_BATCH = MAX_BATCH_BYTES / Events.MAX_BODY_BYTES;

  private static final int MOST_COUNTED = 100_000;

  private static final RecordMapper<PendingEvent> PENDING = RecordMapper.of(PendingEvent.class);

  private final JdbcTemplate jdbc;
  private final JdbcClient client;

  Outbox(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
    this.client = JdbcClient.create(jdbc);
  }

  record Entry(UUID eventId, String topic, String key, String body) {}

  record Backlog(long events, Duration oldest) {
    static final Backlog NONE = new Backlog(0, Duration.ZERO);
  }

  void add(Tenant tenant, List<Entry> entries) {
    List<Object[]> rows =
        entries.stream()
            .map(entry ->
                new Object[] {tenant.number(), entry.eventId, entry.topic, entry.key, entry.body})
            .toList();
    jdbc.batchUpdate(
        "insert into event_outbox (tenant, event_id, topic, key, body) values (?, ?, ?, ?, ?)",
        rows);
  }

  /** Whether this transaction is the one that publishes the tenant's events, until it ends. */
  boolean lead(Tenant tenant) {
    return client
        .sql("select pg_try_advisory_xact_lock(?, ?)")
        .param(LOCKS)
        .param((int) tenant.number())
        .query(Boolean.class)
        .single();
  }

  /** Returns the oldest events, bounded by their number and by their bytes: they are in memory. */
  List<PendingEvent> next(Tenant tenant) {
    return client
        .sql(
            """
            select id, event_id, topic, key, body
            from (
              select *, sum(octet_length(body)) over (order by id) - octet_length(body) as bytes_before
              from (select * from event_outbox where tenant = ? order by id limit ?) oldest
            ) batch
            where bytes_before < ? order by id\
            """)
        .params(tenant.number(), MAX_BATCH, MAX_BATCH_BYTES)
        .query(PENDING)
        .list();
  }

  void forget(Tenant tenant, Collection<PendingEvent> events) {
    Long[] ids = events.stream().map(PendingEvent::id).toArray(Long[]::new);
    client
        .sql("delete from event_outbox where tenant = ? and id = any (?)")
        .param(tenant.number())
        .param(ids)
        .update();
  }

  /** What waits of all tenants, counted up to a bound. */
  Backlog backlog() {
    return client
        .sql(
            """
            select count(*) as events,
              coalesce(extract(epoch from now() - min(created_date)), 0)::float8 as oldest
            from (select created_date from event_outbox limit ?) counted\
            """)
        .param(MOST_COUNTED)
        .query((row, number) ->
            new Backlog(
                row.getLong("events"),
                Duration.ofMillis(Math.max(0, (long) (row.getDouble("oldest") * 1_000)))))
        .single();
  }
}
