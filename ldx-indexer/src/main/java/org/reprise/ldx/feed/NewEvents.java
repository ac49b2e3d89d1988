package org.reprise.ldx.feed;

import java.util.List;

/** What a log has that the index has not seen. */
public sealed interface NewEvents {
  /**
   * The events since the sync point, and those before it that came late.
   *
   * @param latest the latest one of each resource, in time
   * @param seen all of them, newest first, as far as they are remembered
   * @param rejected what cannot be followed
   * @param warnings where the feed is not as it should be, and can be followed all the same
   */
  record Found(
      List<ChangeEvent> latest,
      List<ChangeEvent> seen,
      List<RejectedEvent> rejected,
      List<String> warnings)
      implements NewEvents {
    /** Copies. */
    public Found {
      latest = List.copyOf(latest);
      seen = List.copyOf(seen);
      rejected = List.copyOf(rejected);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * The log does not go back to the sync point: the base is to be read again.
   *
   * @param reason how that was seen
   */
  record SyncPointGone(String reason) implements NewEvents {}
}
