package org.reprise.cps;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Turns auto-commit on for each connection, which the store's single statements need, and restores
 * the pool's setting when the connection is closed.
 */
final class CommittingDataSource extends DelegatingDataSource {
  CommittingDataSource(DataSource dataSource) {
    super(dataSource);
  }

  @Override
  public Connection getConnection() throws SQLException {
    // Its transaction holds one already: callers that are as many as the pool has connections
    // would wait for each other.
    if (TransactionSynchronizationManager.hasResource(obtainTargetDataSource())) {
      throw new IllegalStateException(
          "An operation of the store is a transaction of its own: call it outside of others.");
    }
    Connection connection = super.getConnection();
    if (connection.getAutoCommit()) {
      return connection;
    }
    return changed(
        connection, () -> connection.setAutoCommit(true), () -> connection.setAutoCommit(false));
  }

  interface Change {
    void make() throws SQLException;
  }

  /** Changes a connection until it is closed. It is closed whatever fails. */
  static Connection changed(Connection connection, Change change, Change back) throws SQLException {
    try {
      change.make();
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return (Connection)
        Proxy.newProxyInstance(
            CommittingDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                if (method.getName().equals("close") && !connection.isClosed()) {
                  try (connection) {
                    back.make();
                  }
                  return null;
                }
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}
