package org.reprise.kit.work;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections beside the pool, each with time-outs: without the pool's initial statements,
 * which limit whole transactions.
 */
public final class OwnConnections {
  private static final long MAX_CONNECT_SECONDS = 5;

  private final HikariDataSource pool;

  /** Uses the address, credentials, schema and driver properties of a pool of Hikari's. */
  public OwnConnections(DataSource source) {
    try {
      this.pool = source.unwrap(HikariDataSource.class);
    } catch (SQLException e) {
      throw new IllegalArgumentException("Connections need a pool of Hikari's", e);
    }
  }

  /**
   * Opens a connection.
   *
   * @param name the application name in the sessions that the database lists
   * @param timeout for an answer of the database, in whole seconds
   * @param options of the session, as PostgreSQL's command line takes them; null for the pool's
   */
  public Connection open(String name, Duration timeout, @Nullable String options)
      throws SQLException {
    Properties properties = new Properties();
    properties.putAll(pool.getDataSourceProperties());
    set(properties, "user", pool.getUsername());
    set(properties, "password", pool.getPassword());
    set(properties, "ApplicationName", name);
    long seconds = Math.max(1, timeout.toSeconds());
    set(properties, "connectTimeout", Long.toString(Math.min(MAX_CONNECT_SECONDS, seconds)));
    set(properties, "socketTimeout", Long.toString(seconds));
    set(properties, "tcpKeepAlive", "true");
    set(properties, "options", options);
    set(properties, "currentSchema", pool.getSchema());
    return DriverManager.getConnection(pool.getJdbcUrl(), properties);
  }

  private static void set(Properties properties, String name, @Nullable String value) {
    if (value != null) {
      properties.setProperty(name, value);
    }
  }
}
