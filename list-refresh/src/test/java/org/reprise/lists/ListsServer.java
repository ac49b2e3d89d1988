package org.reprise.lists;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestApplication;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.boot.SpringApplication;

/**
 * The service over a real PostgreSQL. One is started for all tests of a JVM and ended with it; a
 * test that needs other settings starts one of its own.
 */
public final class ListsServer extends TestApplication {
  /** The tenant of {@link #client()}. */
  public static final String TENANT = "diku";

  /** Another tenant. */
  public static final String OTHER_TENANT = "other";

  private ListsServer(Database database, String... settings) {
    super(
        new SpringApplication(ListRefreshApplication.class),
        database,
        override(arguments(database), settings));
  }

  /** Settings with which a request that a test holds up waits as long as the machine needs. */
  private static final String[] PATIENT = {
    "--reprise.database.lock-timeout=20min",
    "--reprise.database.statement-timeout=20min",
    "--reprise.database.socket-timeout=1800"
  };

  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final class Shared {
    static final ListsServer SERVER = patient(TestDatabase.freshDatabase());
  }

  private static final class Migrated {
    static final Database TEMPLATE = TestDatabase.freshDatabase();

    static {
      start(TEMPLATE, "--reprise.lists.roles=import").close();
    }
  }

  /** What every instance in a test is started with. */
  public static List<String> arguments(Database database) {
    return settings(
        database,
        "--spring.datasource.hikari.maximum-pool-size=8",
        "--reprise.lists.tenants=" + TENANT + "," + OTHER_TENANT);
  }

  /** The one server, of all roles and without Kafka. */
  public static ListsServer shared() {
    return Shared.SERVER;
  }

  /** Returns a new database with the tables and reference data that a first start makes. */
  public static Database migratedDatabase() {
    Database template = Migrated.TEMPLATE;
    String name = template.username() + "_copy_" + COUNT.incrementAndGet();
    TestDatabase.superuser()
        .execute(
            "create database %s template %2$s owner %2$s".formatted(name, template.username()));
    return template.named(name);
  }

  /** A server of the caller's own on a migrated database, with settings as on a command line. */
  public static ListsServer start(String... settings) {
    return new ListsServer(migratedDatabase(), settings);
  }

  /** A server of the caller's own on a database that others may use too. */
  public static ListsServer start(Database database, String... settings) {
    return new ListsServer(database, settings);
  }

  /** As {@link #start}, whose requests wait for locks as long as tests hold them. */
  public static ListsServer patient(Database database, String... settings) {
    return start(database, override(List.of(PATIENT), settings).toArray(String[]::new));
  }

  /** A client of {@link #TENANT} with the right credentials. */
  public ListsClient client() {
    return new ListsClient(base(), USERNAME, PASSWORD, TENANT);
  }

  /** A client of a tenant with the right credentials. */
  public ListsClient client(String tenant) {
    return new ListsClient(base(), USERNAME, PASSWORD, tenant);
  }
}
