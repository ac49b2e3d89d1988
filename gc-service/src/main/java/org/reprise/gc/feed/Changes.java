package org.reprise.gc.feed;

import java.util.Collection;
import java.util.List;
import org.reprise.oslc.trs.Change;

/**
 * Records what transactions change. A change has no order yet: an order that was drawn within the
 * transaction would become visible after higher ones of transactions that were faster.
 */
public interface Changes {
  /**
   * Records a change, within the transaction that makes it and while it holds the resource's lock,
   * so that changes of one resource are recorded in their order.
   *
   * @param resource the URI of a component or configuration
   */
  default void record(Change change, String resource) {
    record(change, List.of(resource));
  }

  /** Records the same change of several resources, in one statement. */
  void record(Change change, Collection<String> resources);
}
