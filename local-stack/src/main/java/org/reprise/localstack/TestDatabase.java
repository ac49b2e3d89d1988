package org.reprise.localstack;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
  /** The environment variable that forces a choice. */
  public static final String VARIABLE = "REPRISE_TEST_DATABASE";

  private static final AtomicInteger COUNT = new AtomicInteger();
  private static @Nullable Server server;

  private TestDatabase() {}

  interface Server extends TestServer {
    Database superuser();
  }

  /**
   * Returns the server's own database, for what only its superuser may do.
   *
   * @return its address and the superuser's credentials
   */
  public static Database superuser() {
    return server().superuser();
  }

  /**
   * Makes a new, empty database with a name and an owner of its own, who is no superuser.
   *
   * @return its address and the owner's credentials
   * @throws LocalStackException when no server can be started, or the environment variable holds
   *     something else than {@code docker} or {@code local}
   */
  public static Database freshDatabase() {
    return superuser().create("test_" + COUNT.incrementAndGet());
  }

  private static synchronized Server server() {
    if (server == null) {
      server = TestServer.start("Test database", choose(), DockerPostgres::new, Local::start);
    }
    return server;
  }

  private static TestServerChoice choose() {
    return TestServerChoice.of(
        VARIABLE,
        System.getenv(VARIABLE),
        "org.testcontainers.postgresql.PostgreSQLContainer",
        () -> DockerEngine.whyNot(DockerPostgres.IMAGE));
  }

  private record Local(LocalPostgres postgres) implements Server {
    static Server start() {
      return new Local(
          LocalPostgres.builder()
              .setting("shared_buffers", "128MB")
              .setting("autovacuum", "off")
              .progress(System.out::println)
              .start());
    }

    @Override
    public Database superuser() {
      return postgres.database();
    }

    @Override
    public String describe() {
      return "PostgreSQL " + postgres.version() + " as local process " + postgres.pid();
    }

    @Override
    public void close() {
      postgres.close();
    }
  }
}
