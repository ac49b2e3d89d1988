package org.reprise.ldx.worker;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.ldx.index.IndexLocks;
import org.reprise.ldx.source.LeaseLost;
import org.reprise.ldx.source.SourceLease;
import org.reprise.ldx.source.SourceLeases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions under the lease of a data source. A number of them at most is open at once, so that
 * queries find connections; what the database refuses for the moment is tried again.
 */
@Component
final class IndexWrites {
  private static final Logger LOG = LoggerFactory.getLogger(IndexWrites.class);
  private static final int MAX_ATTEMPTS = 4;
  private static final long PAUSE_MILLIS = 250;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Semaphore open;

  IndexWrites(JdbcClient jdbc, TransactionTemplate transactions, WorkSettings settings) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.open = new Semaphore(settings.writers(), true);
  }

  /** What is written; done again as a whole when the database refused it. */
  interface Work<T extends @Nullable Object> {
    T write(JdbcClient jdbc);
  }

  /**
   * Does work in a transaction.
   *
   * @throws LeaseLost when the data source is another process's
   */
  <T extends @Nullable Object> T under(SourceLease lease, Work<T> work)
      throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      open.acquire();
      try {
        return transactions.execute(status -> {
          SourceLeases.require(jdbc, lease);
          jdbc.sql("select pg_advisory_xact_lock_shared(?, ?)::text")
              .params(IndexLocks.CLASS, IndexLocks.URIS)
              .query(String.class)
              .optional();
          return work.write(jdbc);
        });
      } catch (RuntimeException e) {
        if (attempt == MAX_ATTEMPTS || DatabaseFault.among(e) == null) {
          throw e;
        }
        LOG.info("Data source {}: writing again after: {}", lease.source(), e.getMessage());
      } finally {
        open.release();
      }
      Thread.sleep(PAUSE_MILLIS << attempt);
    }
  }

  /** Does work without a result in a transaction, as {@link #under}. */
  void run(SourceLease lease, Consumer<JdbcClient> work) throws InterruptedException {
    under(
        lease,
        client -> {
          work.accept(client);
          return true;
        });
  }
}
