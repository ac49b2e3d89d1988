package org.reprise.load.sampling;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.Database;

/** Bytes of one database on disk, by one connection that is kept. */
public final class DatabaseSize implements Gauge, AutoCloseable {
  private final Database database;
  private @Nullable Connection connection;

  public DatabaseSize(Database database) {
    this.database = database;
  }

  @Override
  public synchronized OptionalDouble read() throws SQLException {
    var open = connection;
    if (open == null || open.isClosed()) {
      open = database.connect();
      connection = open;
    }
    try (var statement = open.createStatement();
        var rows = statement.executeQuery("SELECT pg_database_size(current_database())")) {
      return rows.next() ? OptionalDouble.of(rows.getLong(1)) : OptionalDouble.empty();
    }
  }

  @Override
  public synchronized void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }
}
