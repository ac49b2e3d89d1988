package org.reprise.oslc.trs;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.oslc.refusal.Refusal;

/** The feeds of a service by their keys, each at {@code /key/trs}. */
public final class Feeds implements AutoCloseable {
  private final Map<String, Feed> all = new LinkedHashMap<>();

  /**
   * Creates feeds, which begin with {@link #start()}.
   *
   * @param beforePublishing runs between the commit of changes and their publication
   */
  public Feeds(
      List<Feed.Source> sources,
      Feed.Database database,
      FeedSettings settings,
      MeterRegistry registry,
      Runnable beforePublishing) {
    sources.forEach(source ->
        all.put(
            source.application(),
            new Feed(source, database, settings, registry, beforePublishing)));
  }

  /** Begins the feeds with their first bases, unless they exist, and publishes them. */
  public void start() {
    all.values().forEach(Feed::start);
  }

  /**
   * Returns a feed.
   *
   * @throws Refusal 404 for an unknown key
   */
  public Feed of(String key) {
    Feed feed = all.get(key);
    if (feed == null) {
      throw Refusal.notFound("No application '" + key + "' with a feed runs here.");
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
