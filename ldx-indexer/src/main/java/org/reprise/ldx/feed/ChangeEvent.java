package org.reprise.ldx.feed;

import java.math.BigInteger;
import java.util.Comparator;

/**
 * An entry of a change log (OSLC TRS 3.0, section 4.4).
 *
 * @param uri of the event itself
 * @param order its place in time
 * @param isDeletion else the resource is to be read; creations and modifications are the same to
 *     clients
 */
public record ChangeEvent(String uri, String changed, BigInteger order, boolean isDeletion) {
  /** By order. Of two that wrongly share one, the deletion comes first, so that it does not win. */
  public static final Comparator<ChangeEvent> IN_TIME =
      Comparator.comparing(ChangeEvent::order)
          .thenComparing(event -> !event.isDeletion())
          .thenComparing(ChangeEvent::uri);
}
