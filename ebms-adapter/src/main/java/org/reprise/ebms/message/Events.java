package org.reprise.ebms.message;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageHeader;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * What happened to business messages. An event is written in the transaction in which it happens,
 * so that there is none without the other.
 */
@Component
public final class Events {
  private static final int PURGED_AT_ONCE = 10_000;

  private final JdbcClient jdbc;
  private final Duration keep;

  /**
   * Wired by the service. Events of a restored dump may name transactions that the database has yet
   * to begin: they come before all others then, in the order of their identifiers.
   */
  Events(JdbcClient jdbc, MessageSettings settings) {
    this.jdbc = jdbc;
    this.keep = settings.keepEvents();
    jdbc.sql(
            """
            update message_event set tx = '3' where tx >= pg_snapshot_xmax(pg_current_snapshot())\
            """)
        .update();
  }

  public enum Kind {
    /** A message was received, for the first time. */
    RECEIVED,
    /** A message of ours is with the partner. */
    DELIVERED,
    /** A message of ours was refused, or never acknowledged. */
    FAILED,
    /** A message of ours was not delivered in time. */
    EXPIRED;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A place in the order of events, after which no older one appears any more. */
  public record Cursor(long tx, long id) {
    /** Before all events. */
    public static final Cursor START = new Cursor(0, 0);
  }

  /** Something that happened. */
  public record Event(
      @JsonIgnore Cursor cursor,
      Kind kind,
      Instant at,
      String messageId,
      String cpaId,
      String service,
      String action,
      @Nullable String detail) {}

  void append(Kind kind, MessageHeader header, @Nullable String detail) {
    jdbc.sql(
            """
            insert into message_event (kind, message_id, cpa_id, service, action, detail)
            values (?, ?, ?, ?, ?, ?)\
            """)
        .params(
            Arrays.asList(
                kind.name(),
                header.messageData().messageId(),
                header.cpaId(),
                header.service().name(),
                header.action(),
                detail))
        .update();
  }

  /** What became of a message that was sent from here. */
  void appendOfSent(Kind kind, String messageId, @Nullable String detail) {
    jdbc.sql(
            """
            insert into message_event (kind, message_id, cpa_id, service, action, detail)
            select ?, message_id, cpa_id, service, action, ? from message
            where message_id = ? and direction = 'OUT'\
            """)
        .params(Arrays.asList(kind.name(), detail, messageId))
        .update();
  }

  /**
   * The events after a place, in an order that does not change: a reader that goes on after the
   * last one misses none, although transactions end in another order than they begin. A place of
   * before the database was restored is one among the restored events.
   */
  public List<Event> after(Cursor place, int limit) {
    return jdbc.sql(
            """
            select tx::text::bigint, id, kind, at, message_id, cpa_id, service, action, detail
            from message_event
            where (tx, id) > (
                case when ?::text::xid8 < pg_snapshot_xmax(pg_current_snapshot())
                  then ?::text::xid8 else '3' end, ?)
              and tx < pg_snapshot_xmin(pg_current_snapshot())
            order by message_event.tx, id limit ?\
            """)
        .params(Long.toString(place.tx), Long.toString(place.tx), place.id, limit)
        .query((row, n) ->
            new Event(
                new Cursor(row.getLong(1), row.getLong(2)),
                Kind.valueOf(row.getString(3)),
                row.getTimestamp(4).toInstant(),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getString(9)))
        .list();
  }

  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void purge() {
    jdbc.sql(
            """
            delete from message_event where id in (
              select id from message_event where at < now() - ? * interval '1 millisecond'
              order by at limit ?)\
            """)
        .params(keep.toMillis(), PURGED_AT_ONCE)
        .update();
  }
}
