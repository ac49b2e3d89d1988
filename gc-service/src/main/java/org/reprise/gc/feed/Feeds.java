package org.reprise.gc.feed;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the log. */
final class Feeds {
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

  /** Begins the feed unless it exists. */
  void begin() {
    jdbc.sql("insert into feed (segment_size, page_size) values (?, ?) on conflict do nothing")
        .params(settings.segmentSize(), settings.pageSize())
        .update();
  }

  /** Where the log begins and ends now. */
  Log log() {
    return jdbc.sql(
            """
            select f.last_position, coalesce(e.incarnation, 0), f.truncated, f.segment_size
            from feed f left join event e on e.position = f.last_position\
            """)
        .query((row, n) -> new Log(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4)))
        .single();
  }

  /**
   * The incarnation of an event.
   *
   * @return empty where there is no event at that position, or it was deleted
   */
  Optional<Long> incarnation(long position) {
    return jdbc.sql("select incarnation from event where position = ?")
        .param(position)
        .query(Long.class)
        .optional();
  }

  /** Events between two positions, the newest first. */
  List<Event> events(long from, long to) {
    return jdbc.sql(
            """
            select position, incarnation, kind, resource from event
            where position between ? and ? order by position desc\
            """)
        .params(from, to)
        .query((row, n) ->
            new Event(row.getLong(1), row.getLong(2), change(row.getString(3)), row.getString(4)))
        .list();
  }

  private static Change change(String term) {
    return Arrays.stream(Change.values())
        .filter(change -> change.term().equals(term))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(term));
  }
}
