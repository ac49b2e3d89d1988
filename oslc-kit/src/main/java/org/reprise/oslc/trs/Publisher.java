package org.reprise.oslc.trs;

import io.micrometer.core.instrument.Counter;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Gives committed changes of one feed their order, in batches. There is one publisher for a feed:
 * the one whose database session holds the lock. Others wait for it. A session that says nothing
 * for {@link #IDLE} is ended by the database, so that a process that was stopped does not keep the
 * lock.
 *
 * <p>Event URIs hold the publisher's <em>incarnation</em>, a random number. It is drawn anew with
 * each session, and whenever the feed does not end with the event that this session published last:
 * after a database was restored from a backup, positions are given again, but never under the same
 * incarnation. (OSLC TRS 3.0: the URI of an event is unique "even if order numbers get reused in
 * the wake of a Server rollback".)
 */
final class Publisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private static final int BATCH = 1_000;
  private static final String IDLE = "10s";
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration LOCK_RETRY = Duration.ofSeconds(1);
  private static final Duration FAULT_RETRY = Duration.ofMillis(300);
  private static final String OPTIONS =
      "-c statement_timeout=10s -c lock_timeout=5s -c idle_session_timeout=%1$s -c".formatted(IDLE)
          + " idle_in_transaction_session_timeout="
          + IDLE;

  private final String name;
  private final OwnConnection connection;
  private final CommittedChanges changes;
  private final Duration interval;
  private final Runnable beforePublishing;
  private final Counter published;
  private final Runnable afterwards;
  private final SecureRandom random = new SecureRandom();
  private final Loop loop;
  private volatile boolean holdsLock;
  private long incarnation;
  private long last;

  /**
   * Makes one, which begins with {@link #start()}.
   *
   * @param name of its thread, and of its session in the database
   * @param interval how often it looks for changes that other processes committed, well below
   *     {@link #IDLE}
   * @param beforePublishing runs between the commit of changes and their publication
   * @param published counts the events
   * @param afterwards runs when events were published; it must return at once
   */
  Publisher(
      String name,
      OwnConnections connections,
      CommittedChanges changes,
      Duration interval,
      Runnable beforePublishing,
      Counter published,
      Runnable afterwards) {
    this.name = name;
    this.connection = new OwnConnection(connections, name, RESPONSE_TIMEOUT, OPTIONS);
    this.changes = changes;
    this.interval = interval;
    this.beforePublishing = beforePublishing;
    this.published = published;
    this.afterwards = afterwards;
    this.loop = new Loop(name, this::step);
  }

  void start(Loops loops) {
    loops.start(loop);
  }

  void wake() {
    loop.wake();
  }

  boolean isPublishing() {
    return holdsLock;
  }

  /** Ends the session, so that another process can publish at once. */
  @Override
  public void close() {
    loop.close();
    holdsLock = false;
    connection.close();
  }

  private Duration step() {
    try {
      if (!holdsLock && !connection.ask(this::lock)) {
        return LOCK_RETRY;
      }
      if (!connection.ask(session -> changes.readAny(Bases.client(session)))) {
        return interval;
      }
      if (!isPrepared()) {
        return FAULT_RETRY;
      }
      int count = connection.ask(this::publish);
      published.increment(count);
      afterwards.run();
      return count == BATCH ? Duration.ZERO : interval;
    } catch (SQLException | DataAccessException e) {
      LOG.warn("'{}' lost its database session: {}; opening another", name, e.getMessage());
      holdsLock = false;
      return FAULT_RETRY;
    } catch (RuntimeException | Error e) {
      holdsLock = false;
      throw e;
    }
  }

  // Not in the session: a fault is none of the session's, which keeps the lock. And before the
  // transaction, for it may take long.
  private boolean isPrepared() {
    try {
      beforePublishing.run();
      return true;
    } catch (RuntimeException e) {
      LOG.warn("'{}' cannot publish changes yet: {}; trying again", name, e.getMessage());
      return false;
    }
  }

  private boolean lock(Connection session) {
    holdsLock = changes.lock(Bases.client(session));
    if (holdsLock) {
      // Unlike any position: the first batch draws the incarnation.
      last = -1;
    }
    return holdsLock;
  }

  private int publish(Connection session) throws SQLException {
    JdbcClient client = Bases.client(session);
    session.setAutoCommit(false);
    long before = changes.last(client);
    if (before != last) {
      incarnation = random.nextLong();
      LOG.info(
          "Events of '{}' after {} are of incarnation {}",
          name,
          before,
          Long.toHexString(incarnation));
    }
    int count = changes.publish(client, before, incarnation, BATCH);
    session.commit();
    session.setAutoCommit(true);
    last = before + count;
    return count;
  }
}
