package org.reprise.trs.feed;

import java.util.List;
import java.util.Optional;
import org.reprise.oslc.trs.Base;
import org.reprise.oslc.trs.Change;
import org.reprise.oslc.trs.Event;
import org.reprise.oslc.trs.Log;
import org.reprise.oslc.trs.PreparedDocument;
import org.reprise.oslc.trs.TrackedResourceSet;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application's feed as the database keeps it. */
final class Feed implements TrackedResourceSet {
  private final JdbcClient jdbc;
  private final ResourceUris uris;
  private final Application application;

  Feed(JdbcClient jdbc, ResourceUris uris, Application application) {
    this.jdbc = jdbc;
    this.uris = uris;
    this.application = application;
  }

  @Override
  public String uri() {
    return uris.feed(application);
  }

  @Override
  public Log log() {
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

  @Override
  public Optional<Long> incarnation(long position) {
    return jdbc.sql("select incarnation from event where application = ? and position = ?")
        .params(application.path(), position)
        .query(Long.class)
        .optional();
  }

  @Override
  public List<Event> events(long from, long to) {
    return select(from, to, "position desc", Integer.MAX_VALUE);
  }

  /** The next events after a position, the oldest first. */
  List<Event> after(long position, int most) {
    return select(position + 1, Long.MAX_VALUE, "position", most);
  }

  private List<Event> select(long from, long to, String order, int most) {
    return jdbc.sql(
            """
            select position, incarnation, kind, resource from event
            where application = ? and position between ? and ? order by %s limit ?\
            """
                .formatted(order))
        .params(application.path(), from, to, most)
        .query((row, n) ->
            new Event(
                row.getLong(1),
                row.getLong(2),
                Change.of(row.getString(3)),
                uris.tracked(application, row.getLong(4))))
        .list();
  }

  @Override
  public Optional<Base> newestBase() {
    return find("order by generation desc limit 1");
  }

  @Override
  public Optional<Base> base(long generation) {
    return find("and generation = " + generation);
  }

  private Optional<Base> find(String condition) {
    return jdbc.sql(
            """
            select generation, cutoff, cutoff_incarnation, members, pages from base
            where application = ? %s\
            """
                .formatted(condition))
        .param(application.path())
        .query(Base::read)
        .optional();
  }

  @Override
  public List<String> members(long generation, int page) {
    return jdbc.sql(
            """
            select unnest(members) from base_page
            where application = ? and generation = ? and number = ?\
            """)
        .params(application.path(), generation, page)
        .query((row, n) -> uris.tracked(application, row.getLong(1)))
        .list();
  }

  @Override
  public Optional<PreparedDocument> find(PreparedDocument.Key key) {
    return jdbc.sql(
            """
            select etag, body from prepared
            where application = ? and kind = ? and number = ? and page = ? and incarnation = ?
              and format = ?\
            """)
        .params(
            application.path(),
            key.kind(),
            key.number(),
            key.page(),
            key.incarnation(),
            key.formatName())
        .query((row, n) -> new PreparedDocument(row.getString(1), row.getBytes(2)))
        .optional();
  }

  @Override
  public void keep(PreparedDocument.Key key, PreparedDocument document) {
    jdbc.sql(
            """
            insert into prepared
              (application, kind, number, page, incarnation, format, etag, body)
            values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing\
            """)
        .params(
            application.path(),
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
