package org.reprise.ldx.feed;

import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits on reading a feed, under {@code reprise.ldx.feed}. A feed without an end ends here.
 *
 * @param segments of a log, in one poll
 * @param events of a log that are kept in memory at once; a log with more since the sync point is
 *     read in pieces
 * @param pagesWithoutMembers pages of a base, one after the other, that list nothing
 */
@ConfigurationProperties("reprise.ldx.feed")
public record FeedLimits(
    @DefaultValue("10000") int segments,
    @DefaultValue("200000") int events,
    @DefaultValue("100000") int pages,
    @DefaultValue("100") int pagesWithoutMembers) {
  public static final long MEMBERS = 20_000_000;

  /** Newest events that are remembered, to notice events that come late. */
  public static final int RECENT_EVENTS = 1_000;

  public FeedLimits {
    new SettingBounds("reprise.ldx.feed")
        .atLeast("segments", segments, 1)
        .atLeast("events", events, 1)
        .atLeast("pages", pages, 1)
        .atLeast("pages-without-members", pagesWithoutMembers, 1);
  }
}
