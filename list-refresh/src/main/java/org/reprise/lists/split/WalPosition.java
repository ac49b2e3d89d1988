package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.postgresql.replication.LogSequenceNumber;

/**
 * A place in the write-ahead log, PostgreSQL's {@code pg_lsn}.
 *
 * @param offset bytes since the log's beginning, unsigned
 */
public record WalPosition(long offset) {
  /** Before everything. */
  public static final WalPosition START = new WalPosition(0);

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

  private static WalPosition parse(String text) {
    LogSequenceNumber position = LogSequenceNumber.valueOf(text);
    if (position.equals(LogSequenceNumber.INVALID_LSN)) {
      throw new IllegalArgumentException("no position in a write-ahead log: '" + text + "'");
    }
    return new WalPosition(position.asLong());
  }

  /** Returns the bytes from another position to this one; negative where the other is later. */
  public long since(WalPosition other) {
    return offset - other.offset;
  }

  /** Returns whether what was written up to another position is before this one. */
  public boolean shows(WalPosition other) {
    return Long.compareUnsigned(offset, other.offset) >= 0;
  }

  public static WalPosition later(WalPosition one, WalPosition other) {
    return one.shows(other) ? one : other;
  }

  @Override
  public String toString() {
    return LogSequenceNumber.valueOf(offset).asString();
  }
}
