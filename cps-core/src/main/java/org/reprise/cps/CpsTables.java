package org.reprise.cps;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Creates and updates the store's tables. Its migrations and their history are apart from those of
 * an application that uses the store as a library, in the same schema of the same database.
 */
final class CpsTables {
  private static final String LOCATION = "classpath:db/cps";
  private static final String HISTORY = "cps_schema_history";

  private CpsTables() {}

  static void migrate(DataSource dataSource) {
    Flyway.configure()
        .dataSource(new Migrations(new CommittingDataSource(dataSource)))
        .locations(LOCATION)
        .table(HISTORY)
        // The schema may hold the tables of an application.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
  }

  /**
   * Connections for migrations, which take as long as they take: the time-outs of requests do not
   * apply to them, and they wait five minutes for a lock. A connection goes back to its pool with
   * the time-outs that it had.
   */
  private static final class Migrations extends DelegatingDataSource {
    Migrations(DataSource dataSource) {
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
}
