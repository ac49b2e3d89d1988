package org.reprise.gc.feed;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How feeds are published and truncated, under {@code reprise.gc.feed}.
 *
 * @param publishInterval how often the publisher looks for changes that other processes committed;
 *     it hears of its own at once; at most 5s
 * @param segmentSize how many events a segment of the log has; fixed when a feed begins
 * @param pageSize how many members a page of the base has; fixed when a feed begins
 * @param foldAfter how old an event becomes before a new base accounts for it
 * @param deleteAfter how long after that it is deleted, as are the pages of the base before
 * @param housekeepingInterval how often that is looked at
 * @param preparedCache how many bytes of answers are kept in memory
 */
@ConfigurationProperties("reprise.gc.feed")
public record FeedSettings(
    @DefaultValue("250ms") Duration publishInterval,
    @DefaultValue("1000") int segmentSize,
    @DefaultValue("1000") int pageSize,
    @DefaultValue("7d") Duration foldAfter,
    @DefaultValue("14d") Duration deleteAfter,
    @DefaultValue("1m") Duration housekeepingInterval,
    @DefaultValue("16MB") DataSize preparedCache) {
  private static final String PREFIX = "reprise.gc.feed.";
  private static final int MOST = 100_000;
  // Well below the time after which the database ends the publisher's session.
  private static final Duration LONGEST_PUBLISH_INTERVAL = Duration.ofSeconds(5);
  private static final Duration LONGEST_AGE = Duration.ofDays(3_650);
  private static final Duration LONGEST_HOUSEKEEPING_INTERVAL = Duration.ofDays(1);

  /** Refuses what could not work, with the property's name. */
  public FeedSettings {
    interval("publish-interval", publishInterval, LONGEST_PUBLISH_INTERVAL);
    interval("housekeeping-interval", housekeepingInterval, LONGEST_HOUSEKEEPING_INTERVAL);
    size("segment-size", segmentSize);
    size("page-size", pageSize);
    age("fold-after", foldAfter);
    age("delete-after", deleteAfter);
    require(
        !preparedCache.isNegative(),
        "prepared-cache",
        "must not be negative, was " + preparedCache);
  }

  private static void interval(String name, Duration value, Duration longest) {
    require(
        value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(longest) <= 0,
        name,
        "must be from 1ms to %s, was %s".formatted(longest, value));
  }

  private static void age(String name, Duration value) {
    require(
        !value.isNegative() && value.compareTo(LONGEST_AGE) <= 0,
        name,
        "must be from 0s to %s, was %s".formatted(LONGEST_AGE, value));
  }

  private static void size(String name, int value) {
    require(
        value >= 1 && value <= MOST, name, "must be from 1 to %,d, was %,d".formatted(MOST, value));
  }

  private static void require(boolean holds, String name, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(PREFIX + name + " " + reason);
    }
  }
}
