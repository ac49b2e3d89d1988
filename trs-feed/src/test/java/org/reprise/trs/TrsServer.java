package org.reprise.trs;

import static org.awaitility.Awaitility.await;

import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.OslcClient;
import org.springframework.boot.SpringApplication;

/**
 * The service over a real PostgreSQL. Some are shared by all tests of a JVM and end with it; a test
 * that needs other settings starts one of its own.
 */
public final class TrsServer extends TestApplication {
  private TrsServer(Database database, int port, String... settings) {
    super(
        new SpringApplication(TrsFeedApplication.class),
        database,
        override(
            settings(
                database,
                "--server.port=" + port,
                "--reprise.trs.base-uri=http://127.0.0.1:" + port,
                "--reprise.trs.projects=3",
                "--spring.datasource.hikari.maximum-pool-size=8"),
            settings));
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

  private static final class SharedQm {
    static final TrsServer SERVER = start("--reprise.trs.applications=qm");
  }

  private static final class SharedGlobal {
    static final TrsServer SERVER =
        start(
            "--reprise.trs.global-configurations.base-uri=" + GcServer.shared().base(),
            "--reprise.trs.global-configurations.username=application",
            "--reprise.trs.global-configurations.password=its secret",
            "--reprise.trs.global-configurations.max-document=1MB",
            "--reprise.trs.global-configurations.connect-timeout=2m",
            "--reprise.trs.global-configurations.timeout=5m",
            "--reprise.trs.global-configurations.open-duration=100ms");
  }

  /** The one server with all applications, three project areas each, and without Kafka. */
  public static TrsServer shared() {
    return Shared.SERVER;
  }

  /** The same with segments of 10 events and pages of 10 members. */
  public static TrsServer small() {
    return SharedSmall.SERVER;
  }

  /** One with test cases only. */
  public static TrsServer qm() {
    return SharedQm.SERVER;
  }

  /** One that reads global configurations of {@link GcServer#shared}. */
  public static TrsServer withGlobalConfigurations() {
    return SharedGlobal.SERVER;
  }

  /** A server of the caller's own on a new database, with settings as on a command line. */
  public static TrsServer start(String... settings) {
    return start(TestDatabase.freshDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static TrsServer start(Database database, String... settings) {
    return new TrsServer(database, FreePort.lasting(), settings);
  }

  /** A client with the right credentials. */
  public OslcClient client() {
    return new OslcClient(address(), baseUri(), USERNAME, PASSWORD);
  }

  /** A client with other credentials. */
  public OslcClient client(String username, String password) {
    return new OslcClient(address(), baseUri(), username, password);
  }

  /** Reads an application's feed from now on: after all that is committed. */
  public FeedReader feedFromNow(String application) {
    await().until(() -> count("select count(*) from change") == 0);
    FeedReader reader = new FeedReader(client(), "/" + application + "/trs");
    reader.poll();
    return reader;
  }

  /** Returns the start of the URIs of the resources. */
  public String baseUri() {
    return property("reprise.trs.base-uri");
  }

  /** Returns the address at which the service listens. */
  public String address() {
    return base();
  }
}
