package org.reprise.localstack;

import java.util.Map;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL in a container. */
final class DockerPostgres implements TestDatabase.Server {
  static final String IMAGE = "postgres:18";

  private final PostgreSQLContainer container;

  DockerPostgres() {
    // Testcontainers would switch fsync off; a test of durability must not pass for that reason.
    container =
        new PostgreSQLContainer(IMAGE)
            .withEnv(Map.of("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C.UTF-8"))
            .withCommand(
                "postgres",
                "-c",
                "max_connections=200",
                "-c",
                "timezone=UTC",
                "-c",
                "autovacuum=off");
    try {
      container.start();
    } catch (RuntimeException e) { // of a dozen types
      throw new ContainerUnavailable(IMAGE + " does not start there: " + e.getMessage(), e);
    }
    AtExit.add(this);
  }

  @Override
  public Database superuser() {
    return new Database(container.getJdbcUrl(), container.getUsername(), container.getPassword());
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
