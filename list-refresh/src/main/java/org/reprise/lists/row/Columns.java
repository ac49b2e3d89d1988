package org.reprise.lists.row;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Columns of a row by their names, as this service's types. */
public final class Columns {
  private Columns() {}

  public static UUID id(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(idOrNull(row, column), column);
  }

  public static @Nullable UUID idOrNull(ResultSet row, String column) throws SQLException {
    return row.getObject(column, UUID.class);
  }

  public static String text(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(row.getString(column), column);
  }

  public static @Nullable String textOrNull(ResultSet row, String column) throws SQLException {
    return row.getString(column);
  }

  /** Texts that are there, however few. */
  public static List<String> texts(ResultSet row, String column) throws SQLException {
    return List.of((String[]) row.getArray(column).getArray());
  }

  public static Instant time(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNull(timeOrNull(row, column), column);
  }

  public static @Nullable Instant timeOrNull(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  public static @Nullable Integer numberOrNull(ResultSet row, String column) throws SQLException {
    return row.getObject(column, Integer.class);
  }

  /** Yes, no or unknown. */
  public static @Nullable Boolean flagOrNull(ResultSet row, String column) throws SQLException {
    return row.getObject(column, Boolean.class);
  }
}
