package org.reprise.lists.split;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection outside of the pools, for work that must be on time: it is free when all connections
 * of a pool are in use, and waits for an answer for a bounded time.
 */
public final class OwnConnection implements AutoCloseable {
  private final String url;
  private final Properties properties;
  private @Nullable Connection connection;

  private OwnConnection(
      String url,
      @Nullable String username,
      @Nullable String password,
      Properties others,
      String name,
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
    properties.setProperty("ApplicationName", "list-refresh " + name);
  }

  /**
   * Connects as the pool of the reader does.
   *
   * @param properties the driver's, of both pools
   */
  static OwnConnection ofReader(ReaderSettings settings, Properties properties) {
    return new OwnConnection(
        settings.url(),
        settings.username(),
        settings.password(),
        properties,
        "probe",
        settings.timeout());
  }

  /**
   * Connects as the pool of the writer does.
   *
   * @param name what the server calls it
   * @param timeout how long it waits for an answer
   */
  public static OwnConnection ofWriter(HikariDataSource pool, String name, Duration timeout) {
    return new OwnConnection(
        pool.getJdbcUrl(),
        pool.getUsername(),
        pool.getPassword(),
        pool.getDataSourceProperties(),
        name,
        timeout);
  }

  /** What is asked of a server. */
  public interface Question<T> {
    /** Asks by an open connection. */
    T ask(Connection connection) throws SQLException;
  }

  /**
   * Asks the server, connecting first where that is needed.
   *
   * @throws SQLException when it does not answer in time, or not well
   */
  public synchronized <T> T ask(Question<T> question) throws SQLException {
    try {
      Connection open =
          connection == null ? DriverManager.getConnection(url, properties) : connection;
      connection = open;
      return question.ask(open);
    } catch (SQLException | RuntimeException | Error e) {
      // What is left of an answer would be taken for the next one.
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
        // The connection is not used any more.
        return;
      }
    }
  }
}
