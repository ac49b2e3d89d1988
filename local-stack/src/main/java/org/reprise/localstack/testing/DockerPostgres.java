package org.reprise.localstack.testing;

import java.util.Map;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.AtExit;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL in a container. */
final class DockerPostgres {
  static final String IMAGE = "postgres:18";

  private DockerPostgres() {}

  static TestServer<Database> start() {
    // Testcontainers would switch fsync off; a test of durability must not pass for that reason.
    PostgreSQLContainer container =
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
    AtExit.add(container);
    return new TestServer<>(
        IMAGE + " in container " + container.getContainerId().substring(0, 12),
        new Database(container.getJdbcUrl(), container.getUsername(), container.getPassword()));
  }
}
