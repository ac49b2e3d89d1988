package org.reprise.gc;

import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class GcServer extends TestApplication {
  private GcServer(Database database, int port, String... settings) {
    super(
        new SpringApplication(GcServiceApplication.class),
        database,
        override(
            settings(
                database,
                "--server.port=" + port,
                "--reprise.gc.base-uri=http://127.0.0.1:" + port,
                // However busy the machine is, a baseline is made before its request is answered.
                "--reprise.gc.commit.wait=30s",
                "--spring.datasource.hikari.maximum-pool-size=8"),
            settings));
  }

  private static final class Shared {
    static final GcServer SERVER = start();
  }

  private static final class Empty {
    static final GcServer SERVER = start();
  }

  private static final class SmallFeed {
    static final GcServer SERVER =
        start(
            "--reprise.gc.feed.segment-size=10",
            "--reprise.gc.feed.page-size=10",
            "--reprise.gc.feed.housekeeping-interval=1h");
  }

  private static final class WithApplication {
    static final GcServer SERVER =
        start(
            FakeApplication.sharedSettings(
                "--reprise.gc.requests.backoff=10ms",
                // What fails in one test is no trouble of the next one.
                "--reprise.gc.requests.breaker-calls=1000"));
  }

  /** The one server; without applications. */
  public static GcServer shared() {
    return Shared.SERVER;
  }

  /** One in which nothing is created. */
  public static GcServer empty() {
    return Empty.SERVER;
  }

  /** One whose feed has segments and pages of 10. */
  public static GcServer withSmallFeed() {
    return SmallFeed.SERVER;
  }

  /** One that knows each {@link FakeApplication#part}. */
  public static GcServer withApplication() {
    return WithApplication.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static GcServer start(String... settings) {
    return start(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static GcServer start(Database database, String... settings) {
    return new GcServer(database, FreePort.lasting(), settings);
  }

  /** A client with the right credentials. */
  public GcClient client() {
    return new GcClient(address(), baseUri(), USERNAME, PASSWORD);
  }

  /** A client with other credentials. */
  public GcClient client(String username, String password) {
    return new GcClient(address(), baseUri(), username, password);
  }

  /** What the URIs of the resources begin with. */
  public String baseUri() {
    return property("reprise.gc.base-uri");
  }

  /** Where the service listens. */
  public String address() {
    return base();
  }

  /** Runs a query of one text in each row. */
  public String text(String sql) {
    return String.join("\n", database().texts(sql));
  }
}
