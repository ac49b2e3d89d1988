package org.reprise.content.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions that lock a content's row and take its file out of its place. The database does not
 * end them after a time: a process that stood still between the two would go on to remove a file
 * that another one has stored and acknowledged since.
 */
@Component
class FileTransaction {
  private final TransactionTemplate transaction;
  private final JdbcClient database;

  FileTransaction(PlatformTransactionManager transactions, JdbcClient database) {
    this.transaction = new TransactionTemplate(transactions);
    this.database = database;
  }

  /** What is done in the transaction, and whether it took a file away. */
  interface Step {
    boolean run(TransactionStatus status) throws IOException;
  }

  boolean execute(Step step) throws IOException {
    try {
      return Boolean.TRUE.equals(
          transaction.execute(status -> {
            // PostgreSQL before 17 has only the second one.
            database
                .sql(
                    """
                    select set_config(name, '0', true) from pg_settings
                    where name in ('transaction_timeout', 'idle_in_transaction_session_timeout')
                    """)
                .query((_, _) -> true)
                .list();
            try {
              return step.run(status);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
