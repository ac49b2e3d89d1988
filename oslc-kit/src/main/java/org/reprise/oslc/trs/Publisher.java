package org.reprise.oslc.trs;

import io.micrometer.core.instrument.Counter;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
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
 * for ten seconds is ended by the database, so that a process that was stopped does not keep the
 * lock.
 *
 * <p>Event URIs hold the publisher's <em>incarnation</em>, a random number. It is drawn again with
 * each session, and whenever the feed does not end with the event that this session published last:
 * after a database was restored from a backup, positions are given again, but never under the same
 * incarnation. (OSLC TRS 3.0: the URI of an event is unique "even if order numbers get reused in
 * the wake of a Server rollback".)
 */
final class Publisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  // More changes are read than are published at once, so that it is known whether there are others.
  private static final int MAX_READ = 2_000;
  private static final int BATCH = 1_000;
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration LOCK_RETRY = Duration.ofSeconds(1);
  private static final Duration FAULT_RETRY = Duration.ofMillis(300);
  private static final String OPTIONS =
      "-c statement_timeout=10s -c lock_timeout=5s -c idle_session_timeout=10s"
          + " -c idle_in_transaction_session_timeout=10s";

  private static final String MOVE =
      """
      with taken as (
        delete from change
        where application = ? and id in (
          select id from change where application = ? and id = any (?) order by id limit ?)
        returning id, kind, resource)
      insert into event (application, position, incarnation, kind, resource)
      select ?, ? + row_number() over (order by id), ?, kind, resource from taken\
      """;

  private final String application;
  private final String name;
  private final OwnConnection connection;
  private final Duration interval;
  private final Runnable beforePublishing;
  private final Counter published;
  private final Runnable onPublished;
  private final SecureRandom random = new SecureRandom();
  private final Loop loop;
  private volatile boolean holdsLock;
  private long incarnation;
  private long last;

  /**
   * Creates a publisher, which begins with {@link #start()}.
   *
   * @param interval how often it looks for changes that other processes committed, well below ten
   *     seconds
   * @param onPublished runs when events were published; it must return at once
   */
  Publisher(
      String application,
      OwnConnections connections,
      Duration interval,
      Runnable beforePublishing,
      Counter published,
      Runnable onPublished) {
    this.application = application;
    this.name = application + "-publisher";
    this.connection = new OwnConnection(connections, name, RESPONSE_TIMEOUT, OPTIONS);
    this.interval = interval;
    this.beforePublishing = beforePublishing;
    this.published = published;
    this.onPublished = onPublished;
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
      List<Long> committed = connection.ask(this::committed);
      if (committed.isEmpty()) {
        return interval;
      }
      if (!prepare()) {
        return FAULT_RETRY;
      }
      int count = connection.ask(session -> publish(session, committed));
      published.increment(count);
      onPublished.run();
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
  private boolean prepare() {
    try {
      beforePublishing.run();
      return true;
    } catch (RuntimeException e) {
      LOG.warn("'{}' cannot publish changes yet: {}; trying again", name, e.getMessage());
      return false;
    }
  }

  private boolean lock(Connection session) {
    holdsLock =
        Bases.client(session)
            .sql("select pg_try_advisory_lock(hashtext('feed-publisher'), hashtext(?))")
            .param(application)
            .query(Boolean.class)
            .single();
    // Unlike any position: the first batch draws the incarnation.
    last = -1;
    return holdsLock;
  }

  private List<Long> committed(Connection session) {
    return Bases.client(session)
        .sql("select id from change where application = ? order by id limit ?")
        .params(application, MAX_READ)
        .query((row, n) -> row.getLong(1))
        .list();
  }

  private int publish(Connection session, List<Long> committed) throws SQLException {
    JdbcClient client = Bases.client(session);
    session.setAutoCommit(false);
    long before =
        client
            .sql("select last_position from feed where application = ? for update")
            .param(application)
            .query(Long.class)
            .single();
    if (before != last) {
      incarnation = random.nextLong();
      LOG.info("'{}' begins incarnation {} after {}", name, Long.toHexString(incarnation), before);
    }
    // To the log, in the order in which they were recorded.
    Long[] ids = committed.toArray(Long[]::new);
    int count =
        client
            .sql(MOVE)
            .params(application, application, ids, BATCH, application, before, incarnation)
            .update();
    client
        .sql("update feed set last_position = ? where application = ?")
        .params(before + count, application)
        .update();
    session.commit();
    session.setAutoCommit(true);
    last = before + count;
    return count;
  }
}
