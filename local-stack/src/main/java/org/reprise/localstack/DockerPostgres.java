package org.reprise.localstack;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * PostgreSQL in a container. The only class that knows Testcontainers, so that the rest loads
 * without it.
 */
final class DockerPostgres implements TestDatabase.Server {
  private static final String IMAGE = "postgres:18";

  /** What Testcontainers starts beside every container; its name is nowhere to be asked for. */
  static final String REAPER = "testcontainers/ryuk:0.14.0";

  private static final Duration ENGINE = Duration.ofSeconds(10);
  private static final Duration PULL = Duration.ofMinutes(5);

  private final PostgreSQLContainer container;

  DockerPostgres() {
    // Testcontainers would switch fsync off; a test of durability must not pass for that reason.
    container =
        new PostgreSQLContainer(IMAGE)
            .withEnv(Map.of("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C.UTF-8"))
            .withCommand("postgres", "-c", "max_connections=200", "-c", "timezone=UTC");
    try {
      container.start();
    } catch (RuntimeException e) { // of a dozen types
      throw new ContainerUnavailable(IMAGE + " does not start there: " + e.getMessage(), e);
    }
    AtExit.add(this);
  }

  /**
   * Says why a container cannot be used here; empty when it can. Docker's own program is asked and
   * fetches the images: Testcontainers would look for an image that no registry gives for minutes.
   */
  static Optional<String> whyNot() {
    if (!Programs.succeeds(List.of("docker", "version"), ENGINE)) {
      return Optional.of("no Docker engine answers");
    }
    return images().stream()
        .filter(image -> !Programs.succeeds(List.of("docker", "image", "inspect", image), ENGINE))
        .filter(image -> !Programs.succeeds(List.of("docker", "pull", image), PULL))
        .map(image -> "a Docker engine answers, but has no image " + image + " and gets none")
        .findFirst();
  }

  private static List<String> images() {
    boolean withoutReaper = Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"));
    return withoutReaper ? List.of(IMAGE) : List.of(IMAGE, REAPER);
  }

  @Override
  public Database database(String name) {
    try (Connection connection =
            new Database(container.getJdbcUrl(), container.getUsername(), container.getPassword())
                .connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE \"" + name + '"');
    } catch (SQLException e) {
      throw new LocalStackException("cannot make the database " + name + ": " + e.getMessage(), e);
    }
    String url =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(
                container.getHost(),
                container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                name);
    return new Database(url, container.getUsername(), container.getPassword());
  }

  @Override
  public String describe() {
    return IMAGE + " in container " + container.getContainerId().substring(0, 12);
  }

  @Override
  public void close() {
    AtExit.remove(this);
    container.stop();
  }
}
