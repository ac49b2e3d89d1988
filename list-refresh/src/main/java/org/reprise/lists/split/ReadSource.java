package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.postgresql.replication.LogSequenceNumber;
import org.reprise.lists.work.Faults;

/**
 * A database for one bulk read, so that all of a statement is of the server that was chosen. Where
 * the reader has no connection in time, the writer is taken, which has everything, too.
 */
public final class ReadSource {
  private final DataSource writer;
  private final Supplier<Optional<Connection>> reader;
  private final LogSequenceNumber mustShow;
  private volatile boolean isReader;

  ReadSource(
      DataSource writer,
      Supplier<Optional<Connection>> reader,
      LogSequenceNumber mustShow,
      boolean isReader) {
    this.writer = writer;
    this.reader = reader;
    this.mustShow = mustShow;
    this.isReader = isReader;
  }

  /** The writer, whether the reader could be read from or not. */
  public static ReadSource ofWriter(DataSource writer) {
    return new ReadSource(writer, Optional::empty, LogSequenceNumber.valueOf(0), false);
  }

  /** Whether the last connection is, or the first one will be asked of, the standby. */
  public boolean isReader() {
    return isReader;
  }

  /** A connection that the caller closes, in which nothing is written. */
  public Connection connect() throws SQLException {
    Optional<Connection> connection = isReader ? reader.get() : Optional.empty();
    isReader = connection.isPresent();
    return isReader ? connection.get() : writer.getConnection();
  }

  /**
   * Returns the position up to which the last connection shows what was written.
   *
   * @throws SQLException to be tried again, where that is not all that was committed before the
   *     server was chosen: between the choice and the connection the standby may have become
   *     another one, or was promoted
   */
  public LogSequenceNumber position(Connection connection) throws SQLException {
    if (!isReader) {
      return WriteAheadLog.written(connection);
    }
    return WriteAheadLog.replayed(connection)
        .filter(position -> position.compareTo(mustShow) >= 0)
        .orElseThrow(
            () -> new SQLException("the reader does not show what it must", Faults.BEGIN_AGAIN));
  }
}
