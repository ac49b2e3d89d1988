package org.reprise.lists.fqm;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.tenant.Tenant;

/**
 * A query while this process works on it.
 *
 * @param type what is read
 * @param refreshId the refresh that asks, which has had its turn and begins again itself; null of a
 *     request
 * @param most how many results are wanted at most
 * @param results those that are in the database
 * @param waiting the thread that waits for a permit
 * @param end of its work
 */
record RunningQuery(
    Tenant tenant,
    UUID id,
    EntityType type,
    @Nullable UUID refreshId,
    int most,
    AtomicInteger results,
    StoppableWork work,
    AtomicReference<@Nullable Thread> waiting,
    CountDownLatch end) {
  RunningQuery(Tenant tenant, UUID id, EntityType type, @Nullable UUID refreshId, int most) {
    this(
        tenant,
        id,
        type,
        refreshId,
        most,
        new AtomicInteger(),
        new StoppableWork(),
        new AtomicReference<>(),
        new CountDownLatch(1));
  }

  boolean isOfRefresh() {
    return refreshId != null;
  }

  int saved() {
    return results.get();
  }

  /**
   * Waits for a permit.
   *
   * @throws InterruptedException when the query is stopped first
   */
  void acquire(Semaphore permits) throws InterruptedException {
    synchronized (waiting) {
      if (work.isStopped()) {
        throw new InterruptedException("stopped");
      }
      waiting.set(Thread.currentThread());
    }
    try {
      permits.acquire();
    } finally {
      synchronized (waiting) {
        waiting.set(null);
        // Stopped just after it got the permit: its work will throw.
        Thread.interrupted();
      }
    }
  }

  /** Ends it, also while it waits. */
  void stop() {
    synchronized (waiting) {
      work.stop();
      Thread thread = waiting.get();
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}
