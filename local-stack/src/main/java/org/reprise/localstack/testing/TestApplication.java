package org.reprise.localstack.testing;

import java.util.ArrayList;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A service in the JVM of its tests, over a real PostgreSQL. Each service has a subclass with the
 * settings that its tests need.
 */
public abstract class TestApplication implements AutoCloseable {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  public static final String PASSWORD = "secret of the tests";

  /** The setting for it: a hash of the usual strength takes 60 ms instead of 2, also to make. */
  public static final String HASHED_PASSWORD =
      "{bcrypt}$2a$04$RepriseTestsRepriseTeuHbuCTx6oIic254.nl9RJ4DllAqQc9kO";

  private final Database database;
  private final ConfigurableApplicationContext context;

  /** Starts the service with settings as on a command line. */
  protected TestApplication(
      SpringApplication application, Database database, List<String> settings) {
    this.database = database;
    // At the JVM's end the database ends, too: a service that is closed beside it waits for it.
    application.setRegisterShutdownHook(false);
    this.context = application.run(settings.toArray(String[]::new));
  }

  /** Returns the settings of a database and an account, and others. */
  public static List<String> settings(Database database, String... others) {
    return override(
        List.of(
            "--server.port=0",
            "--spring.datasource.url=" + database.jdbcUrl(),
            "--spring.datasource.username=" + database.username(),
            "--spring.datasource.password=" + database.password(),
            // Else a pool that waits for a second sets it so for all pools of the JVM.
            "--spring.datasource.hikari.data-source-properties.loginTimeout=60",
            "--reprise.security.username=" + USERNAME,
            "--reprise.security.password=" + HASHED_PASSWORD),
        others);
  }

  /** Returns settings with others instead of those of the same name. */
  public static List<String> override(List<String> settings, String... others) {
    List<String> all = new ArrayList<>(settings);
    for (String other : others) {
      all.removeIf(setting -> setting.startsWith(other.substring(0, other.indexOf('=') + 1)));
    }
    all.addAll(List.of(others));
    return all;
  }

  /** Returns where the service listens, without a trailing slash. */
  public String base() {
    return (context.getEnvironment().containsProperty("server.ssl.bundle") ? "https" : "http")
        + "://127.0.0.1:"
        + property("local.server.port");
  }

  protected String property(String name) {
    return context.getEnvironment().getRequiredProperty(name);
  }

  public <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  public Database database() {
    return database;
  }

  /** Runs a query of one number. */
  public long count(String sql) {
    return database.count(sql);
  }

  public void execute(String sql) {
    database.execute(sql);
  }

  /** Returns the sum of the metrics whose name and tags start so; zero where there is none. */
  public double metric(String start) {
    return new TestClient<>(base(), USERNAME, PASSWORD, TestAnswer::new)
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** Ends as on SIGTERM: requests that are being served are finished. */
  @Override
  public void close() {
    context.close();
  }
}
