package org.reprise.trs.feed;

import io.micrometer.core.instrument.Counter;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.Loop;
import org.reprise.kit.OwnConnections;
import org.reprise.trs.application.Application;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives committed changes of one application their order, in batches. There is one publisher for a
 * feed: the one whose database session holds the lock. Others wait for it. A session that says
 * nothing for {@link #IDLE} is ended by the database, so that a process that was stopped does not
 * keep the lock.
 *
 * <p>Event URIs hold the publisher's <em>incarnation</em>, a random number. It is drawn anew with
 * each session, and whenever the feed does not end with the event that this session published last:
 * after a database was restored from a backup, positions are given again, but never under the same
 * incarnation. (OSLC TRS 3.0: the URI of an event is unique "even if order numbers get reused in
 * the wake of a Server rollback".)
 */
final class Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private static final int BATCH = 1_000;
  private static final String IDLE = "10s";
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);
  private static final Duration WAIT_FOR_LOCK = Duration.ofSeconds(1);
  private static final Duration WAIT_AFTER_FAULT = Duration.ofMillis(300);
  private static final String OPTIONS =
      "-c statement_timeout=10s -c lock_timeout=5s -c idle_session_timeout=%1$s -c".formatted(IDLE)
          + " idle_in_transaction_session_timeout="
          + IDLE;
  private static final String INSERT =
      """
      with taken as (
        delete from change
        where application = ? and id in (
          select id from change where application = ? order by id limit ?)
        returning id, kind, resource)
      insert into event (application, position, incarnation, kind, resource)
      select ?, ? + row_number() over (order by id), ?, kind, resource from taken\
      """;

  private final OwnConnections connections;
  private final Application application;
  private final Duration interval;
  private final Counter published;
  private final Runnable afterwards;
  private final SecureRandom random = new SecureRandom();
  private final Loop loop;
  private @Nullable Connection connection;
  private volatile boolean holdsLock;
  private long incarnation;
  private long last;

  /**
   * Makes one.
   *
   * @param afterwards is told when events were published
   */
  Publisher(
      OwnConnections connections,
      Application application,
      Duration interval,
      Counter published,
      Runnable afterwards) {
    this.connections = connections;
    this.application = application;
    this.interval = interval;
    this.published = published;
    this.afterwards = afterwards;
    this.loop = new Loop("publisher-" + application.path(), this::step);
  }

  void start() {
    loop.start();
  }

  void wake() {
    loop.wake();
  }

  boolean isHealthy() {
    return loop.isHealthy();
  }

  /** Whether this process publishes the feed. */
  boolean isPublishing() {
    return holdsLock;
  }

  /** Ends the session, so that another process can publish at once. */
  void close() {
    loop.close();
    disconnect();
  }

  private Duration step() {
    try {
      Connection session = session();
      if (!holdsLock && !lock(session)) {
        return WAIT_FOR_LOCK;
      }
      int count = publish(session);
      if (count > 0) {
        published.increment(count);
        afterwards.run();
      }
      return count == BATCH ? Duration.ZERO : interval;
    } catch (SQLException e) {
      LOG.warn("The publisher of '{}' lost its session: {}", application.path(), e.getMessage());
      disconnect();
      return WAIT_AFTER_FAULT;
    } catch (RuntimeException | Error e) {
      // What the session holds is not known.
      disconnect();
      throw e;
    }
  }

  private Connection session() throws SQLException {
    Connection current = connection;
    if (current == null) {
      current = connections.open("trs-publisher-" + application.path(), LONGEST_ANSWER, OPTIONS);
      connection = current;
    }
    return current;
  }

  private boolean lock(Connection session) throws SQLException {
    try (PreparedStatement statement =
        session.prepareStatement("select pg_try_advisory_lock(hashtext('trs-publisher'), ?)")) {
      statement.setInt(1, application.ordinal());
      try (ResultSet row = statement.executeQuery()) {
        holdsLock = row.next() && row.getBoolean(1);
      }
    }
    if (holdsLock) {
      // Unlike any position: the first batch draws the incarnation.
      last = -1;
    }
    return holdsLock;
  }

  private int publish(Connection session) throws SQLException {
    if (!hasChanges(session)) {
      return 0;
    }
    session.setAutoCommit(false);
    long before = lockFeed(session);
    if (before != last) {
      incarnation = random.nextLong();
      LOG.info(
          "Events of '{}' after {} are of incarnation {}",
          application.path(),
          before,
          Long.toHexString(incarnation));
    }
    int count = insert(session, before);
    try (PreparedStatement statement =
        session.prepareStatement("update feed set last_position = ? where application = ?")) {
      statement.setLong(1, before + count);
      statement.setString(2, application.path());
      statement.executeUpdate();
    }
    session.commit();
    session.setAutoCommit(true);
    last = before + count;
    return count;
  }

  private boolean hasChanges(Connection session) throws SQLException {
    try (PreparedStatement statement =
        session.prepareStatement("select exists (select from change where application = ?)")) {
      statement.setString(1, application.path());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private long lockFeed(Connection session) throws SQLException {
    try (PreparedStatement statement =
        session.prepareStatement(
            "select last_position from feed where application = ? for update")) {
      statement.setString(1, application.path());
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("there is no feed of '" + application.path() + "'");
        }
        return row.getLong(1);
      }
    }
  }

  private int insert(Connection session, long before) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(INSERT)) {
      statement.setString(1, application.path());
      statement.setString(2, application.path());
      statement.setInt(3, BATCH);
      statement.setString(4, application.path());
      statement.setLong(5, before);
      statement.setLong(6, incarnation);
      return statement.executeUpdate();
    }
  }

  private void disconnect() {
    holdsLock = false;
    Connection current = connection;
    connection = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        LOG.debug("The session was not closed", e);
      }
    }
  }
}
