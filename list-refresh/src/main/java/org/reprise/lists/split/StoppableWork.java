package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work on databases that another thread can stop, with the statements that run for it. */
public final class StoppableWork {
  private static final Logger LOG = LoggerFactory.getLogger(StoppableWork.class);

  /** PostgreSQL's code of a statement that was cancelled. */
  private static final String CANCELLED = "57014";

  private static final Duration CANCEL_EVERY = Duration.ofMillis(50);
  private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

  private final Set<Connection> busy = new HashSet<>();
  private boolean stopped;

  /** Until it is closed, {@link #stop} ends what a connection does. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Lets {@link #stop} end what a connection does.
   *
   * @throws SQLException as of a cancelled statement when the work is stopped already
   */
  public synchronized Registration register(Connection connection) throws SQLException {
    requireGoing();
    busy.add(connection);
    return () -> release(connection);
  }

  // A late request to cancel must not hit the next user of the connection, so it is closed.
  private synchronized void release(Connection connection) {
    busy.remove(connection);
    notifyAll();
    if (stopped) {
      abort(connection);
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.warn("Cannot abort a connection: {}", e.getMessage());
    }
  }

  /**
   * Does nothing while the work goes on.
   *
   * @throws SQLException as of a cancelled statement when it is stopped
   */
  public synchronized void requireGoing() throws SQLException {
    if (stopped) {
      throw new SQLException("The work was stopped", CANCELLED);
    }
  }

  public synchronized boolean isStopped() {
    return stopped;
  }

  /** Waits, until it is stopped at most. */
  public synchronized void pause(Duration time) throws InterruptedException {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toMillis();
        left > 0 && !stopped;
        left = Duration.ofNanos(until - System.nanoTime()).toMillis()) {
      wait(left);
    }
  }

  /** Ends the work, in the databases too. */
  public synchronized void stop() {
    boolean isFirst = !stopped;
    stopped = true;
    notifyAll();
    cancelAll();
    if (isFirst && !busy.isEmpty()) {
      Thread.ofVirtual().name("cancel").start(this::cancelUntilReleased);
    }
  }

  // A request to cancel ends only the statement that runs when it arrives, so it is repeated. A
  // server that does not answer ends none.
  private synchronized void cancelUntilReleased() {
    long end = System.nanoTime() + CANCEL_TIMEOUT.toNanos();
    try {
      while (!busy.isEmpty() && System.nanoTime() - end < 0) {
        wait(CANCEL_EVERY.toMillis());
        cancelAll();
      }
      busy.forEach(StoppableWork::abort);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void cancelAll() {
    busy.removeIf(connection -> !cancel(connection));
  }

  // Returns false where the connection was lost: no statement runs on it.
  private static boolean cancel(Connection connection) {
    try {
      connection.unwrap(PGConnection.class).cancelQuery();
      return true;
    } catch (SQLException e) {
      abort(connection);
      return false;
    }
  }
}
