package org.reprise.gc.revision;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
  private static final Logger LOG = LoggerFactory.getLogger(Revisions.class);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration BESIDE_LEASE = Duration.ofSeconds(5);

  private final String instance = UUID.randomUUID().toString();
  private final Duration length;
  private final Freshness freshness;
  private final ReadLease lease;
  private final JdbcClient jdbc;
  private final AtomicLong changes = new AtomicLong();
  private final Map<String, Told> told = new ConcurrentHashMap<>();

  Revisions(OwnConnections connections, JdbcClient jdbc, RevisionSettings settings) {
    this.length = settings.lease();
    this.freshness = new Freshness(connections);
    this.lease = new ReadLease(connections, instance, length, this::heard, this.told::keySet);
    this.jdbc = jdbc;
  }

  void start() {
    freshness.start();
    lease.start();
  }

  boolean isHealthy() {
    return freshness.isHealthy() && lease.isHealthy();
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
    boolean isSaid =
        TransactionSynchronizationManager.getSynchronizations().stream()
            .anyMatch(one -> one instanceof Told said && said.revisions() == this);
    if (isSaid) {
      return;
    }
    Told change = new Told(this, instance + "/" + changes.incrementAndGet());
    jdbc.sql("select pg_notify(?, ?)")
        .params(ReadLease.CHANGED, change.name())
        .query((row, n) -> true)
        .list();
    TransactionSynchronizationManager.registerSynchronization(change);
    told.put(change.name(), change);
  }

  private void heard(String answer) {
    int end = answer.indexOf(' ');
    Told change = end < 0 ? null : told.get(answer.substring(0, end));
    if (change != null) {
      change.heardBy(answer.substring(end + 1));
    }
  }

  private static final class Told implements TransactionSynchronization {
    private final Revisions revisions;
    private final String name;
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private final Semaphore news = new Semaphore(0);

    Told(Revisions revisions, String name) {
      this.revisions = revisions;
      this.name = name;
    }

    Revisions revisions() {
      return revisions;
    }

    String name() {
      return name;
    }

    void heardBy(String session) {
      heard.add(session);
      news.release();
    }

    @Override
    public void afterCommit() {
      revisions.lease.forget();
      revisions.await(this);
    }

    @Override
    public void afterCompletion(int status) {
      revisions.told.remove(name);
    }

    // Whether all have heard, after some news or the given time.
    boolean isHeardByAll(Set<String> sessions, Duration wait) throws InterruptedException {
      if (heard.containsAll(sessions)) {
        return true;
      }
      if (news.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
        news.drainPermits();
      }
      return heard.containsAll(sessions);
    }
  }

  // The change is made: whatever happens here, its writer is not told otherwise.
  private void await(Told change) {
    long begin = System.nanoTime();
    @Nullable Set<String> readers = null;
    try {
      while (System.nanoTime() - begin < length.plus(BESIDE_LEASE).toNanos()) {
        Set<String> now = readers();
        if (readers == null) {
          readers = now;
        } else {
          // Those that came since began with nothing; of those that are gone the time is over.
          readers.retainAll(now);
        }
        long look = System.nanoTime();
        while (System.nanoTime() - look < LOOK.toNanos()) {
          if (change.isHeardByAll(readers, LOOK)) {
            return;
          }
        }
      }
      LOG.warn("Instances {} did not tell that they heard of a change", readers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("It is not known who reads: {}", e.toString());
      outlast();
    }
  }

  private Set<String> readers() {
    Set<String> sessions =
        new HashSet<>(
            jdbc.sql("select session from revision_reader where until > clock_timestamp()")
                .query(String.class)
                .list());
    sessions.removeIf(session -> ReadLease.isOf(session, instance));
    return sessions;
  }

  // Who cannot reach the database either does not answer from memory any longer after this.
  private void outlast() {
    try {
      Thread.sleep(length);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    lease.close();
    freshness.close();
  }
}
