package org.reprise.cps;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections for migrations, which take as long as they take: the time-outs of requests do not
 * apply to them, and they wait five minutes for a lock. A connection goes back to its pool with the
 * time-outs that it had.
 */
final class MigrationDataSource extends DelegatingDataSource {
  private static final String BEGIN = "set statement_timeout = 0; set lock_timeout = '5min'";
  private static final String END = "reset statement_timeout; reset lock_timeout";

  MigrationDataSource(DataSource dataSource) {
    super(dataSource);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    int networkTimeout = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, 0);
    execute(connection, BEGIN);
    return (Connection)
        Proxy.newProxyInstance(
            MigrationDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              try {
                if (method.getName().equals("close") && !connection.isClosed()) {
                  execute(connection, END);
                  connection.setNetworkTimeout(Runnable::run, networkTimeout);
                }
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
