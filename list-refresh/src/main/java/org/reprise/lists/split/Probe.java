package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the reader for the look at it alone: it waits for an answer for a bounded time,
 * which one that reads a large result must not.
 */
final class Probe implements AutoCloseable {
  private final ReaderSettings settings;
  private @Nullable Connection connection;

  Probe(ReaderSettings settings) {
    this.settings = settings;
  }

  /** How far the reader has replayed; empty of a server that is no standby. */
  synchronized Optional<WalPosition> replayed() throws SQLException {
    try {
      Connection open = connection == null ? connect() : connection;
      connection = open;
      return WalPosition.replayed(open);
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  private Connection connect() throws SQLException {
    String seconds = Long.toString(Math.max(1, settings.timeout().toSeconds()));
    Properties properties = new Properties();
    properties.setProperty("user", settings.username());
    properties.setProperty("password", settings.password());
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    properties.setProperty("ApplicationName", "list-refresh probe");
    return DriverManager.getConnection(settings.url(), properties);
  }

  @Override
  public synchronized void close() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException e) {
        // It is given up anyway.
        return;
      }
    }
  }
}
