package org.reprise.ebms.message;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The statements on what is to be sent. */
final class DeliveryTable {
  private static final String COLUMNS =
      """
      message_id, message, endpoint,
      coalesce(envelope, (select m.envelope from message m where m.id = message)), reliable,
      attempts, retries, retry_interval, expires_at\
      """;

  /** Nobody alive is sending it. */
  private static final String IS_FREE =
      """
      (d.claimed_by is null
        or not exists (select from node n where n.id = d.claimed_by and n.expires_at > now()))\
      """;

  private final JdbcClient jdbc;

  DeliveryTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Makes something due now; what is there already becomes due again, as it was. */
  void insert(Delivery delivery) {
    jdbc.sql(
            """
            insert into delivery (message_id, message, endpoint, envelope, reliable, retries,
              retry_interval, next_attempt_at, expires_at)
            values (?, ?, ?, ?, ?, ?, ?, now(), ?)
            on conflict (message_id) do update set next_attempt_at = now(),
              expires_at = excluded.expires_at\
            """)
        .params(
            Values.of(
                delivery.messageId(),
                delivery.message(),
                delivery.endpoint().toString(),
                delivery.envelope(),
                delivery.reliable(),
                delivery.retries(),
                delivery.retryInterval().toMillis(),
                MessageTable.at(delivery.expiresAt())))
        .update();
  }

  /** How much waits for an endpoint; counts no further than a limit. */
  int waiting(URI endpoint, int limit) {
    return jdbc.sql(
            """
            select count(*) from (select from delivery where endpoint = ? limit ?) waiting\
            """)
        .params(endpoint.toString(), limit)
        .query(Integer.class)
        .single();
  }

  /**
   * Takes what is due, for an instance. What another instance is taking at the same moment is
   * passed over. What may be sent only once is not taken from an instance that ended.
   */
  List<Delivery> claim(UUID instance, int most, List<URI> without) {
    return jdbc.sql(
            """
            update delivery set claimed_by = ? where message_id in (
              select d.message_id from delivery d
              where d.next_attempt_at <= now()
                and (d.expires_at is null or d.expires_at > now())
                and (not d.reliable or d.attempts <= d.retries)
                and (d.claimed_by is null
                  or ((d.reliable or d.message is null) and\
            """
                + IS_FREE
                + """
                    ))
                    and not d.endpoint = any (?)
                  order by d.next_attempt_at limit ? for update skip locked)
                returning
                """
                + COLUMNS)
        .params(instance, without.stream().map(URI::toString).toArray(String[]::new), most)
        .query((row, n) -> read(row))
        .list();
  }

  /** Gives back what was taken and not sent. */
  void release(String messageId, UUID instance, Duration pause) {
    jdbc.sql(
            """
            update delivery set claimed_by = null,
              next_attempt_at = now() + ? * interval '1 millisecond'
            where message_id = ? and claimed_by = ?\
            """)
        .params(pause.toMillis(), messageId, instance)
        .update();
  }

  /** Gives back all that an instance took and does not know of. */
  void releaseForgotten(UUID instance, Collection<String> known) {
    jdbc.sql(
            """
            update delivery set claimed_by = null
            where claimed_by = ? and not message_id = any (?)\
            """)
        .params(instance, known.toArray(String[]::new))
        .update();
  }

  /** Notes that it was sent, and that it is due again after its interval. */
  boolean sent(String messageId, UUID instance) {
    return jdbc.sql(
                """
                update delivery set claimed_by = null, attempts = attempts + 1,
                  next_attempt_at = now() + retry_interval * interval '1 millisecond'
                where message_id = ? and claimed_by = ?\
                """)
            .params(messageId, instance)
            .update()
        > 0;
  }

  /** It need not be sent any more. */
  boolean delete(String messageId) {
    return jdbc.sql("delete from delivery where message_id = ?").param(messageId).update() > 0;
  }

  /** What was sent as often as agreed and not acknowledged. */
  List<Delivery> exhausted(int most) {
    return delete("d.reliable and d.attempts > d.retries and d.next_attempt_at <= now()", most);
  }

  /** What is too late. */
  List<Delivery> expired(int most) {
    return delete("d.expires_at <= now()", most);
  }

  /** What an instance was sending that ended, and may not be sent twice. */
  List<Delivery> unclear(int most) {
    return delete("not d.reliable and d.message is not null and d.claimed_by is not null", most);
  }

  private List<Delivery> delete(String which, int most) {
    return jdbc.sql(
            """
            delete from delivery where message_id in (
              select d.message_id from delivery d where
            """
                + which
                + " and "
                + IS_FREE
                + " limit ? for update skip locked) returning "
                + COLUMNS)
        .param(most)
        .query((row, n) -> read(row))
        .list();
  }

  private static Delivery read(ResultSet row) throws SQLException {
    Timestamp expires = row.getTimestamp(9);
    return new Delivery(
        row.getString(1),
        row.getObject(2, Long.class),
        URI.create(row.getString(3)),
        row.getBytes(4),
        row.getBoolean(5),
        row.getInt(6),
        row.getInt(7),
        Duration.ofMillis(row.getLong(8)),
        expires == null ? null : expires.toInstant());
  }
}
