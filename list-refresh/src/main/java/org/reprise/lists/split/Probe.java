package org.reprise.lists.split;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a server for the look at it alone. It waits for an answer for a bounded time,
 * which one that reads a large result must not; and it is there when a pool's are all in use.
 */
final class Probe implements AutoCloseable {
  private final String url;
  private final Properties properties;
  private @Nullable Connection connection;

  private Probe(
      String url,
      @Nullable String username,
      @Nullable String password,
      Properties others,
      Duration timeout) {
    String seconds = Long.toString(Math.max(1, timeout.toSeconds()));
    this.url = url;
    this.properties = new Properties();
    properties.putAll(others);
    if (username != null) {
      properties.setProperty("user", username);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    properties.setProperty("ApplicationName", "list-refresh probe");
  }

  static Probe ofReader(ReaderSettings settings) {
    return new Probe(
        settings.url(),
        settings.username(),
        settings.password(),
        new Properties(),
        settings.timeout());
  }

  /** Connects as the pool does. */
  static Probe ofWriter(HikariDataSource pool, Duration timeout) {
    return new Probe(
        pool.getJdbcUrl(),
        pool.getUsername(),
        pool.getPassword(),
        pool.getDataSourceProperties(),
        timeout);
  }

  /** What is asked of a server. */
  interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  /**
   * Asks the server, connecting first where that is needed.
   *
   * @throws SQLException when it does not answer in time, or not well
   */
  synchronized <T> T ask(Question<T> question) throws SQLException {
    try {
      Connection open =
          connection == null ? DriverManager.getConnection(url, properties) : connection;
      connection = open;
      return question.ask(open);
    } catch (SQLException e) {
      close();
      throw e;
    }
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
