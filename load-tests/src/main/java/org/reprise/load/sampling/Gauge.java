package org.reprise.load.sampling;

import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.json.JsonMapper;

/** A number of bytes that can be read at any time, heap or database size for example. */
@FunctionalInterface
public interface Gauge extends AutoCloseable {
  Duration TIMEOUT = Duration.ofSeconds(2);

  /** Reads it now; empty where there is none. A sample that cannot be read is left out. */
  OptionalDouble read() throws Exception;

  @Override
  default void close() throws Exception {}

  /**
   * Bytes of used heap, as a service says at its {@code /actuator/metrics}. It is asked for no
   * other metric: to write all of them twice a second took a third of the CPU of a service that is
   * held to 0.15 of a core.
   */
  record Heap(HttpCalls calls, URI origin) implements Gauge {
    public Heap(URI origin, Credentials credentials) {
      this(new HttpCalls(credentials, TIMEOUT, origin), origin);
    }

    @Override
    public OptionalDouble read() throws Exception {
      var uri = origin.resolve("/actuator/metrics/jvm.memory.used?tag=area:heap");
      return used(calls.send(HttpRequest.newBuilder(uri), status -> status == 200).body());
    }

    static OptionalDouble used(String answer) {
      var value = JsonMapper.shared().readTree(answer).path("measurements").path(0).path("value");
      return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
    }

    @Override
    public void close() {
      calls.close();
    }
  }

  final class DatabaseSize implements Gauge {
    private final Database database;
    private @Nullable Connection connection;

    public DatabaseSize(Database database) {
      this.database = database;
    }

    @Override
    public OptionalDouble read() throws SQLException {
      if (connection == null || connection.isClosed()) {
        connection = database.connect(TIMEOUT);
      }
      var sql = "SELECT pg_database_size(current_database())";
      return OptionalDouble.of(Sql.numbers(connection, sql).getFirst());
    }

    @Override
    public void close() throws SQLException {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
