package org.reprise.lists.fqm;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.query.IdQuery;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.tenant.Tenant;

/** A query while this process works on it. */
final class RunningQuery {
  private final Tenant tenant;
  private final UUID id;
  private final IdQuery ids;
  private final boolean ofRefresh;
  private final int most;
  private final AtomicInteger saved = new AtomicInteger();
  private final StoppableWork work = new StoppableWork();
  private final CountDownLatch end = new CountDownLatch(1);
  private @Nullable Thread waiting;

  /**
   * Makes one.
   *
   * @param ids what is read
   * @param ofRefresh whether a refresh asks, which has had its turn and begins again itself
   * @param most how many results are wanted at most
   */
  RunningQuery(Tenant tenant, UUID id, IdQuery ids, boolean ofRefresh, int most) {
    this.tenant = tenant;
    this.id = id;
    this.ids = ids;
    this.ofRefresh = ofRefresh;
    this.most = most;
  }

  Tenant tenant() {
    return tenant;
  }

  UUID id() {
    return id;
  }

  IdQuery ids() {
    return ids;
  }

  boolean isOfRefresh() {
    return ofRefresh;
  }

  int most() {
    return most;
  }

  /** Its results that are in the database. */
  int saved() {
    return saved.get();
  }

  void saved(int results) {
    saved.set(results);
  }

  StoppableWork work() {
    return work;
  }

  /**
   * Waits for a permit.
   *
   * @throws InterruptedException when the query is stopped first
   */
  void acquire(Semaphore permits) throws InterruptedException {
    synchronized (this) {
      if (work.isStopped()) {
        throw new InterruptedException("stopped");
      }
      waiting = Thread.currentThread();
    }
    try {
      permits.acquire();
    } finally {
      synchronized (this) {
        waiting = null;
        // Stopped just after it got the permit: its work will throw.
        Thread.interrupted();
      }
    }
  }

  /** Ends it, also while it waits. */
  synchronized void stop() {
    work.stop();
    if (waiting != null) {
      waiting.interrupt();
    }
  }

  /** Marks the end of its work, for {@link #awaitEnd}. */
  void ended() {
    end.countDown();
  }

  /** Waits for the end of its work. */
  void awaitEnd() throws InterruptedException {
    end.await();
  }
}
