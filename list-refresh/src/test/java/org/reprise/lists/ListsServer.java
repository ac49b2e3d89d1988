package org.reprise.lists;

import java.util.ArrayList;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class ListsServer implements AutoCloseable {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  /** Its password. */
  public static final String PASSWORD = "secret of the tests";

  /** The tenant of {@link #client()}. */
  public static final String TENANT = "diku";

  /** Another tenant. */
  public static final String OTHER_TENANT = "other";

  private final Database database;
  private final ConfigurableApplicationContext context;

  private ListsServer(Database database, String... settings) {
    this.database = database;
    List<String> all = new ArrayList<>(arguments(database));
    for (String setting : settings) {
      all.removeIf(base -> base.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
    }
    all.addAll(List.of(settings));
    this.context = SpringApplication.run(ListRefreshApplication.class, all.toArray(String[]::new));
  }

  private static final class Shared {
    static final ListsServer SERVER = start();
  }

  /** What every instance in a test is started with. */
  public static List<String> arguments(Database database) {
    return List.of(
        "--server.port=0",
        "--spring.datasource.url=" + database.jdbcUrl(),
        "--spring.datasource.username=" + database.username(),
        "--spring.datasource.password=" + database.password(),
        "--spring.datasource.hikari.maximum-pool-size=8",
        "--reprise.lists.tenants=" + TENANT + "," + OTHER_TENANT,
        "--reprise.security.username=" + USERNAME,
        "--reprise.security.password=" + PASSWORD);
  }

  /** The one server, of all roles and without Kafka. */
  public static ListsServer shared() {
    return Shared.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static ListsServer start(String... settings) {
    return new ListsServer(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static ListsServer start(Database database, String... settings) {
    return new ListsServer(database, settings);
  }

  /** A client of {@link #TENANT} with the right credentials. */
  public ListsClient client() {
    return new ListsClient(base(), USERNAME, PASSWORD, TENANT);
  }

  /** A client of a tenant with the right credentials. */
  public ListsClient client(String tenant) {
    return new ListsClient(base(), USERNAME, PASSWORD, tenant);
  }

  /** Where the service listens, without a trailing slash. */
  public String base() {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }

  /** A part of the running service. */
  public <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  /** The database behind the service. */
  public Database database() {
    return database;
  }

  /** Runs a query of one number. */
  public long count(String sql) {
    return database.count(sql);
  }

  /** Runs statements. */
  public void execute(String sql) {
    database.execute(sql);
  }

  /** The value of a line of the metrics whose name and tags start so; zero where there is none. */
  public double metric(String start) {
    return client()
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Ends as on SIGTERM. */
  @Override
  public void close() {
    context.close();
  }
}
