package org.reprise.cps;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

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
