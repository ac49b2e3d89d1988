package org.reprise.ldx;

import java.util.List;
import org.flywaydb.core.Flyway;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class LdxServer extends TestApplication {
  private LdxServer(Database database, String... settings) {
    super(
        new SpringApplication(LdxIndexerApplication.class),
        database,
        override(arguments(database), settings));
  }

  private static final class Shared {
    static final LdxServer SERVER = start();
  }

  /** Returns the settings of every instance in a test. */
  public static List<String> arguments(Database database) {
    return settings(
        database,
        "--spring.datasource.hikari.maximum-pool-size=12",
        "--reprise.ldx.fetch.connect-timeout=5m",
        "--reprise.ldx.fetch.timeout=5m",
        "--reprise.ldx.fetch.max-feed-document=200KB",
        "--reprise.ldx.fetch.max-artifact=50KB",
        "--reprise.ldx.feed.pages-without-members=10",
        "--reprise.ldx.feed.pages=50",
        "--reprise.ldx.work.breaker-open=500ms",
        // A fifth of it is how soon a process hears of a pause. Where nobody else reads the data
        // source, a lease that is renewed too late is not lost.
        "--reprise.ldx.lease=3s",
        "--reprise.ldx.selections.age=200ms",
        "--reprise.ldx.selections.timeout=5m");
  }

  /** The one server. */
  public static LdxServer shared() {
    return Shared.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static LdxServer start(String... settings) {
    return new LdxServer(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static LdxServer start(Database database, String... settings) {
    return new LdxServer(database, settings);
  }

  /** Creates the service's tables in a new database. */
  public static Database migrated() {
    Database database = TestDatabase.freshDatabase();
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.username(), database.password())
        .load()
        .migrate();
    return database;
  }

  /** A client with the right credentials. */
  public LdxClient client() {
    return new LdxClient(base(), USERNAME, PASSWORD);
  }
}
