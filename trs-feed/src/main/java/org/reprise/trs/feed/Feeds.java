package org.reprise.trs.feed;

import java.util.List;
import java.util.Optional;
import org.reprise.trs.application.Application;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads logs. */
public final class Feeds {
  private final JdbcClient jdbc;
  private final FeedSettings settings;

  Feeds(JdbcClient jdbc, FeedSettings settings) {
    this.jdbc = jdbc;
    this.settings = settings;
  }

  /**
   * Where a log begins and ends.
   *
   * @param last position of the newest event; 0 where there is none
   * @param incarnation of that event; 0 where there is none
   * @param truncated events up to this position were deleted: whole segments
   */
  record Log(long last, long incarnation, long truncated, int segmentSize) {
    /** The newest segment's number; there is one before the first event, too. */
    long newest() {
      return Math.max(1, (last + segmentSize - 1) / segmentSize);
    }

    /** Whether a segment is there. */
    boolean has(long segment) {
      return segment == newest()
          || (segment >= 1 && segment < newest() && last(segment) > truncated);
    }

    /** Whether a segment will never change. */
    boolean isFull(long segment) {
      return last(segment) <= last;
    }

    long first(long segment) {
      return (segment - 1) * segmentSize + 1;
    }

    /** The position that a segment ends with when it is full. */
    long last(long segment) {
      return segment * segmentSize;
    }

    /** The segment of an event. */
    long segment(long position) {
      return (position + segmentSize - 1) / segmentSize;
    }
  }

  /** Begins an application's feed unless it exists. */
  void begin(Application application) {
    jdbc.sql(
            """
            insert into feed (application, segment_size, page_size) values (?, ?, ?)
            on conflict do nothing\
            """)
        .params(application.path(), settings.segmentSize(), settings.pageSize())
        .update();
  }

  /** Where an application's log begins and ends now. */
  Log log(Application application) {
    return jdbc.sql(
            """
            select f.last_position, coalesce(e.incarnation, 0), f.truncated, f.segment_size
            from feed f
            left join event e on e.application = f.application and e.position = f.last_position
            where f.application = ?\
            """)
        .param(application.path())
        .query((row, n) -> new Log(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4)))
        .single();
  }

  /**
   * The incarnation of an event.
   *
   * @return empty where there is no event at that position, or it was deleted
   */
  Optional<Long> incarnation(Application application, long position) {
    return jdbc.sql("select incarnation from event where application = ? and position = ?")
        .params(application.path(), position)
        .query(Long.class)
        .optional();
  }

  /** Events between two positions, the newest first. */
  List<Event> events(Application application, long from, long to) {
    return select(application, from, to, "position desc", Integer.MAX_VALUE);
  }

  /** The next events after a position, the oldest first. */
  public List<Event> after(Application application, long position, int most) {
    return select(application, position + 1, Long.MAX_VALUE, "position", most);
  }

  private List<Event> select(Application application, long from, long to, String order, int most) {
    return jdbc.sql(
            """
            select position, incarnation, kind, resource from event
            where application = ? and position between ? and ? order by %s limit ?\
            """
                .formatted(order))
        .params(application.path(), from, to, most)
        .query((row, n) ->
            new Event(
                application,
                row.getLong(1),
                row.getLong(2),
                Change.of(row.getString(3)),
                row.getLong(4)))
        .list();
  }
}
