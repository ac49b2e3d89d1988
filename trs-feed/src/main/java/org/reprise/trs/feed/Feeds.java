package org.reprise.trs.feed;

import java.util.List;
import org.reprise.oslc.trs.Event;
import org.reprise.oslc.trs.TrackedResourceSet;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.ResourceUris;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The applications' feeds. */
public final class Feeds {
  private final JdbcClient jdbc;
  private final ResourceUris uris;
  private final FeedSettings settings;

  Feeds(JdbcClient jdbc, ResourceUris uris, FeedSettings settings) {
    this.jdbc = jdbc;
    this.uris = uris;
    this.settings = settings;
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

  /** An application's feed. */
  TrackedResourceSet of(Application application) {
    return feed(application);
  }

  /** The next events of an application after a position, the oldest first. */
  public List<Event> after(Application application, long position, int most) {
    return feed(application).after(position, most);
  }

  private Feed feed(Application application) {
    return new Feed(jdbc, uris, application);
  }
}
