package org.reprise.localstack.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.process.LocalStackException;

/**
 * The real PostgreSQL of a test run: a container where a Docker engine answers and Testcontainers
 * is on the class path, else a {@link LocalPostgres}. Which one is decided here only, once per JVM,
 * and printed. The server is shared by the JVM's tests and ends with it. It gathers no statistics
 * by itself, so that plans do not depend on how fast the tests are.
 *
 * <p>The environment variable {@value #VARIABLE} forces one of the two: {@code docker} or {@code
 * local}. A forced one that does not work is an error, never a reason to take the other.
 */
public final class TestDatabase {
  public static final String VARIABLE = "REPRISE_TEST_DATABASE";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static @Nullable Database superuser;

  private TestDatabase() {}

  /** Returns the server's own database, for what only its superuser may do. */
  public static synchronized Database superuser() {
    if (superuser == null) {
      superuser =
          TestServer.start(
              "Test database",
              TestServer.Choice.of(
                  VARIABLE,
                  System.getenv(VARIABLE),
                  "org.testcontainers.postgresql.PostgreSQLContainer",
                  DockerPostgres.IMAGE),
              DockerPostgres::start,
              TestDatabase::startLocally);
    }
    return superuser;
  }

  /**
   * Creates an empty database, with an owner who is no superuser, whose credentials it returns.
   *
   * @throws LocalStackException when no server can be started, or the environment variable holds
   *     something else than {@code docker} or {@code local}
   */
  public static Database freshDatabase() {
    return superuser().create("test_" + COUNT.incrementAndGet());
  }

  private static TestServer<Database> startLocally() {
    LocalPostgres server =
        LocalPostgres.builder()
            .setting("shared_buffers", "128MB")
            .setting("autovacuum", "off")
            // 4,096 rounds of hashing take most of a connection: 55 ms against 20 ms with one
            // round, on a busy machine with two cores. Tests make thousands.
            .setting("scram_iterations", "1")
            .progress(System.out::println)
            .start();
    return new TestServer<>(
        "PostgreSQL " + server.version() + " as local process " + server.pid(), server.database());
  }
}
