package org.reprise.gc.feed;

import java.util.List;
import java.util.Optional;
import org.reprise.oslc.trs.Base;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Event;
import org.reprise.oslc.trs.Log;
import org.reprise.oslc.trs.PreparedDocument;
import org.reprise.oslc.trs.TrackedResourceSet;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The feed as the database keeps it. */
final class Feed implements TrackedResourceSet {
  private final JdbcClient jdbc;
  private final String uri;

  Feed(JdbcClient jdbc, String uri) {
    this.jdbc = jdbc;
    this.uri = uri;
  }

  /** Begins the feed unless it exists. */
  void begin(FeedSettings settings) {
    jdbc.sql("insert into feed (segment_size, page_size) values (?, ?) on conflict do nothing")
        .params(settings.segmentSize(), settings.pageSize())
        .update();
  }

  @Override
  public String uri() {
    return uri;
  }

  @Override
  public Log log() {
    return jdbc.sql(
            """
            select f.last_position, coalesce(e.incarnation, 0), f.truncated, f.segment_size
            from feed f left join event e on e.position = f.last_position\
            """)
        .query((row, n) -> new Log(row.getLong(1), row.getLong(2), row.getLong(3), row.getInt(4)))
        .single();
  }

  @Override
  public Optional<Long> incarnation(long position) {
    return jdbc.sql("select incarnation from event where position = ?")
        .param(position)
        .query(Long.class)
        .optional();
  }

  @Override
  public List<Event> events(long from, long to) {
    return jdbc.sql(
            """
            select position, incarnation, kind, resource from event
            where position between ? and ? order by position desc\
            """)
        .params(from, to)
        .query((row, n) ->
            new Event(
                row.getLong(1), row.getLong(2), Change.of(row.getString(3)), row.getString(4)))
        .list();
  }

  @Override
  public Optional<Base> newestBase() {
    return find("order by generation desc limit 1");
  }

  @Override
  public Optional<Base> base(long generation) {
    return find("where generation = " + generation);
  }

  private Optional<Base> find(String condition) {
    return jdbc.sql(
            "select generation, cutoff, cutoff_incarnation, members, pages from base " + condition)
        .query(Base::read)
        .optional();
  }

  @Override
  public List<String> members(long generation, int page) {
    return jdbc.sql("select unnest(members) from base_page where generation = ? and number = ?")
        .params(generation, page)
        .query((row, n) -> row.getString(1))
        .list();
  }

  @Override
  public Optional<PreparedDocument> find(PreparedDocument.Key key) {
    return jdbc.sql(
            """
            select etag, body from prepared
            where kind = ? and number = ? and page = ? and incarnation = ? and format = ?\
            """)
        .params(key.kind(), key.number(), key.page(), key.incarnation(), key.formatName())
        .query((row, n) -> new PreparedDocument(row.getString(1), row.getBytes(2)))
        .optional();
  }

  @Override
  public void keep(PreparedDocument.Key key, PreparedDocument document) {
    jdbc.sql(
            """
            insert into prepared (kind, number, page, incarnation, format, etag, body)
            values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing\
            """)
        .params(
            key.kind(),
            key.number(),
            key.page(),
            key.incarnation(),
            key.formatName(),
            document.etag(),
            document.body())
        .update();
  }
}
