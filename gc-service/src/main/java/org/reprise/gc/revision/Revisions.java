package org.reprise.gc.revision;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The current revision of each configuration, from memory while this instance holds a lease, else
 * from the database. Every request that arrives after a writer was answered sees its change, on
 * whichever instance: the writer is answered when all instances with a lease have dropped the
 * revisions in their memory.
 */
@Component
public final class Revisions implements AutoCloseable {
  private final Freshness freshness;
  private final ReadLease lease;
  private final InvalidationBarrier barrier;
  private final ThreadLocal<InvalidationBarrier.@Nullable Invalidation> committed =
      new ThreadLocal<>();

  Revisions(OwnConnections connections, JdbcClient jdbc, RevisionSettings settings, Loops loops) {
    String instance = UUID.randomUUID().toString();
    this.freshness = new Freshness(connections, loops);
    this.barrier = new InvalidationBarrier(instance, settings.lease(), jdbc);
    this.lease =
        new ReadLease(
            connections, instance, settings.lease(), Instant::now, barrier::acknowledge, loops);
  }

  /**
   * Returns the revision of a configuration; empty for an unknown id.
   *
   * @throws Refusal 503 if too many requests wait for the database, or the service stops
   * @throws org.springframework.dao.DataAccessException if the database does not answer
   */
  public OptionalLong of(long id) {
    Long known = lease.known(id);
    if (known != null) {
      return OptionalLong.of(known);
    }
    Map<Long, Long> memory = lease.memory();
    OptionalLong current = freshness.revision(id);
    current.ifPresent(revision -> memory.put(id, revision));
    return current;
  }

  /**
   * Marks the current transaction as one that changes configurations: after its commit the caller
   * waits for other instances.
   */
  public void changed() {
    if (TransactionSynchronizationManager.hasResource(this)) {
      return;
    }
    InvalidationBarrier.Invalidation change = barrier.begin();
    TransactionSynchronizationManager.bindResource(this, change);
    TransactionSynchronizationManager.registerSynchronization(new CommitListener(change));
    barrier.notifyInstances(change);
  }

  /**
   * Waits until all instances answer with the present state of the database. Call it outside a
   * transaction, before reporting a change whose writer may still wait for acknowledgements.
   */
  public void awaitAcknowledgements() {
    lease.forget();
    InvalidationBarrier.Invalidation change = barrier.begin();
    try {
      if (barrier.isAwaited(change)) {
        barrier.notifyInstances(change);
        barrier.await(change);
      }
    } finally {
      barrier.end(change);
    }
  }

  /** Waits for acknowledgements of the change that this thread has just committed. */
  void awaitInvalidation() {
    InvalidationBarrier.Invalidation change = committed.get();
    if (change != null) {
      committed.remove();
      try {
        barrier.await(change);
      } finally {
        barrier.end(change);
      }
    }
  }

  private final class CommitListener implements TransactionSynchronization {
    private final InvalidationBarrier.Invalidation change;

    CommitListener(InvalidationBarrier.Invalidation change) {
      this.change = change;
    }

    @Override
    public void afterCommit() {
      lease.forget();
      // Holds the transaction's connection: the wait begins when it is back in the pool.
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
