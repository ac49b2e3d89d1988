package org.reprise.cps;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Creates and updates the store's tables. Its migrations and their history are apart from those of
 * an application that uses the store as a library, in the same schema of the same database.
 */
final class CpsTables {
  private static final String LOCATION = "classpath:db/cps";
  private static final String HISTORY = "cps_schema_history";

  // Earlier versions kept the history in Flyway's default table. The entries of the store's own
  // migrations move; all others are the application's.
  private static final String TAKE_OVER_OLDER_HISTORY =
      """
      do $$
      declare
        own constant text[] := array['V1__anchor_store.sql', 'V2__plan_once.sql', 'V3__modules_of_sources.sql'];
      begin
        perform pg_advisory_xact_lock(hashtext('cps_schema_history'));
        if to_regclass('cps_schema_history') is not null
            or to_regclass('flyway_schema_history') is null then
          return;
        end if;
        lock table flyway_schema_history;
        if not exists (select from flyway_schema_history where script = own[1]) then
          return;
        end if;
        create table cps_schema_history (like flyway_schema_history including all);
        insert into cps_schema_history select * from flyway_schema_history where script = any (own);
        delete from flyway_schema_history where script = any (own);
        if not exists (select from flyway_schema_history) then
          drop table flyway_schema_history;
        end if;
      end
      $$\
      """;

  private CpsTables() {}

  static void migrate(DataSource dataSource) {
    new JdbcTemplate(dataSource).execute(TAKE_OVER_OLDER_HISTORY);
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
