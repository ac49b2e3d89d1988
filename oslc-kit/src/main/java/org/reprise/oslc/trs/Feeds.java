package org.reprise.oslc.trs;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.oslc.refusal.Refusal;

/** The feeds of a service by their keys, each at {@code /key/trs}. */
public final class Feeds implements AutoCloseable {
  // Bases take up to ten minutes each, and a log of months is deleted in one step.
  private static final Duration MAX_HOUSEKEEPING = Duration.ofHours(1);

  private final Map<String, Feed> all = new LinkedHashMap<>();
  private final Loops loops;
  private final Loop housekeeping;

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
    this.loops = database.loops();
    this.housekeeping =
        new Loop(
            "feed-housekeeping",
            MAX_HOUSEKEEPING,
            () -> {
              all.values().forEach(Feed::truncate);
              return settings.housekeepingInterval();
            });
  }

  /** Begins the feeds with their first bases, unless they exist, publishes and truncates them. */
  public void start() {
    all.values().forEach(Feed::start);
    loops.start(housekeeping);
  }

  /** Returns a feed; throws Refusal 404 for an unknown key. */
  public Feed of(String key) {
    Feed feed = all.get(key);
    if (feed == null) {
      throw Refusal.notFound("No application '" + key + "' with a feed runs here.");
    }
    return feed;
  }

  /** Ends the publishers' sessions, so that other processes can publish at once. */
  @Override
  public void close() {
    housekeeping.close();
    all.values().forEach(Feed::close);
  }
}
