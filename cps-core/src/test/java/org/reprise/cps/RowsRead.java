package org.reprise.cps;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * How many rows of fragments and of ends of references the database has read, in the tables or in
 * their indexes, which does not depend on how fast it is.
 */
public final class RowsRead {
  private RowsRead() {}

  /** A store's only connection, set up as those of its pool are. */
  public static SingleConnectionDataSource source(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CpsStore.CONNECTION_INIT_SQL);
    }
    return new SingleConnectionDataSource(connection, true);
  }

  /** By this connection and by those that are closed. */
  public static long soFar(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select pg_stat_force_next_flush()");
      statement.execute("select 1");
      try (ResultSet row =
          statement.executeQuery(
              """
              select
                (select sum(seq_tup_read) from pg_stat_user_tables
                 where relname in ('fragment', 'reference_end'))
                + (select sum(idx_tup_read) from pg_stat_user_indexes
                   where relname in ('fragment', 'reference_end'))\
              """)) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
