package org.reprise.cps;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

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
        .dataSource(dataSource)
        .locations(LOCATION)
        .table(HISTORY)
        // The schema may hold the tables of an application.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
  }
}
