package org.reprise.localstack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * Runs a query of one number on a connection of its own.
   *
   * @throws LocalStackException when the server refuses it
   */
  public long count(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    } catch (SQLException e) {
      throw new LocalStackException(sql, e);
    }
  }

  /**
   * Runs a query of one text in each row on a connection of its own.
   *
   * @throws LocalStackException when the server refuses it
   */
  public List<String> texts(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (result.next()) {
        texts.add(result.getString(1));
      }
      return texts;
    } catch (SQLException e) {
      throw new LocalStackException(sql, e);
    }
  }

  /**
   * Runs statements on a connection of its own.
   *
   * @throws LocalStackException when the server refuses them
   */
  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new LocalStackException(sql, e);
    }
  }

  /** Names the place and the role, not the password. */
  @Override
  public String toString() {
    return username + " at " + jdbcUrl;
  }
}
