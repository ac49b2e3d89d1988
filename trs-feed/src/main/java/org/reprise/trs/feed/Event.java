package org.reprise.trs.feed;

import java.util.Objects;
import org.reprise.trs.application.Application;

/**
 * A change with its order.
 *
 * @param position its order, from 1 on without gaps
 * @param incarnation of the publisher that gave the order: positions are given again where a backup
 *     is restored, the pair is not
 * @param resource a version, or a work item
 */
public record Event(
    Application application, long position, long incarnation, Change change, long resource) {
  /** Checks that all is there. */
  public Event {
    Objects.requireNonNull(application);
    Objects.requireNonNull(change);
  }
}
