package org.reprise.trs.feed;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslc.trs.FeedSettings;
import org.reprise.trs.application.Application;
import org.reprise.trs.application.Applications;
import org.reprise.trs.application.ResourceUris;

/** The feeds of the applications that run here. */
public final class Feeds implements AutoCloseable {
  private static final String MEMBERS =
      """
      select id::text as resource, row_number() over (order by id) as place
      from version where application = '%s' and tracked\
      """;

  private final Map<Application, Feed> all = new EnumMap<>(Application.class);

  Feeds(
      Feed.Database database,
      Applications applications,
      ResourceUris uris,
      FeedSettings settings,
      MeterRegistry registry) {
    for (Application application : applications.withResources()) {
      all.put(
          application,
          new Feed(
              new Feed.Source(
                  application.path(),
                  uris.feed(application),
                  uris.trackedStart(application),
                  MEMBERS.formatted(application.path())),
              database,
              settings,
              registry,
              () -> {}));
    }
  }

  /**
   * Returns an application's feed.
   *
   * @throws IllegalArgumentException where the application does not run here
   */
  public Feed of(Application application) {
    Feed feed = all.get(application);
    if (feed == null) {
      throw new IllegalArgumentException(application + " does not run here");
    }
    return feed;
  }

  Collection<Feed> all() {
    return Collections.unmodifiableCollection(all.values());
  }

  /** Ends the publishers' sessions, so that other processes can publish at once. */
  @Override
  public void close() {
    all.values().forEach(Feed::close);
  }
}
