package org.reprise.kit.work;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection beside the pool for work that must be on time. It is opened when it is first used,
 * and again after each failure.
 */
public final class OwnConnection implements AutoCloseable {
  private final OwnConnections connections;
  private final String name;
  private final Duration timeout;
  private final @Nullable String options;
  private @Nullable Connection connection;

  public OwnConnection(
      OwnConnections connections, String name, Duration timeout, @Nullable String options) {
    this.connections = connections;
    this.name = name;
    this.timeout = timeout;
    this.options = options;
  }

  @FunctionalInterface
  public interface Query<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Runs a query; where it fails, the next one gets another connection. */
  public synchronized <T> T ask(Query<T> query) throws SQLException {
    try {
      Connection open = connection == null ? connections.open(name, timeout, options) : connection;
      connection = open;
      return query.run(open);
    } catch (SQLException | RuntimeException | Error e) {
      // The rest of an answer would be taken for the next one.
      close();
      throw e;
    }
  }

  public synchronized boolean isOpen() {
    return connection != null;
  }

  @Override
  public synchronized void close() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException e) {
        // The connection is not used any more.
      }
    }
  }
}
