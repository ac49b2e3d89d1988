package org.reprise.ldx.feed;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.LogSegment.RejectedEvent;

/** The events of a log that are not indexed. */
public sealed interface NewEvents {
  /**
   * The events since the sync point, and those before it that came late.
   *
   * @param isWhole else there are newer ones, which are found when these are indexed
   * @param latest the latest one of each resource, in time
   * @param newest the one with the highest order; null if there is none since the sync point
   * @param unknown those to remember, in time: also older ones that were read with them, so that an
   *     event between them that comes late is seen
   * @param rejected entries that cannot be followed
   * @param version of the feed, which has no other new events
   * @param warnings where the feed is not as it should be, and can be followed all the same
   */
  record Changes(
      boolean isWhole,
      List<ChangeEvent> latest,
      @Nullable ChangeEvent newest,
      List<ChangeEvent> unknown,
      List<RejectedEvent> rejected,
      LogReader.FeedVersion version,
      List<String> warnings)
      implements NewEvents {
    public Changes {
      latest = List.copyOf(latest);
      unknown = List.copyOf(unknown);
      rejected = List.copyOf(rejected);
      warnings = List.copyOf(warnings);
    }

    public static Changes nothing() {
      return new Changes(
          true, List.of(), null, List.of(), List.of(), LogReader.FeedVersion.UNKNOWN, List.of());
    }
  }

  /**
   * The log does not go back to the sync point: the base is to be read again.
   *
   * @param reason how that was seen
   */
  record SyncPointGone(String reason) implements NewEvents {}
}
