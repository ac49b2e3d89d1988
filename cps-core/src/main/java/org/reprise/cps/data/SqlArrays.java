package org.reprise.cps.data;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

final class SqlArrays {
  private SqlArrays() {}

  /**
   * An array of values.
   *
   * @param type of its elements, as PostgreSQL calls it
   */
  static Array of(PreparedStatement statement, String type, Collection<?> values)
      throws SQLException {
    return statement.getConnection().createArrayOf(type, values.toArray());
  }

  static <T> Array of(
      PreparedStatement statement,
      String type,
      Collection<T> rows,
      Function<T, @Nullable Object> value)
      throws SQLException {
    return statement.getConnection().createArrayOf(type, rows.stream().map(value).toArray());
  }
}
