package org.reprise.gc.revision;

import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The revision that each configuration has now, from memory where that is sure to be true, else
 * from the database. A change is seen by every request that comes after its writer was answered, on
 * whichever instance: the writer is answered when all instances that answer from memory have
 * forgotten what they knew.
 */
public final class Revisions implements AutoCloseable {
  private final Freshness freshness;
  private final ReadLease lease;
  private final InvalidationBarrier barrier;
  private final ThreadLocal<InvalidationBarrier.@Nullable Change> committed = new ThreadLocal<>();

  Revisions(OwnConnections connections, JdbcClient jdbc, RevisionSettings settings, Loops loops) {
    String instance = UUID.randomUUID().toString();
    this.freshness = new Freshness(connections, loops);
    this.barrier = new InvalidationBarrier(instance, settings.lease(), jdbc);
    this.lease =
        new ReadLease(
            connections, instance, settings.lease(), InstantSource.system(), barrier::heard, loops);
  }

  /**
   * The revision of a configuration.
   *
   * @return empty where there is none of that id
   * @throws Refusal 503 where too many wait for the database, or the service ends
   * @throws org.springframework.dao.DataAccessException where the database does not answer
   */
  public OptionalLong of(long id) {
    Long known = lease.known(id);
    if (known != null) {
      return OptionalLong.of(known);
    }
    Map<Long, Long> memory = lease.memory();
    OptionalLong asked = freshness.revision(id);
    asked.ifPresent(revision -> memory.put(id, revision));
    return asked;
  }

  /**
   * Says, within the transaction that changes configurations, that it does: its end waits for other
   * instances.
   */
  public void changed() {
    if (TransactionSynchronizationManager.hasResource(this)) {
      return;
    }
    InvalidationBarrier.Change change = barrier.begin();
    TransactionSynchronizationManager.bindResource(this, change);
    TransactionSynchronizationManager.registerSynchronization(new Committing(change));
    barrier.notifyInstances(change);
  }

  /**
   * Waits until all instances answer with what is in the database now. To be called, outside a
   * transaction, by who tells of a change that somebody else has made and may still wait for.
   */
  public void settle() {
    lease.forget();
    InvalidationBarrier.Change change = barrier.begin();
    try {
      if (barrier.isAwaited(change)) {
        barrier.notifyInstances(change);
        barrier.await(change);
      }
    } finally {
      barrier.end(change);
    }
  }

  /** Waits for what this thread has changed with a transaction that ended. */
  void awaitInvalidation() {
    InvalidationBarrier.Change change = committed.get();
    if (change != null) {
      committed.remove();
      try {
        barrier.await(change);
      } finally {
        barrier.end(change);
      }
    }
  }

  private final class Committing implements TransactionSynchronization {
    private final InvalidationBarrier.Change change;

    Committing(InvalidationBarrier.Change change) {
      this.change = change;
    }

    @Override
    public void afterCommit() {
      lease.forget();
      // With the connection of the transaction. To wait, it must be given back first.
      if (barrier.isAwaited(change)) {
        committed.set(change);
      }
    }

    @Override
    public void afterCompletion(int status) {
      TransactionSynchronizationManager.unbindResource(Revisions.this);
      if (committed.get() != change) {
        barrier.end(change);
      }
    }
  }

  @Override
  public void close() {
    lease.close();
    freshness.close();
  }
}
