package org.reprise.lists.fqm;

import java.util.concurrent.Semaphore;

/**
 * Lets some queries be read at once; the others wait, in their order. A query that is read holds a
 * connection, and needs a second one for each batch.
 */
final class Turns {
  private final Semaphore all;
  private final Semaphore ofRequests;

  /**
   * Makes them.
   *
   * @param all how many at once
   * @param ofRequests how many of these for requests; the others are for refreshes
   */
  Turns(int all, int ofRequests) {
    this.all = new Semaphore(all, true);
    this.ofRequests = new Semaphore(ofRequests, true);
  }

  /** Until it is closed the query may be read. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Waits for a query's turn.
   *
   * @throws InterruptedException when the query is stopped first
   */
  Turn await(RunningQuery query) throws InterruptedException {
    if (query.isOfRefresh()) {
      query.acquire(all);
      return all::release;
    }
    query.acquire(ofRequests);
    try {
      query.acquire(all);
    } catch (InterruptedException e) {
      ofRequests.release();
      throw e;
    }
    return () -> {
      all.release();
      ofRequests.release();
    };
  }
}
