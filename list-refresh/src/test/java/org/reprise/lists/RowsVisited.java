package org.reprise.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.localstack.postgres.Database;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Counts the rows of a table that statements visit, dead ones too, as the server does. While it is
 * open, an old snapshot keeps dead rows where they are, as an export, a long query or a standby
 * with feedback does; and the server reads no table as a whole, as where that has many more rows.
 */
public final class RowsVisited implements AutoCloseable {
  private final Connection connection;
  private final Connection snapshot;
  private final DatabaseClient client;
  private final String table;
  private long before;

  /**
   * Begins to count.
   *
   * @param table how the names of the tables begin that are counted
   */
  public RowsVisited(Database database, String table) {
    try {
      this.connection = database.connect();
      this.snapshot = database.connect();
      snapshot.setAutoCommit(false);
      snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement statement = snapshot.createStatement()) {
        statement.execute("select count(*) from tenant");
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("set enable_seqscan = off");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    SingleConnectionDataSource source = new SingleConnectionDataSource(connection, true);
    this.client =
        new DatabaseClient(
            JdbcClient.create(source),
            new TransactionTemplate(new JdbcTransactionManager(source)),
            null);
    this.table = table;
    this.before = total();
  }

  /** The database, by the connection whose work is counted. */
  public DatabaseClient client() {
    return client;
  }

  /** Returns how many rows were visited since the last call, or since the beginning. */
  public long next() {
    long now = total();
    long rows = now - before;
    before = now;
    return rows;
  }

  private long total() {
    client.sql("select pg_stat_force_next_flush()").query((_, _) -> true).single();
    return client
        .sql(
            """
            select (select sum(seq_tup_read) from pg_stat_user_tables where relname like :table)
              + (select sum(idx_tup_read) from pg_stat_user_indexes where relname like :table)\
            """)
        .param("table", table + "%")
        .query(Long.class)
        .single();
  }

  @Override
  public void close() {
    try (connection;
        snapshot) {
      snapshot.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
