package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements with bound values. */
final class Sql {
  private Sql() {}

  /** The first column of the first row. */
  static String text(Connection connection, String sql, Object... values) throws SQLException {
    var rows = texts(connection, sql, values);
    if (rows.isEmpty()) {
      throw new SQLException("nothing found by " + sql.strip());
    }
    return rows.getFirst();
  }

  /** The first column. */
  static List<String> texts(Connection connection, String sql, Object... values)
      throws SQLException {
    try (var statement = prepared(connection, sql, values);
        var rows = statement.executeQuery()) {
      var found = new ArrayList<String>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }

  /** All columns of the first row as numbers. */
  static List<Long> numbers(Connection connection, String sql, Object... values)
      throws SQLException {
    try (var statement = prepared(connection, sql, values);
        var rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException("nothing found by " + sql.strip());
      }
      var found = new ArrayList<Long>();
      for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
        found.add(rows.getLong(column));
      }
      return found;
    }
  }

  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (var statement = prepared(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    var statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }
}
