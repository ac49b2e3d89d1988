package org.reprise.kit.work;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Opens connections beside the pool, with other limits of time: for a session that lasts, and for
 * statements that take long.
 */
public final class OwnConnections {
  private static final String CONNECT_SECONDS = "5";

  private final HikariDataSource pool;

  /**
   * Makes one.
   *
   * @param source the pool, whose address, credentials and properties of the driver it takes
   * @throws SQLException where that is no pool of Hikari's
   */
  public OwnConnections(DataSource source) throws SQLException {
    this.pool = source.unwrap(HikariDataSource.class);
  }

  /**
   * Opens one.
   *
   * @param name by which the database lists it
   * @param longestAnswer how long the driver waits for an answer, in whole seconds
   * @param options of the session, as PostgreSQL's command line takes them
   */
  public Connection open(String name, Duration longestAnswer, String options) throws SQLException {
    Properties properties = new Properties();
    pool.getDataSourceProperties()
        .forEach((key, value) -> properties.setProperty(key.toString(), value.toString()));
    if (pool.getUsername() != null) {
      properties.setProperty("user", pool.getUsername());
    }
    if (pool.getPassword() != null) {
      properties.setProperty("password", pool.getPassword());
    }
    properties.setProperty("ApplicationName", name);
    properties.setProperty("connectTimeout", CONNECT_SECONDS);
    properties.setProperty("socketTimeout", Long.toString(longestAnswer.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("options", options);
    return DriverManager.getConnection(pool.getJdbcUrl(), properties);
  }
}
