package org.reprise.load.sampling;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.Database;

/** Bytes of one database on disk, by one connection that is kept. */
public final class DatabaseSize implements Gauge {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final Database database;
  private @Nullable Connection connection;

  public DatabaseSize(Database database) {
    this.database = database;
  }

  @Override
  public OptionalDouble read() throws SQLException {
    if (connection == null || connection.isClosed()) {
      connection = database.connect(LIMIT);
    }
    var size = Sql.text(connection, "SELECT pg_database_size(current_database())");
    return OptionalDouble.of(Double.parseDouble(size));
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }
}
