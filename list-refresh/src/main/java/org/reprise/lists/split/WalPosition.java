package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the write-ahead log, PostgreSQL's {@code pg_lsn}.
 *
 * @param offset bytes since the log's beginning, unsigned
 */
public record WalPosition(long offset) implements Comparable<WalPosition> {
  /** Before everything. */
  public static final WalPosition START = new WalPosition(0);

  private static final Pattern TEXT = Pattern.compile("([0-9A-Fa-f]{1,8})/([0-9A-Fa-f]{1,8})");
  private static final int HALF = 32;

  /**
   * Reads PostgreSQL's form, such as {@code 0/16B3748}.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static WalPosition parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no position in a write-ahead log: '" + text + "'");
    }
    return new WalPosition(
        Long.parseLong(parts.group(1), 16) << HALF | Long.parseLong(parts.group(2), 16));
  }

  /** Asks a primary how far its log is. */
  public static WalPosition written(Connection writer) throws SQLException {
    return read(writer, "select pg_current_wal_lsn()")
        .orElseThrow(() -> new SQLException("The writer has no write-ahead log"));
  }

  /** Asks a standby how far it has replayed; empty of a server that is no standby. */
  public static Optional<WalPosition> replayed(Connection reader) throws SQLException {
    return read(reader, "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end");
  }

  private static Optional<WalPosition> read(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return Optional.ofNullable(row.getString(1)).map(WalPosition::parse);
    }
  }

  /** The bytes from another position to this one; negative where the other is later. */
  public long since(WalPosition other) {
    return offset - other.offset;
  }

  /** Whether what was written up to another position is before this one. */
  public boolean shows(WalPosition other) {
    return compareTo(other) >= 0;
  }

  /** The later of two. */
  public static WalPosition later(WalPosition one, WalPosition other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  @Override
  public int compareTo(WalPosition other) {
    return Long.compareUnsigned(offset, other.offset);
  }

  @Override
  public String toString() {
    return "%X/%X".formatted(offset >>> HALF, offset & 0xFFFF_FFFFL);
  }
}
