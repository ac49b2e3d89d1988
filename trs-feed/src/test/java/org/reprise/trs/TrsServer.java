package org.reprise.trs;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.OslcClient;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The service over a real PostgreSQL. Two are started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class TrsServer implements AutoCloseable {
  /** The account that the tests use. */
  public static final String USERNAME = "tester";

  /** Its password. */
  public static final String PASSWORD = "secret of the tests";

  static {
    // No machine is so busy that it takes longer.
    Awaitility.setDefaultTimeout(Duration.ofMinutes(5));
  }

  private final Database database;
  private final String address;
  private final String baseUri;
  private final ConfigurableApplicationContext context;

  private TrsServer(Database database, String... settings) {
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
                "--reprise.trs.base-uri=" + address,
                "--reprise.trs.projects=3",
                "--reprise.security.username=" + USERNAME,
                "--reprise.security.password=" + PASSWORD));
    for (String setting : settings) {
      all.removeIf(base -> base.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
    }
    all.addAll(List.of(settings));
    this.context = SpringApplication.run(TrsFeedApplication.class, all.toArray(String[]::new));
    this.baseUri = context.getEnvironment().getRequiredProperty("reprise.trs.base-uri");
  }

  private static final class Shared {
    static final TrsServer SERVER = start();
  }

  private static final class SharedSmall {
    static final TrsServer SERVER =
        start(
            "--reprise.trs.feed.segment-size=10",
            "--reprise.trs.feed.page-size=10",
            "--reprise.trs.feed.housekeeping-interval=1h");
  }

  /** The one server with all applications, three project areas each, and without Kafka. */
  public static TrsServer shared() {
    return Shared.SERVER;
  }

  /** The same with segments of 10 events and pages of 10 members. */
  public static TrsServer small() {
    return SharedSmall.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static TrsServer start(String... settings) {
    return new TrsServer(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static TrsServer start(Database database, String... settings) {
    return new TrsServer(database, settings);
  }

  /** A client with the right credentials. */
  public OslcClient client() {
    return new OslcClient(address, baseUri, USERNAME, PASSWORD);
  }

  /** A client with other credentials. */
  public OslcClient client(String username, String password) {
    return new OslcClient(address, baseUri, username, password);
  }

  /** Reads an application's feed from now on: after all that is committed. */
  public FeedReader feedFromNow(String application) {
    await().until(() -> count("select count(*) from change") == 0);
    FeedReader reader = new FeedReader(client(), "/" + application + "/trs");
    reader.poll();
    return reader;
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
