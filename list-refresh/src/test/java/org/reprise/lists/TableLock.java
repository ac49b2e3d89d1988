package org.reprise.lists;

import java.sql.Connection;
import java.sql.SQLException;
import org.reprise.localstack.postgres.Database;

/** Locks a table, so that reads of it wait where a test needs them to. */
public final class TableLock implements AutoCloseable {
  private final Connection connection;

  private TableLock(Connection connection) {
    this.connection = connection;
  }

  /** Locks a table until it is closed. */
  public static TableLock of(Database database, String table) {
    try {
      Connection connection = database.connect();
      connection.setAutoCommit(false);
      connection.createStatement().execute("lock table " + table + " in access exclusive mode");
      return new TableLock(connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try (connection) {
      if (!connection.isClosed()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
