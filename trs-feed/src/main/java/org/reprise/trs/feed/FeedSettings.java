package org.reprise.trs.feed;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How feeds are published and truncated, under {@code reprise.trs.feed}.
 *
 * @param publishInterval how often the publisher looks for changes that other processes committed;
 *     it hears of its own at once
 * @param segmentSize how many events a segment of the log has; fixed when a feed begins
 * @param pageSize how many members a page of the base has; fixed when a feed begins
 * @param foldAfter how old an event becomes before a new base accounts for it
 * @param deleteAfter how long after that it is deleted, as are the pages of the base before
 * @param housekeepingInterval how often that is looked at
 * @param preparedCache how many bytes of answers are kept in memory
 */
@ConfigurationProperties("reprise.trs.feed")
public record FeedSettings(
    @DefaultValue("250ms") Duration publishInterval,
    @DefaultValue("1000") int segmentSize,
    @DefaultValue("1000") int pageSize,
    @DefaultValue("7d") Duration foldAfter,
    @DefaultValue("14d") Duration deleteAfter,
    @DefaultValue("1m") Duration housekeepingInterval,
    @DefaultValue("16MB") DataSize preparedCache) {
  private static final String PREFIX = "reprise.trs.feed.";
  private static final int MOST = 100_000;

  /** Refuses what could not work, with the property's name. */
  public FeedSettings {
    positive("publish-interval", publishInterval);
    positive("housekeeping-interval", housekeepingInterval);
    size("segment-size", segmentSize);
    size("page-size", pageSize);
    require(!foldAfter.isNegative(), "fold-after", "must not be negative, was " + foldAfter);
    require(!deleteAfter.isNegative(), "delete-after", "must not be negative, was " + deleteAfter);
    require(
        !preparedCache.isNegative(),
        "prepared-cache",
        "must not be negative, was " + preparedCache);
  }

  private static void positive(String name, Duration value) {
    require(value.toMillis() >= 1, name, "must be at least 1ms, was " + value);
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
