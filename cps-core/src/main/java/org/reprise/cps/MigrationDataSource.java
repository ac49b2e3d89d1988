package org.reprise.cps;

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
  MigrationDataSource(DataSource dataSource) {
    super(dataSource);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    int networkTimeout = connection.getNetworkTimeout();
    return CommittingDataSource.changed(
        connection,
        () -> set(connection, 0, "set statement_timeout = 0; set lock_timeout = '5min'"),
        () -> set(connection, networkTimeout, "reset statement_timeout; reset lock_timeout"));
  }

  private static void set(Connection connection, int networkTimeout, String sql)
      throws SQLException {
    connection.setNetworkTimeout(Runnable::run, networkTimeout);
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
