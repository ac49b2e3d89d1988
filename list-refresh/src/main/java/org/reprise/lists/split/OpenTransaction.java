package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A transaction by hand on a connection of a pool. Closing it rolls back what was not committed. To
 * be used in a try statement with resources: where closing fails, too (the connection was lost),
 * the first exception is thrown, for its SQLSTATE tells whether to begin again.
 */
public final class OpenTransaction implements AutoCloseable {
  private final Connection connection;

  private OpenTransaction(Connection connection) {
    this.connection = connection;
  }

  /** Begins one, on a connection that commits each statement. */
  public static OpenTransaction begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new OpenTransaction(connection);
  }

  /** Commits; the next statement begins another transaction. */
  public void commit() throws SQLException {
    connection.commit();
  }

  @Override
  public void close() throws SQLException {
    if (!connection.isClosed()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }
}
