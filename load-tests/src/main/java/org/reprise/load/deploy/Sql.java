package org.reprise.load.deploy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements with bound values. */
public final class Sql {
  private Sql() {}

  /** The first column of the first row. */
  public static String text(Connection connection, String sql, Object... values)
      throws SQLException {
    var rows = texts(connection, sql, values);
    if (rows.isEmpty()) {
      throw new SQLException("nothing found by " + sql.strip());
    }
    return rows.getFirst();
  }

  public static List<String> texts(Connection connection, String sql, Object... values)
      throws SQLException {
    return rows(connection, row -> row.getString(1), sql, values);
  }

  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  public static <T> List<T> rows(Connection connection, Row<T> row, String sql, Object... values)
      throws SQLException {
    try (var statement = prepared(connection, sql, values);
        var rows = statement.executeQuery()) {
      var found = new ArrayList<T>();
      while (rows.next()) {
        found.add(row.read(rows));
      }
      return found;
    }
  }

  /** All columns of the first row as numbers. */
  public static List<Long> numbers(Connection connection, String sql, Object... values)
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

  /** Changes rows; how many. */
  public static int update(Connection connection, String sql, Object... values)
      throws SQLException {
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
