package org.reprise.localstack;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The real PostgreSQL of a test run: a container where a Docker engine answers and Testcontainers
 * is on the class path, else a {@link LocalPostgres}. Which one is decided here only, once per JVM,
 * and printed. The server is shared by the JVM's tests and ends with it.
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

  /** A server on which databases can be made. */
  interface Server extends AutoCloseable {
    Database database(String name);

    String describe();

    @Override
    void close();
  }

  /** What was decided, and why. */
  sealed interface Choice {
    /** The reason, for the line that is printed. */
    String why();

    /** A container; where nobody forced it, local processes when it does not start. */
    record Docker(String why, boolean forced) implements Choice {}

    /** Processes of this user. */
    record Local(String why) implements Choice {}
  }

  /**
   * Makes a new, empty database with a name of its own.
   *
   * @return its address and credentials
   * @throws LocalStackException when no server can be started, or the environment variable holds
   *     something else than {@code docker} or {@code local}
   */
  public static Database freshDatabase() {
    return server().database("test_" + COUNT.incrementAndGet());
  }

  private static synchronized Server server() {
    if (server == null) {
      server = start(choose(System.getenv(VARIABLE)));
    }
    return server;
  }

  private static Server start(Choice choice) {
    Server started =
        switch (choice) {
          case Choice.Docker docker ->
              docker.forced() ? new DockerPostgres() : inDockerIfPossible();
          case Choice.Local local -> startLocally();
        };
    System.out.println("Test database: " + started.describe() + " (" + choice.why() + ")");
    return started;
  }

  // An engine may answer and hold the image, and still not be allowed to run it.
  private static Server inDockerIfPossible() {
    try {
      return new DockerPostgres();
    } catch (ContainerUnavailable e) {
      System.out.println("Test database: Docker answers, but " + e.getMessage());
      return startLocally();
    }
  }

  static Choice choose(@Nullable String forced) {
    if (forced == null || forced.isBlank()) {
      return chooseByWhatIsThere();
    }
    return switch (forced.strip()) {
      case "docker" -> new Choice.Docker(VARIABLE + "=docker", true);
      case "local" -> new Choice.Local(VARIABLE + "=local");
      default ->
          throw new LocalStackException(
              VARIABLE + " is '" + forced + "'; it can be docker or local, or not be set");
    };
  }

  private static Choice chooseByWhatIsThere() {
    if (!testcontainersArePresent()) {
      return new Choice.Local("Testcontainers is not on the class path");
    }
    return DockerPostgres.whyNot()
        .<Choice>map(Choice.Local::new)
        .orElseGet(() -> new Choice.Docker("a Docker engine answers", false));
  }

  private static boolean testcontainersArePresent() {
    try {
      Class.forName("org.testcontainers.postgresql.PostgreSQLContainer");
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  private static Server startLocally() {
    Leftovers.stop(StackDirectories.of(ServerUser.detect()).run());
    return new Local(
        LocalPostgres.builder()
            .setting("max_connections", "200")
            .setting("shared_buffers", "128MB")
            .progress(System.out::println)
            .start());
  }

  private record Local(LocalPostgres postgres) implements Server {
    @Override
    public Database database(String name) {
      return postgres.database(name);
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
