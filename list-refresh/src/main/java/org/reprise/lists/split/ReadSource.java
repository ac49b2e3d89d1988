package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A database for one bulk read, chosen once, so that all of the read is of one server.
 *
 * @param dataSource where connections come from
 * @param isReader whether it is the standby
 */
public record ReadSource(DataSource dataSource, boolean isReader) {
  /** A connection that the caller closes, in which nothing is written. */
  public Connection connect() throws SQLException {
    return dataSource.getConnection();
  }

  /**
   * How far what is read by a connection is.
   *
   * @return the position that a standby has replayed, or the one of the writer; empty where a
   *     standby was promoted meanwhile
   */
  public Optional<WalPosition> position(Connection connection) throws SQLException {
    return isReader
        ? WalPosition.replayed(connection)
        : Optional.of(WalPosition.written(connection));
  }
}
