package org.reprise.ldx.feed;

import java.math.BigInteger;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.rdf.UriKey;

/**
 * The newest events that were seen: one with an order among theirs that is not one of them has come
 * late.
 *
 * @param keys of their URIs, or of the names of rejected ones
 * @param oldest the lowest order among them; null if there is none
 */
public record RecentEvents(Set<UUID> keys, @Nullable BigInteger oldest) {
  public static final RecentEvents NONE = new RecentEvents(Set.of(), null);

  public RecentEvents {
    keys = Set.copyOf(keys);
  }

  /** Returns whether a part of the log that is older than some events may have one of them. */
  boolean reachBelow(LogSegment segment) {
    BigInteger least = oldest;
    return least != null
        && segment.events().stream().allMatch(event -> event.order().compareTo(least) > 0);
  }

  boolean isKnown(String event) {
    return !keys.isEmpty() && keys.contains(UriKey.of(event));
  }

  boolean isLate(ChangeEvent event) {
    return oldest != null && event.order().compareTo(oldest) >= 0 && !isKnown(event.uri());
  }
}
