package org.reprise.ldx;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class LdxServer implements AutoCloseable {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  /** Its password. */
  public static final String PASSWORD = "secret of the tests";

  static {
    // No machine is so busy that it takes longer.
    Awaitility.setDefaultTimeout(Duration.ofMinutes(5));
  }

  private final Database database;
  private final ConfigurableApplicationContext context;

  private LdxServer(Database database, String... settings) {
    this.database = database;
    List<String> all = new ArrayList<>(arguments(database));
    for (String setting : settings) {
      all.removeIf(base -> base.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
    }
    all.addAll(List.of(settings));
    this.context = SpringApplication.run(LdxIndexerApplication.class, all.toArray(String[]::new));
  }

  private static final class Shared {
    static final LdxServer SERVER = start();
  }

  /** What every instance in a test is started with. */
  public static List<String> arguments(Database database) {
    return List.of(
        "--server.port=0",
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + database.username(),
        "--spring.datasource.password=" + database.password(),
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
        "--reprise.ldx.selections.timeout=5m",
        "--reprise.security.username=" + USERNAME,
        "--reprise.security.password=" + PASSWORD);
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

  /** A client with the right credentials. */
  public LdxClient client() {
    return new LdxClient(base(), USERNAME, PASSWORD);
  }

  /** Where the service listens, without a trailing slash. */
  public String base() {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  /** A part of the running service. */
  public <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  /** Runs a query of one number. */
  public long count(String sql) {
    return database.count(sql);
  }

  /** Runs statements. */
  public void execute(String sql) {
    database.execute(sql);
  }

  /** Ends as on SIGTERM. */
  @Override
  public void close() {
    context.close();
  }
}
