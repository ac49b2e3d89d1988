package org.reprise.oslc.trs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A tracked resource set in the database (tables of {@code db/feed}). URIs of resources are stored
 * without their common start.
 */
class TrackedResourceSet {
  private final JdbcClient jdbc;
  private final String application;
  private final String uri;
  private final String start;

  TrackedResourceSet(JdbcClient jdbc, String application, String uri, String start) {
    this.jdbc = jdbc;
    this.application = application;
    this.uri = uri;
    this.start = start;
  }

  void begin(FeedSettings settings) {
    jdbc.sql(
            """
            insert into feed (application, segment_size, page_size) values (?, ?, ?)
            on conflict do nothing\
            """)
        .params(application, settings.segmentSize(), settings.pageSize())
        .update();
  }

  /** Stores the same change of several resources, which has no order yet. */
  void record(Change change, Collection<String> resources) {
    jdbc.sql("insert into change (application, kind, resource) select ?, ?, unnest(?::text[])")
        .params(
            application, change.term(), resources.stream().map(this::stored).toArray(String[]::new))
        .update();
  }

  private String stored(String resource) {
    if (!resource.startsWith(start)) {
      throw new IllegalArgumentException(resource + " is not of the feed " + uri);
    }
    return resource.substring(start.length());
  }

  /** Returns its URI, with which those of its bases, segments and events begin. */
  String uri() {
    return uri;
  }

  Log log() {
    return jdbc.sql(
            """
            select f.last_position, coalesce(e.incarnation, 0), f.truncated, f.segment_size
            from feed f
            left join event e on e.application = f.application and e.position = f.last_position
            where f.application = ?\
            """)
        .param(application)
        .query((row, n) -> new Log(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4)))
        .single();
  }

  /** Returns the incarnation of an event; empty if there is no event at that position. */
  Optional<Long> incarnation(long position) {
    return jdbc.sql("select incarnation from event where application = ? and position = ?")
        .params(application, position)
        .query(Long.class)
        .optional();
  }

  /** Returns the events between two positions, both included, the newest first. */
  List<Event> events(long from, long to) {
    return select(from, to, "position desc", Integer.MAX_VALUE);
  }

  List<Event> after(long position, int max) {
    return select(position + 1, Long.MAX_VALUE, "position", max);
  }

  private List<Event> select(long from, long to, String order, int max) {
    return jdbc.sql(
            """
            select position, incarnation, kind, resource from event
            where application = ? and position between ? and ? order by %s limit ?\
            """
                .formatted(order))
        .params(application, from, to, max)
        .query((row, n) ->
            new Event(
                row.getLong(1),
                row.getLong(2),
                Change.of(row.getString(3)),
                start + row.getString(4)))
        .list();
  }

  /** Returns the newest base; empty before the first one is made. */
  Optional<Base> newestBase() {
    return find("order by generation desc limit 1");
  }

  Optional<Base> base(long generation) {
    return find("and generation = " + generation);
  }

  private Optional<Base> find(String condition) {
    return jdbc.sql(
            """
            select generation, cutoff, cutoff_incarnation, members, pages from base
            where application = ? %s\
            """
                .formatted(condition))
        .param(application)
        .query((row, n) -> {
          Long cutoff = row.getObject(2, Long.class);
          return new Base(
              row.getLong(1),
              cutoff == null ? null : new Base.Cutoff(cutoff, row.getLong(3)),
              row.getLong(4),
              row.getInt(5));
        })
        .optional();
  }

  List<String> members(long generation, int page) {
    return jdbc.sql(
            """
            select unnest(members) from base_page
            where application = ? and generation = ? and number = ?\
            """)
        .params(application, generation, page)
        .query((row, n) -> start + row.getString(1))
        .list();
  }
}
