package org.reprise.cps.data;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How many rows of fragments the database has read, which does not depend on how fast it is. */
final class RowsRead {
  private RowsRead() {}

  /** By this connection and by those that are closed. */
  static long soFar(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select pg_stat_force_next_flush()");
      statement.execute("select 1");
      try (ResultSet row =
          statement.executeQuery(
              """
              select seq_tup_read + idx_tup_fetch from pg_stat_user_tables
              where relname = 'fragment'\
              """)) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
