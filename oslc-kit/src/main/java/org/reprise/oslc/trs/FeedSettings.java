package org.reprise.oslc.trs;

import java.time.Duration;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/**
 * How feeds are published and truncated.
 *
 * @param publishInterval how often the publisher looks for changes that other processes committed;
 *     its own wake it; from 1ms to 5s
 * @param segmentSize events in a segment of the log, from 1 to 100,000; fixed when a feed begins
 * @param pageSize members on a page of the base, likewise
 * @param foldAfter the age at which an event is accounted for by a new base, up to ten years
 * @param deleteAfter the time after that at which the event is deleted, as are the pages of the
 *     base before, up to ten years
 * @param housekeepingInterval how often it looks for due work, from 1ms to a day
 */
public record FeedSettings(
    @DefaultValue("250ms") Duration publishInterval,
    @DefaultValue("1000") int segmentSize,
    @DefaultValue("1000") int pageSize,
    @DefaultValue("7d") Duration foldAfter,
    @DefaultValue("14d") Duration deleteAfter,
    @DefaultValue("1m") Duration housekeepingInterval) {
  private static final int MAX_SIZE = 100_000;
  // Well below the time after which the database ends the publisher's session.
  private static final Duration MAX_PUBLISH_INTERVAL = Duration.ofSeconds(5);
  private static final Duration MAX_AGE = Duration.ofDays(3_650);
  private static final Duration MAX_HOUSEKEEPING_INTERVAL = Duration.ofDays(1);

  /** Rejects a value out of bounds, with the property's name. */
  public FeedSettings {
    Duration min = Duration.ofMillis(1);
    new SettingBounds("feed")
        .within("publish-interval", publishInterval, min, MAX_PUBLISH_INTERVAL)
        .within("housekeeping-interval", housekeepingInterval, min, MAX_HOUSEKEEPING_INTERVAL)
        .within("segment-size", segmentSize, 1, MAX_SIZE)
        .within("page-size", pageSize, 1, MAX_SIZE)
        .within("fold-after", foldAfter, Duration.ZERO, MAX_AGE)
        .within("delete-after", deleteAfter, Duration.ZERO, MAX_AGE);
  }

  /**
   * Reads the settings under {@code feed}.
   *
   * @param prefix of the service, such as {@code reprise.trs}
   * @throws IllegalArgumentException for a value that cannot be used, with the property's name
   */
  public static FeedSettings of(Environment environment, String prefix) {
    try {
      return Binder.get(environment).bindOrCreate(prefix + ".feed", FeedSettings.class);
    } catch (BindException e) {
      // A failed conversion names the property here, a value out of bounds in its cause.
      boolean isBounds = e.getName().toString().equals(prefix + ".feed");
      throw new IllegalArgumentException(
          (isBounds ? prefix + "." : e.getName() + ": ")
              + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
          e);
    }
  }
}
