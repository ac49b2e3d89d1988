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

/** Notifies other instances of changes, and waits until all that answer from memory acknowledge. */
final class InvalidationBarrier {
  private static final Logger LOG = LoggerFactory.getLogger(InvalidationBarrier.class);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final String instance;
  private final Duration length;
  private final JdbcClient jdbc;
  private final AtomicLong count = new AtomicLong();
  private final Map<String, Change> changes = new ConcurrentHashMap<>();

  /**
   * @param instance the name of this instance, which no other has; without blanks
   * @param length of a lease
   */
  InvalidationBarrier(String instance, Duration length, JdbcClient jdbc) {
    this.instance = instance;
    this.length = length;
    this.jdbc = jdbc;
  }

  /** A change, and the instances that acknowledged it. */
  static final class Change {
    private final String name;
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private final Semaphore news = new Semaphore(0);
    private @Nullable Set<String> readers;
    // The longest rest of a lease that was seen.
    private Duration longest = Duration.ZERO;

    private Change(String name) {
      this.name = name;
    }

    private boolean isAcknowledgedByAll() {
      return readers != null && heard.containsAll(readers);
    }
  }

  /** Begins a change, which the caller must {@link #end}. */
  Change begin() {
    Change change = new Change(instance + "/" + count.incrementAndGet());
    changes.put(change.name, change);
    return change;
  }

  /** Notifies all instances: when the transaction commits, or at once without one. */
  void notifyInstances(Change change) {
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
  void heard(String answer) {
    int end = answer.indexOf(' ');
    Change change = end < 0 ? null : changes.get(answer.substring(0, end));
    if (change != null) {
      change.heard.add(answer.substring(end + 1));
      change.news.release();
    }
  }

  void end(Change change) {
    changes.remove(change.name);
  }

  /** Returns whether an instance may not have heard of a change that is committed. */
  boolean isAwaited(Change change) {
    look(change);
    return !change.isAcknowledgedByAll();
  }

  /**
   * Waits, twice as long as a lease at most: a lease that is renewed once more by who has not heard
   * is over by then, and before the next renewal it hears. The change is made: whatever happens
   * here, its writer is not told otherwise.
   */
  void await(Change change) {
    long begin = System.nanoTime();
    try {
      while (!isAcknowledgedSoon(change)) {
        Duration limit = length.compareTo(change.longest) > 0 ? length : change.longest;
        if (System.nanoTime() - begin >= limit.multipliedBy(2).toNanos()) {
          LOG.warn(
              "Instances {} did not acknowledge a change within twice their lease; going on",
              change.readers);
          return;
        }
        look(change);
        if (!change.isAcknowledgedByAll()) {
          notifyAgain(change);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isAcknowledgedSoon(Change change) throws InterruptedException {
    long look = System.nanoTime();
    while (!change.isAcknowledgedByAll()) {
      long left = POLL_INTERVAL.toNanos() - (System.nanoTime() - look);
      if (left <= 0) {
        return false;
      }
      if (change.news.tryAcquire(left, TimeUnit.NANOSECONDS)) {
        change.news.drainPermits();
      }
    }
    return true;
  }

  private void look(Change change) {
    try {
      Map<String, Duration> now = readers();
      if (change.readers == null) {
        change.readers = new HashSet<>(now.keySet());
        now.values()
            .forEach(left -> {
              change.longest = left.compareTo(change.longest) > 0 ? left : change.longest;
            });
      } else {
        // Those that came since began with nothing; of those that are gone the time is over.
        change.readers.retainAll(now.keySet());
      }
    } catch (RuntimeException e) {
      LOG.warn("Cannot list active readers: {}", e.toString());
    }
  }

  // An answer is lost when the connection breaks that it would come by. Only what is committed may
  // be told again: who heard of it before could read the old state once more.
  private void notifyAgain(Change change) {
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
