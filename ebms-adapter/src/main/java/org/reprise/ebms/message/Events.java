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
import org.reprise.ebms.message.Message.Direction;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** What happened to business messages, written in the transaction in which it happens. */
@Component
public final class Events {
  private static final int PURGE_BATCH = 10_000;

  private final JdbcClient jdbc;
  private final Duration keep;

  Events(JdbcClient jdbc, MessageSettings settings) {
    this.jdbc = jdbc;
    this.keep = settings.keepEvents();
    findOrigin();
  }

  // Another cluster, or another timeline after a recovery, numbers transactions anew: events of a
  // restored database come before all that are written from now on. The lock waits for all who
  // still write events of the last origin.
  private void findOrigin() {
    jdbc.sql(
            """
            do $$
            declare
              here text := (
                select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
                from pg_control_system());
            begin
              if (select cluster <> here from event_origin) then
                lock table message_event in share row exclusive mode;
                update event_origin set number = number + 1, cluster = here where cluster <> here;
              end if;
            end $$\
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
  public record Cursor(long origin, long tx, long id) {}

  public record Event(
      @JsonIgnore long origin,
      @JsonIgnore long tx,
      @JsonIgnore long id,
      Kind kind,
      Instant at,
      String messageId,
      String cpaId,
      String service,
      String action,
      @Nullable String detail) {}

  /** What happened to a message; of several copies, to the last one. */
  void append(Kind kind, Direction direction, String messageId, @Nullable String detail) {
    jdbc.sql(
            """
            insert into message_event (origin, kind, message_id, cpa_id, service, action, detail)
            select number, ?, message_id, cpa_id, service, action, ? from event_origin, message
            where message_id = ? and direction = ? order by copy desc limit 1\
            """)
        .params(Arrays.asList(kind.name(), detail, messageId, direction.name()))
        .update();
  }

  /**
   * The events after a place, in an order that does not change: a reader that goes on after the
   * last one misses none, although transactions end in another order than they begin. A place that
   * lies ahead of the database was given before that was restored: all of its origin comes again.
   */
  public List<Event> after(Cursor place, int limit) {
    String tx = Long.toString(place.tx);
    return jdbc.sql(
            """
            select origin, tx::text::bigint as tx, id, kind, at, message_id, cpa_id, service, action, detail
            from message_event
            where (origin, tx, id) > (
                least(?, (select number from event_origin)),
                case when (?, ?::text::xid8) >= (
                    (select number from event_origin), pg_snapshot_xmax(pg_current_snapshot()))
                  then '3' else ?::text::xid8 end, ?)
              and (tx < pg_snapshot_xmin(pg_current_snapshot())
                or origin < (select number from event_origin))
            order by origin, message_event.tx, id limit ?\
            """)
        .params(place.origin, place.origin, tx, tx, place.id, limit)
        .query(new SimplePropertyRowMapper<>(Event.class))
        .list();
  }

  /** Returns the newest events first, before one of them. */
  List<Event> newest(long before, int limit) {
    return jdbc.sql(
            """
            select origin, tx::text::bigint as tx, id, kind, at, message_id, cpa_id, service, action, detail
            from message_event where id < ? order by id desc limit ?\
            """)
        .params(before, limit)
        .query(new SimplePropertyRowMapper<>(Event.class))
        .list();
  }

  @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
  void findOriginAndPurge() {
    findOrigin(); // a standby may have been promoted meanwhile
    jdbc.sql(
            """
            delete from message_event where id in (
              select id from message_event where at < now() - ? * interval '1 millisecond'
              order by at limit ?)\
            """)
        .params(keep.toMillis(), PURGE_BATCH)
        .update();
  }
}
