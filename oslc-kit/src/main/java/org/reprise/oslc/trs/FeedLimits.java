package org.reprise.oslc.trs;

import java.time.Duration;
import org.springframework.util.unit.DataSize;

/** What the settings of a feed may be. */
public final class FeedLimits {
  private static final int MOST = 100_000;
  // Well below the time after which the database ends the publisher's session.
  private static final Duration LONGEST_PUBLISH_INTERVAL = Duration.ofSeconds(5);
  private static final Duration LONGEST_AGE = Duration.ofDays(3_650);
  private static final Duration LONGEST_HOUSEKEEPING_INTERVAL = Duration.ofDays(1);

  private final String prefix;

  private FeedLimits(String prefix) {
    this.prefix = prefix;
  }

  /**
   * Refuses what could not work, with the property's name.
   *
   * @param prefix what the names of the properties begin with
   * @param publishInterval from 1ms to 5s
   * @param segmentSize from 1 to 100,000
   * @param pageSize the same
   * @param foldAfter at most ten years
   * @param deleteAfter the same
   * @param housekeepingInterval from 1ms to a day
   * @param preparedCache not negative
   * @throws IllegalArgumentException for the first that is not so
   */
  public static void check(
      String prefix,
      Duration publishInterval,
      int segmentSize,
      int pageSize,
      Duration foldAfter,
      Duration deleteAfter,
      Duration housekeepingInterval,
      DataSize preparedCache) {
    FeedLimits limits = new FeedLimits(prefix);
    limits.interval("publish-interval", publishInterval, LONGEST_PUBLISH_INTERVAL);
    limits.interval("housekeeping-interval", housekeepingInterval, LONGEST_HOUSEKEEPING_INTERVAL);
    limits.size("segment-size", segmentSize);
    limits.size("page-size", pageSize);
    limits.age("fold-after", foldAfter);
    limits.age("delete-after", deleteAfter);
    limits.require(
        !preparedCache.isNegative(),
        "prepared-cache",
        "must not be negative, was " + preparedCache);
  }

  private void interval(String name, Duration value, Duration longest) {
    require(
        value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(longest) <= 0,
        name,
        "must be from 1ms to %s, was %s".formatted(longest, value));
  }

  private void age(String name, Duration value) {
    require(
        !value.isNegative() && value.compareTo(LONGEST_AGE) <= 0,
        name,
        "must be from 0s to %s, was %s".formatted(LONGEST_AGE, value));
  }

  private void size(String name, int value) {
    require(
        value >= 1 && value <= MOST, name, "must be from 1 to %,d, was %,d".formatted(MOST, value));
  }

  private void require(boolean holds, String name, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(prefix + "." + name + " " + reason);
    }
  }
}
