package org.reprise.cps.query;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Counts the statements that are prepared on connections of a data source. */
public final class StatementCount {
  private final AtomicInteger statements = new AtomicInteger();

  /** How many since the last call. */
  public int take() {
    return statements.getAndSet(0);
  }

  /** The data source with the count on it. */
  public DataSource on(DataSource dataSource) {
    return new AbstractDataSource() {
      @Override
      public Connection getConnection() throws SQLException {
        return counting(dataSource.getConnection());
      }

      @Override
      public Connection getConnection(String username, String password) throws SQLException {
        return counting(dataSource.getConnection(username, password));
      }
    };
  }

  private Connection counting(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            StatementCount.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")
                  || method.getName().equals("createStatement")) {
                statements.incrementAndGet();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
