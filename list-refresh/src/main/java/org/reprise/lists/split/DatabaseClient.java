package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A database as a feature uses it: statements of Spring's with the transactions that they are in,
 * and the writer where those may be on the reader. Neither of Spring's two has the other, nor a
 * second try on another server.
 *
 * @param fallback on the writer; null where {@code transactions} are there already
 */
public record DatabaseClient(
    JdbcClient jdbc, TransactionTemplate transactions, @Nullable TransactionTemplate fallback) {
  private static final String STATEMENT_TIMEOUT = "57014";

  /** Returns the statements of one connection, in whatever transaction that has. */
  public static JdbcClient on(Connection connection) {
    return JdbcClient.create(new SingleConnectionDataSource(connection, true));
  }

  /** A statement, which is part of the caller's transaction where there is one. */
  public JdbcClient.StatementSpec sql(String statement) {
    return jdbc.sql(statement);
  }

  /**
   * Runs statements in a transaction; an exception rolls it back. What fails on a reader that is
   * about to end runs once more on the writer.
   */
  public <T> T inTransaction(Supplier<T> statements) {
    try {
      return Objects.requireNonNull(transactions.execute(_ -> statements.get()));
    } catch (RuntimeException e) {
      if (fallback == null
          || DatabaseFault.among(e) == null
          || STATEMENT_TIMEOUT.equals(DatabaseFault.sqlState(e))
          // The reader falls back by itself, so the writer has none: one wait for it is enough.
          || Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
              .anyMatch(SQLTransientConnectionException.class::isInstance)
          || TransactionSynchronizationManager.isActualTransactionActive()) {
        throw e;
      }
      return onWriter(statements);
    }
  }

  public void inTransaction(Runnable statements) {
    transactions.executeWithoutResult(_ -> statements.run());
  }

  /** Runs statements in a transaction that reads what the reader may not have yet. */
  public <T> T onWriter(Supplier<T> statements) {
    TransactionTemplate writer = fallback == null ? transactions : fallback;
    return Objects.requireNonNull(writer.execute(_ -> statements.get()));
  }
}
