package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A transaction by hand on a connection of a pool. Closing it undoes what was not committed. To be
 * used in a try statement with resources: where closing fails, too (the connection was lost), the
 * first exception is thrown, for its SQLSTATE tells whether to begin again.
 */
public final class OpenTransaction implements AutoCloseable {
  private final Connection connection;
  private final boolean hasCopy;
  private boolean isCommitted;

  private OpenTransaction(Connection connection, boolean hasCopy) {
    this.connection = connection;
    this.hasCopy = hasCopy;
  }

  /** Begins one, on a connection that commits each statement. Closing it rolls back. */
  public static OpenTransaction begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new OpenTransaction(connection, false);
  }

  /**
   * Begins one that runs a COPY. Closing it before a commit aborts the connection: while a COPY is
   * active the driver waits for its end without a limit, and after its cancellation it takes what
   * is left of it for the answer to the next statement, which may be another user's.
   */
  public static OpenTransaction beginCopy(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    return new OpenTransaction(connection, true);
  }

  public void commit() throws SQLException {
    connection.commit();
    isCommitted = true;
  }

  @Override
  public void close() throws SQLException {
    if (hasCopy && !isCommitted) {
      connection.abort(Runnable::run);
    } else if (!connection.isClosed()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }
}
