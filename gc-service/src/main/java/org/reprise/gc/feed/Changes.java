package org.reprise.gc.feed;

import org.reprise.oslc.trs.Change;

/**
 * Where transactions note what they change. A change has no order yet: an order that was drawn
 * within the transaction would become visible after higher ones of transactions that were faster.
 */
public interface Changes {
  /**
   * Notes a change, within the transaction that makes it and while it holds the resource's lock, so
   * that changes of one resource are noted in their order.
   *
   * @param resource the URI of a component or configuration
   */
  void note(Change change, String resource);
}
