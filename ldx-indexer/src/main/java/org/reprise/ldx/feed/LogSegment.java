package org.reprise.ldx.feed;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a change log: a document of its own, or the newest part within the tracked resource
 * set.
 *
 * @param events in the document's order
 * @param rejected what cannot be followed
 * @param previous where older events are; null at the end of the log
 */
public record LogSegment(
    List<ChangeEvent> events, List<RejectedEvent> rejected, @Nullable URI previous) {
  /** Copies. */
  public LogSegment {
    events = List.copyOf(events);
    rejected = List.copyOf(rejected);
  }
}
