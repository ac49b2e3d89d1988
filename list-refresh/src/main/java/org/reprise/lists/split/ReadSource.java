package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.lists.work.Faults;

/**
 * A database for one bulk read, so that all of a statement is of the server that was chosen. Where
 * the reader has no connection in time, the writer is taken, which has everything, too.
 */
public final class ReadSource {
  private final DataSource writer;
  private final @Nullable Supplier<Optional<Connection>> reader;
  private volatile boolean isReader;

  private ReadSource(DataSource writer, @Nullable Supplier<Optional<Connection>> reader) {
    this.writer = writer;
    this.reader = reader;
    this.isReader = reader != null;
  }

  /** The writer, whether the reader could be read from or not. */
  public static ReadSource ofWriter(DataSource writer) {
    return new ReadSource(writer, null);
  }

  static ReadSource ofReader(Supplier<Optional<Connection>> reader, DataSource writer) {
    return new ReadSource(writer, reader);
  }

  /** Whether the last connection is, or the first one will be asked of, the standby. */
  public boolean isReader() {
    return isReader;
  }

  /** A connection that the caller closes, in which nothing is written. */
  public Connection connect() throws SQLException {
    if (isReader && reader != null) {
      Optional<Connection> connection = reader.get();
      if (connection.isPresent()) {
        return connection.get();
      }
      isReader = false;
    }
    return writer.getConnection();
  }

  /**
   * How far what is read by the last connection is.
   *
   * @return the position that a standby has replayed, or the one of the writer; empty where a
   *     standby was promoted meanwhile
   */
  public Optional<WalPosition> position(Connection connection) throws SQLException {
    return isReader
        ? WalPosition.replayed(connection)
        : Optional.of(WalPosition.written(connection));
  }

  /**
   * The same, of a connection that must show all up to a position.
   *
   * @throws SQLException to be tried again, where it does not: between the choice of the server and
   *     the connection the standby may have become another one
   */
  public WalPosition requireShown(WalPosition mustShow, Connection connection) throws SQLException {
    return position(connection)
        .filter(position -> position.shows(mustShow))
        .orElseThrow(
            () -> new SQLException("the reader does not show what it must", Faults.BEGIN_AGAIN));
  }
}
