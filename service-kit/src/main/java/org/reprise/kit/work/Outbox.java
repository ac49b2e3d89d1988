package org.reprise.kit.work;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * Events that are stored in the transaction of the change that they describe: both are committed,
 * or neither. {@link OutboxRelay} publishes a committed event at least once. They are in the
 * service's table {@code event_outbox}, whose primary key is a lane and {@code id}.
 *
 * <p>Callers that add events of one key hold a common lock, such as that of the changed row. So the
 * order in the outbox is the order of the commits. All statements run in the caller's transaction.
 */
public final class Outbox {
  /** Less than what a broker takes by default, with its headers. */
  static final int MAX_BODY_BYTES = 900_000;

  /** First number of the advisory locks of this table; the second is the lane's. */
  private static final int LOCKS = 0x65766f75;

  private static final int MAX_BATCH = 500;
  private static final int MAX_BATCH_BYTES = 8_000_000;

  /** A batch with fewer events holds all that waited: no event has more than its bytes. */
  static final int MIN_CUT_BATCH = MAX_BATCH_BYTES / MAX_BODY_BYTES;

  private static final int MAX_COUNTED = 100_000;

  private static final RowMapper<Pending> PENDING = new DataClassRowMapper<>(Pending.class);
  private static final RowMapper<Backlog> BACKLOG = new DataClassRowMapper<>(Backlog.class);

  private final JdbcTemplate jdbc;
  private final String laneColumn;
  private final JsonMapper json;

  /**
   * Uses a service's table.
   *
   * @param laneColumn the column of a lane's number
   */
  public Outbox(JdbcTemplate jdbc, String laneColumn, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
    this.laneColumn = laneColumn;
  }

  /** Events that one process at a time publishes, in their order. */
  public record Lane(short number, String name) {}

  /**
   * An event to store.
   *
   * @param topic as the relay's messages need it
   * @param key events of one key are published in their order
   * @param body the content, to be written as JSON
   */
  public record Event(String topic, String key, Object body) {}

  /** An event in the outbox; its second id is the same in each delivery. */
  public record Pending(long id, UUID eventId, String topic, String key, String body) {
    /** Returns its message to a topic of Kafka. */
    public ProducerRecord<String, byte[]> message(String topic, Map<String, String> headers) {
      ProducerRecord<String, byte[]> message = new ProducerRecord<>(topic, key, bytes(body));
      headers.forEach((name, value) -> message.headers().add(name, bytes(value)));
      return message;
    }
  }

  record Backlog(long events, double oldestSeconds) {}

  /**
   * Stores events, in one round trip.
   *
   * @throws IllegalArgumentException where a body is too long for a broker
   */
  public void add(Lane lane, Event... events) {
    jdbc.batchUpdate(
        "insert into event_outbox (%s, event_id, topic, key, body) values (?, ?, ?, ?, ?)"
            .formatted(laneColumn),
        Arrays.stream(events)
            .map(event ->
                new Object[] {lane.number, UUID.randomUUID(), event.topic, event.key, body(event)})
            .toList());
  }

  private String body(Event event) {
    String body = json.writeValueAsString(event.body);
    int length = bytes(body).length;
    if (length > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "An event of %s has %d bytes; at most %d can be published"
              .formatted(event.topic, length, MAX_BODY_BYTES));
    }
    return body;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether this transaction is the one that publishes the lane's events. */
  boolean lead(Lane lane) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(
            "select pg_try_advisory_xact_lock(?, ?)", Boolean.class, LOCKS, (int) lane.number));
  }

  /** Returns the oldest events, bounded by their number and by their bytes: they are in memory. */
  public List<Pending> next(Lane lane) {
    return jdbc.query(
        """
        select id, event_id, topic, key, body
        from (
          select *, sum(octet_length(body)) over (order by id) - octet_length(body) as bytes_before
          from (select * from event_outbox where %s = ? order by id limit ?) oldest
        ) batch
        where bytes_before < ? order by id\
        """
            .formatted(laneColumn),
        PENDING,
        lane.number,
        MAX_BATCH,
        MAX_BATCH_BYTES);
  }

  void remove(Lane lane, Collection<Pending> events) {
    jdbc.update(
        "delete from event_outbox where %s = ? and id = any (?)".formatted(laneColumn),
        lane.number,
        events.stream().map(Pending::id).toArray(Long[]::new));
  }

  /** Counts what waits in all lanes, up to a bound. */
  Backlog backlog() {
    return Objects.requireNonNull(
        jdbc.queryForObject(
            """
            select count(*) as events,
              greatest(0, extract(epoch from now() - min(created_date)))::float8 as oldest_seconds
            from (select created_date from event_outbox limit ?) counted\
            """,
            BACKLOG,
            MAX_COUNTED));
  }
}
