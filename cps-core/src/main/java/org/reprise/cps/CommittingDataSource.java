package org.reprise.cps;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections that commit each statement by themselves, as the store's single statements need it,
 * whatever the pool has been told; a connection goes back as it came.
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
    connection.setAutoCommit(true);
    return (Connection)
        Proxy.newProxyInstance(
            CommittingDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                if (method.getName().equals("close") && !connection.isClosed()) {
                  connection.setAutoCommit(false);
                }
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}
