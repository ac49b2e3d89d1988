package org.reprise.gc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class GcServer implements AutoCloseable {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  /** Its password. */
  public static final String PASSWORD = "secret of the tests";

  static {
    // Ten seconds are too few where a machine has other work.
    Awaitility.setDefaultTimeout(Duration.ofMinutes(5));
  }

  private final Database database;
  private final String address;
  private final String baseUri;
  private final ConfigurableApplicationContext context;

  private GcServer(Database database, String... settings) {
    this.database = database;
    int port = FreePort.lasting();
    this.address = "http://127.0.0.1:" + port;
    List<String> all =
        new ArrayList<>(
            List.of(
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=8",
                // However busy the machine is, a baseline is made before its request is answered.
                "--reprise.gc.commit.wait=30s",
                "--reprise.gc.base-uri=" + address,
                "--reprise.security.username=" + USERNAME,
                "--reprise.security.password=" + PASSWORD));
    for (String setting : settings) {
      all.removeIf(base -> base.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
    }
    all.addAll(List.of(settings));
    this.context = SpringApplication.run(GcServiceApplication.class, all.toArray(String[]::new));
    this.baseUri = context.getEnvironment().getRequiredProperty("reprise.gc.base-uri");
  }

  private static final class Shared {
    static final GcServer SERVER = start();
  }

  /** The one server; without applications. */
  public static GcServer shared() {
    return Shared.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static GcServer start(String... settings) {
    return new GcServer(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static GcServer start(Database database, String... settings) {
    return new GcServer(database, settings);
  }

  /** A client with the right credentials. */
  public GcClient client() {
    return new GcClient(address, baseUri, USERNAME, PASSWORD);
  }

  /** A client with other credentials. */
  public GcClient client(String username, String password) {
    return new GcClient(address, baseUri, username, password);
  }

  /** What the URIs of the resources begin with. */
  public String baseUri() {
    return baseUri;
  }

  /** Where the service listens. */
  public String address() {
    return address;
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

  /** Runs a query of one text in each row. */
  public String text(String sql) {
    return String.join("\n", database.texts(sql));
  }

  /** Runs a statement. */
  public void execute(String sql) {
    database.execute(sql);
  }

  /** Ends as on SIGTERM. */
  @Override
  public void close() {
    context.close();
  }
}
