package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work on databases that another thread can stop. Its connections are aborted then: a request to
 * cancel could reach the next user of a connection, and a server that does not answer ends nothing.
 * A server that runs a statement notices within {@link BulkTransaction#CLIENT_CHECK}.
 */
public final class StoppableWork {
  private static final Logger LOG = LoggerFactory.getLogger(StoppableWork.class);

  /** PostgreSQL's code of a statement that was cancelled. */
  private static final String CANCELLED = "57014";

  private final Set<Connection> busy = new HashSet<>();
  private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

  /** Until it is closed, {@link #stop} ends what a connection does. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /** Lets {@link #stop} end what a connection does; throws as of a cancelled statement after it. */
  public synchronized Registration register(Connection connection) throws SQLException {
    requireGoing();
    busy.add(connection);
    return () -> release(connection);
  }

  private synchronized void release(Connection connection) {
    busy.remove(connection);
  }

  /** Throws SQLException as of a cancelled statement when the work is stopped. */
  public void requireGoing() throws SQLException {
    if (isStopped()) {
      throw new SQLException("The work was stopped", CANCELLED);
    }
  }

  public boolean isStopped() {
    return stopped.isDone();
  }

  public CompletableFuture<Boolean> stopped() {
    return stopped;
  }

  /** Waits, until it is stopped at most. */
  public void pause(Duration time) {
    stopped.copy().completeOnTimeout(false, time.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  /** Ends the work, in the databases too. */
  public synchronized void stop() {
    stopped.complete(true);
    for (Connection connection : busy) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.warn("Cannot abort a connection: {}", e.getMessage());
      }
    }
    busy.clear();
  }
}
