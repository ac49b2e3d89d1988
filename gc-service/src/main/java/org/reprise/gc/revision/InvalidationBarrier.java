package org.reprise.gc.revision;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Notifies other instances of changes, and waits until each that holds a lease acknowledges. */
final class InvalidationBarrier {
  private static final Logger LOG = LoggerFactory.getLogger(InvalidationBarrier.class);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final String instance;
  private final Duration length;
  private final JdbcClient jdbc;
  private final AtomicLong count = new AtomicLong();
  private final Map<String, Invalidation> changes = new ConcurrentHashMap<>();

  InvalidationBarrier(String instance, Duration length, JdbcClient jdbc) {
    this.instance = instance;
    this.length = length;
    this.jdbc = jdbc;
  }

  /** A change, and the instances that acknowledged it. */
  static final class Invalidation {
    private final String name;
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Semaphore acknowledgements = new Semaphore(0);
    private @Nullable Set<String> readers;
    // The longest remaining time of a lease when the readers were listed.
    private Duration longest = Duration.ZERO;

    private Invalidation(String name) {
      this.name = name;
    }

    private boolean isAcknowledgedByAll() {
      return readers != null && acknowledged.containsAll(readers);
    }
  }

  /** Begins a change, which the caller must {@link #end}. */
  Invalidation begin() {
    Invalidation change = new Invalidation(instance + "/" + count.incrementAndGet());
    changes.put(change.name, change);
    return change;
  }

  /** Notifies all instances when the transaction commits, or at once outside a transaction. */
  void notifyInstances(Invalidation change) {
    jdbc.sql("select pg_notify(?, ?)")
        .params(ReadLease.CHANGED, change.name)
        .query((row, n) -> true)
        .list();
  }

  /**
   * Records an acknowledgement.
   *
   * @param answer the name of a change, a blank, and the instance's session
   */
  void acknowledge(String answer) {
    int end = answer.indexOf(' ');
    Invalidation change = end < 0 ? null : changes.get(answer.substring(0, end));
    if (change != null) {
      change.acknowledged.add(answer.substring(end + 1));
      change.acknowledgements.release();
    }
  }

  void end(Invalidation change) {
    changes.remove(change.name);
  }

  /** Returns whether an instance may not have acknowledged a committed change yet. */
  boolean isAwaited(Invalidation change) {
    updateReaders(change);
    return !change.isAcknowledgedByAll();
  }

  /**
   * Waits until all instances have acknowledged, for twice a lease at most: an instance that renews
   * its lease once more before it reads the notification reads it before the next renewal. The
   * change is committed, so no failure here is reported to its writer.
   */
  void await(Invalidation change) {
    long begin = System.nanoTime();
    try {
      while (!awaitSoon(change)) {
        Duration limit = length.compareTo(change.longest) > 0 ? length : change.longest;
        if (System.nanoTime() - begin >= limit.multipliedBy(2).toNanos()) {
          LOG.warn(
              "Instances {} did not acknowledge a change within twice their lease; going on",
              change.readers);
          return;
        }
        updateReaders(change);
        if (!change.isAcknowledgedByAll()) {
          notifyAgain(change);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean awaitSoon(Invalidation change) throws InterruptedException {
    long look = System.nanoTime();
    while (!change.isAcknowledgedByAll()) {
      long left = POLL_INTERVAL.toNanos() - (System.nanoTime() - look);
      if (left <= 0) {
        return false;
      }
      if (change.acknowledgements.tryAcquire(left, TimeUnit.NANOSECONDS)) {
        change.acknowledgements.drainPermits();
      }
    }
    return true;
  }

  private void updateReaders(Invalidation change) {
    try {
      Map<String, Duration> now = readers();
      if (change.readers == null) {
        change.readers = new HashSet<>(now.keySet());
        now.values()
            .forEach(left -> {
              change.longest = left.compareTo(change.longest) > 0 ? left : change.longest;
            });
      } else {
        // New readers began with an empty cache; the leases of missing readers have expired.
        change.readers.retainAll(now.keySet());
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot list active readers: {}", e.toString());
    }
  }

  // An acknowledgement is lost when the listening connection breaks. Only a committed change may be
  // notified again: an instance that drops its cache before the commit could read the old state.
  private void notifyAgain(Invalidation change) {
    try {
      notifyInstances(change);
    } catch (RuntimeException e) {
      LOG.debug("Cannot notify instances again", e);
    }
  }

  private Map<String, Duration> readers() {
    Map<String, Duration> left = new HashMap<>();
    jdbc.sql(
            """
            select session, ceil(extract(epoch from until - clock_timestamp()) * 1000) as left_ms
            from revision_reader where until > clock_timestamp()\
            """)
        .query(row -> {
          left.put(row.getString(1), Duration.ofMillis(row.getLong(2)));
        });
    left.keySet().removeIf(session -> ReadLease.isOf(session, instance));
    return left;
  }
}
