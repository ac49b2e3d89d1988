package org.reprise.gc.feed;

import java.time.Duration;
import org.reprise.oslc.trs.FeedLimits;
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
@ConfigurationProperties(FeedSettings.PREFIX)
public record FeedSettings(
    @DefaultValue("250ms") Duration publishInterval,
    @DefaultValue("1000") int segmentSize,
    @DefaultValue("1000") int pageSize,
    @DefaultValue("7d") Duration foldAfter,
    @DefaultValue("14d") Duration deleteAfter,
    @DefaultValue("1m") Duration housekeepingInterval,
    @DefaultValue("16MB") DataSize preparedCache) {
  static final String PREFIX = "reprise.gc.feed";

  public FeedSettings {
    FeedLimits.check(
        PREFIX,
        publishInterval,
        segmentSize,
        pageSize,
        foldAfter,
        deleteAfter,
        housekeepingInterval,
        preparedCache);
  }
}
