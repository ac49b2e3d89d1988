package org.reprise.load.deploy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

public final class Sql {
  private Sql() {}

  public static List<String> texts(Connection connection, String sql, Object... values)
      throws SQLException {
    return rows(connection, row -> row.getString(1), sql, values);
  }

  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  public static <T> List<T> rows(Connection connection, Reader<T> row, String sql, Object... values)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      var rows = with(statement, values).executeQuery();
      var found = new ArrayList<T>();
      while (rows.next()) {
        found.add(row.read(rows));
      }
      return found;
    }
  }

  /** All columns of the first row, which a count or sum always has, as numbers. */
  public static List<Long> numbers(Connection connection, String sql, Object... values)
      throws SQLException {
    Reader<List<Long>> numbers =
        row -> {
          var found = new ArrayList<Long>();
          for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            found.add(row.getLong(column));
          }
          return found;
        };
    return rows(connection, numbers, sql, values).getFirst();
  }

  public static int update(Connection connection, String sql, Object... values)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      return with(statement, values).executeUpdate();
    }
  }

  private static PreparedStatement with(PreparedStatement statement, Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }
}
