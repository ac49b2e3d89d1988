package org.reprise.lists.split;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A database as a feature uses it.
 *
 * @param jdbc its statements
 * @param transactions its transactions
 */
public record DatabaseClient(JdbcClient jdbc, TransactionTemplate transactions) {
  /** A statement, which is part of the caller's transaction where there is one. */
  public JdbcClient.StatementSpec sql(String statement) {
    return jdbc.sql(statement);
  }

  /** Runs statements in a transaction; an exception rolls it back. */
  public <T> T inTransaction(Supplier<T> statements) {
    return Objects.requireNonNull(transactions.execute(_ -> statements.get()));
  }

  /** The same without a result. */
  public void inTransaction(Runnable statements) {
    transactions.executeWithoutResult(_ -> statements.run());
  }
}
