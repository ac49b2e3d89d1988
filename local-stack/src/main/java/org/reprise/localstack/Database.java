package org.reprise.localstack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/**
 * How to reach one database.
 *
 * @param jdbcUrl the JDBC URL, without credentials
 * @param username the role
 * @param password its password
 */
public record Database(String jdbcUrl, String username, String password) {

  /**
   * Opens a connection.
   *
   * @return a new connection, which the caller closes
   * @throws SQLException when the server does not accept it
   */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, username, password);
  }

  /**
   * Opens a connection to a server that may not answer any more.
   *
   * @param limit for connecting and for each answer, in whole seconds
   * @return a new connection, which the caller closes
   * @throws SQLException when the server does not accept it in time
   */
  public Connection connect(Duration limit) throws SQLException {
    String seconds = Long.toString(limit.toSeconds());
    Properties properties = new Properties();
    properties.setProperty("user", username);
    properties.setProperty("password", password);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("socketTimeout", seconds);
    return DriverManager.getConnection(jdbcUrl, properties);
  }

  /** Names the place and the role, not the password. */
  @Override
  public String toString() {
    return username + " at " + jdbcUrl;
  }
}
