package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.postgresql.replication.LogSequenceNumber;

/** Asks servers for positions in the write-ahead log. */
final class WriteAheadLog {
  private WriteAheadLog() {}

  /** Asks a primary how far its log is. */
  static LogSequenceNumber written(Connection writer) throws SQLException {
    return position(writer, "select pg_current_wal_lsn()")
        .orElseThrow(() -> new SQLException("The writer has no write-ahead log"));
  }

  /** Asks a standby how far it has replayed; empty of a server that is no standby. */
  static Optional<LogSequenceNumber> replayed(Connection reader) throws SQLException {
    return position(
        reader, "select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end");
  }

  private static Optional<LogSequenceNumber> position(Connection connection, String sql)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return Optional.ofNullable(row.getString(1)).map(WriteAheadLog::parse);
    }
  }

  // The driver reads what is no position as the invalid one.
  private static LogSequenceNumber parse(String text) {
    LogSequenceNumber position = LogSequenceNumber.valueOf(text);
    if (position.equals(LogSequenceNumber.INVALID_LSN)) {
      throw new IllegalArgumentException("no position in a write-ahead log: '" + text + "'");
    }
    return position;
  }
}
