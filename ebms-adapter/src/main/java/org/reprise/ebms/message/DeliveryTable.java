package org.reprise.ebms.message;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
final class DeliveryTable {
  private static final String COLUMNS =
      """
      message_id, message, endpoint as address, null::bytea as envelope, reliable, attempts, retries,
      retry_interval, expires_at\
      """;

  /** No living instance is sending it. */
  private static final String IS_FREE =
      """
      (d.claimed_by is null
        or not exists (select from node n where n.id = d.claimed_by and n.expires_at > now()))\
      """;

  /** Endpoints for which something waits, found by an index without reading all that waits. */
  static final String ENDPOINTS =
      """
      endpoint(uri) as (
        (select endpoint from delivery order by endpoint limit 1)
        union all
        select (select d.endpoint from delivery d where d.endpoint > e.uri
          order by d.endpoint limit 1) from endpoint e where e.uri is not null)\
      """;

  private final JdbcClient jdbc;

  DeliveryTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Makes something due now, at the endpoint that the agreement names by now. */
  void insert(Delivery delivery) {
    insert(delivery, null);
  }

  /** As {@link #insert(Delivery)}, claimed by an instance that is sending it already. */
  void insert(Delivery delivery, @Nullable UUID instance) {
    jdbc.sql(
            """
            insert into delivery (message_id, message, endpoint, envelope, reliable, retries,
              retry_interval, next_attempt_at, expires_at, claimed_by)
            values (?, ?, ?, ?, ?, ?, ?, now(), ?, ?)
            on conflict (message_id) do update set endpoint = excluded.endpoint,
              next_attempt_at = now(), expires_at = excluded.expires_at\
            """)
        .params(
            Arrays.asList(
                delivery.messageId(),
                delivery.message(),
                delivery.address(),
                delivery.envelope(),
                delivery.reliable(),
                delivery.retries(),
                delivery.retryInterval(),
                MessageTable.at(delivery.expiresAt()),
                instance))
        .update();
  }

  /** Counts the business messages or signals that wait for an endpoint, up to a limit. */
  int waiting(URI endpoint, boolean signals, int limit) {
    return jdbc.sql(
            """
            select count(*) from (
              select from delivery where endpoint = ? and message is %s limit ?) waiting\
            """
                .formatted(signals ? "null" : "not null"))
        .params(endpoint.toString(), limit)
        .query(Integer.class)
        .single();
  }

  /**
   * Claims what is due for an instance: for each endpoint as many rows as its queue has room for.
   * What waits for a partner that is slow or does not answer is not looked at, however much it is.
   * The endpoints come in random order, so that one with a large backlog, whose queue always has
   * room, delays no other. Rows that another instance is claiming at the same moment are skipped. A
   * best-effort message that was on the wire when its instance ended is not claimed.
   *
   * @param max rows of all endpoints together
   * @param rooms how many messages each known endpoint can take
   * @param otherRoom how many one can take that is not among them
   */
  List<Delivery> claim(UUID instance, int max, Map<URI, Integer> rooms, int otherRoom) {
    return jdbc.sql(
            """
            with recursive %s
            update delivery set claimed_by = ? where message_id in (
              select due.message_id from (
                select e.uri, coalesce(r.room, ?) as room from endpoint e
                left join unnest(?::text[], ?::integer[]) r(uri, room) on r.uri = e.uri
                where not exists (select from paused_endpoint p where p.endpoint = e.uri)
                order by random()) e,
              lateral (select d.message_id from delivery d
              where d.endpoint = e.uri and d.next_attempt_at <= now()
                and (d.expires_at is null or d.expires_at > now())
                and (not d.reliable or d.attempts <= d.retries)
                and (d.claimed_by is null
                  or ((d.reliable or d.message is null or not d.on_the_wire) and %s))
                order by d.next_attempt_at limit e.room for update skip locked) due limit ?)
            returning %s\
            """
                .formatted(ENDPOINTS, IS_FREE, COLUMNS))
        .params(
            instance,
            otherRoom,
            rooms.keySet().stream().map(URI::toString).toArray(String[]::new),
            rooms.values().toArray(Integer[]::new),
            max)
        .query(new SimplePropertyRowMapper<>(Delivery.class))
        .list();
  }

  /** The envelope of something that is to be sent; empty where it is not to be sent (any more). */
  Optional<byte[]> envelope(String messageId) {
    return jdbc.sql(
            """
            select coalesce(d.envelope, m.envelope) from delivery d
            left join message m on m.id = d.message where d.message_id = ?
              and d.next_attempt_at < 'infinity'
              and not exists (select from paused_endpoint p where p.endpoint = d.endpoint)\
            """)
        .param(messageId)
        .query((row, n) -> row.getBytes(1))
        .optional();
  }

  /** Moves what an instance has claimed to another endpoint. */
  void move(String messageId, UUID instance, URI endpoint) {
    jdbc.sql("update delivery set endpoint = ? where message_id = ? and claimed_by = ?")
        .params(endpoint.toString(), messageId, instance)
        .update();
  }

  /** Notes whether a message may be with the partner; false where the instance has lost it. */
  boolean onTheWire(String messageId, UUID instance, boolean onTheWire) {
    return jdbc.sql("update delivery set on_the_wire = ? where message_id = ? and claimed_by = ?")
            .params(onTheWire, messageId, instance)
            .update()
        > 0;
  }

  /** Gives back what was not sent; {@link #releaseForgotten} does so where it is locked. */
  void release(String messageId, UUID instance, Duration pause) {
    jdbc.sql(
            """
            update delivery set claimed_by = null, on_the_wire = false,
              next_attempt_at = greatest(next_attempt_at, now() + ? * interval '1 millisecond')
            where message_id in (select message_id from delivery
              where message_id = ? and claimed_by = ? for update skip locked)\
            """)
        .params(pause.toMillis(), messageId, instance)
        .update();
  }

  /** Gives back what an instance took and does not know of, but for locked rows. */
  void releaseForgotten(UUID instance, Collection<String> known) {
    jdbc.sql(
            """
            update delivery set claimed_by = null, on_the_wire = false
            where message_id in (select message_id from delivery where claimed_by = ?
              and not exists (select from unnest(?::text[]) known(id) where id = message_id)
              for update skip locked)\
            """)
        .params(instance, known.toArray(String[]::new))
        .update();
  }

  /**
   * Notes that it was sent, and that it is due again after its interval. Where none is agreed, the
   * tries that are left share the time until its TimeToLive.
   */
  boolean sent(String messageId, UUID instance) {
    return jdbc.sql(
                """
                update delivery set claimed_by = null, attempts = attempts + 1,
                  next_attempt_at = greatest(next_attempt_at, case
                    when retry_interval > 0 or expires_at is null
                      then now() + retry_interval * interval '1 millisecond'
                    else now() + (expires_at - now()) / greatest(1, retries + 1 - attempts) end)
                where message_id = ? and claimed_by = ?\
                """)
            .params(messageId, instance)
            .update()
        > 0;
  }

  /** Keeps a message from being due, also after a try that runs now. */
  void hold(String messageId) {
    jdbc.sql("update delivery set next_attempt_at = 'infinity' where message_id = ?")
        .param(messageId)
        .update();
  }

  /** Returns which of some messages are held. */
  Set<String> held(Collection<String> messageIds) {
    return jdbc.sql(
            """
            select message_id from delivery
            where message_id = any (?) and next_attempt_at = 'infinity'\
            """)
        .param(messageIds.toArray(String[]::new))
        .query((row, n) -> row.getString(1))
        .set();
  }

  /** Makes what is held due now; what was sent as often as agreed, after its interval. */
  void release(String messageId) {
    jdbc.sql(
            """
            update delivery set next_attempt_at = now()
              + case when attempts > retries then retry_interval else 0 end * interval '1 millisecond'
            where message_id = ? and next_attempt_at = 'infinity'\
            """)
        .param(messageId)
        .update();
  }

  /** Lets a message be sent once more than agreed, after its interval or a pause that is longer. */
  void grantRetry(String messageId, Duration pause) {
    jdbc.sql(
            """
            update delivery set retries = greatest(retries, attempts + 1),
              next_attempt_at = greatest(next_attempt_at,
                now() + greatest(retry_interval, ?) * interval '1 millisecond')
            where message_id = ? and reliable\
            """)
        .params(pause.toMillis(), messageId)
        .update();
  }

  void delete(String messageId) {
    jdbc.sql("delete from delivery where message_id = ?").param(messageId).update();
  }

  /** Deletes a signal unless it is to go to another endpoint by now. */
  void deleteAt(String messageId, String endpoint) {
    jdbc.sql("delete from delivery where message_id = ? and endpoint = ?")
        .params(messageId, endpoint)
        .update();
  }

  /** Why something is not sent any more, although no partner said anything about it. */
  enum Overdue {
    /**
     * It was sent as often as agreed and not acknowledged. Where no interval is agreed it waits for
     * its acknowledgment until its TimeToLive.
     */
    EXHAUSTED(
        "d.reliable and d.attempts > d.retries and d.next_attempt_at <= now()"
            + " and (d.retry_interval > 0 or d.expires_at is null)"),
    EXPIRED("d.expires_at <= now()"),
    /** An instance ended while it was on the wire, and it may not be sent twice. */
    UNCLEAR("d.on_the_wire and d.claimed_by is not null");

    private final String condition;

    Overdue(String condition) {
      this.condition = condition;
    }
  }

  /** Overdue messages that no instance is sending, without some. */
  List<Delivery> overdue(Overdue why, int limit, Collection<String> without) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + " from delivery d where "
                + why.condition
                + " and "
                + IS_FREE
                + " and not d.message_id = any (?) limit ?")
        .params(without.toArray(String[]::new), limit)
        .query(new SimplePropertyRowMapper<>(Delivery.class))
        .list();
  }

  /** Deletes something that is overdue; returns false where it no longer is, or is locked now. */
  boolean deleteOverdue(String messageId, Overdue why) {
    return jdbc.sql(
                """
                delete from delivery where message_id in (select d.message_id from delivery d
                  where d.message_id = ? and %s and %s for update skip locked)\
                """
                    .formatted(why.condition, IS_FREE))
            .param(messageId)
            .update()
        > 0;
  }
}
