package org.reprise.ldx.feed;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a change log: a separate document, or the newest part within the tracked resource set.
 *
 * @param rejected entries that cannot be followed
 * @param previous where older events are; null at the end of the log
 * @param etag of a separate document; null if it has none
 */
public record LogSegment(
    List<ChangeEvent> events,
    List<RejectedEvent> rejected,
    @Nullable URI previous,
    @Nullable String etag) {
  private static final int OVERHEAD = 300;

  /**
   * An entry that cannot be followed.
   *
   * @param about the resource where it names one, else the document
   */
  public record RejectedEvent(String about, String reason) {
    /** Returns what identifies the event between polls: it may have no URI. */
    public String name() {
      return about + " " + reason;
    }
  }

  public LogSegment {
    events = List.copyOf(events);
    rejected = List.copyOf(rejected);
  }

  int size() {
    return events.size() + rejected.size();
  }

  /** Returns about how many bytes it takes. */
  long bytes() {
    long bytes = (long) OVERHEAD * size();
    for (ChangeEvent event : events) {
      bytes += event.uri().length() + event.changed().length();
    }
    for (RejectedEvent event : rejected) {
      bytes += event.about().length() + event.reason().length();
    }
    return bytes;
  }
}
