package org.reprise.localstack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

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

  /** Names the place and the role, not the password. */
  @Override
  public String toString() {
    return username + " at " + jdbcUrl;
  }
}
