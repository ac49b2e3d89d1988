package org.reprise.ldx.worker;

import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.LeaseLost;
import org.reprise.ldx.source.SourceLease;
import org.reprise.ldx.source.SourceLeases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions under the lease of a data source. A number of them at most is open at once, so that
 * queries find connections; transient faults of the database are retried.
 */
@Component
final class IndexWrites {
  private static final Logger LOG = LoggerFactory.getLogger(IndexWrites.class);
  private static final int MAX_TRANSACTIONS = 8;
  private static final int MAX_ATTEMPTS = 4;
  private static final long PAUSE_MILLIS = 250;

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Semaphore open;

  IndexWrites(JdbcClient jdbc, TransactionTemplate transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.open = new Semaphore(MAX_TRANSACTIONS, true);
  }

  /** Does work in a transaction; {@link LeaseLost} when another process has the lease. */
  <T extends @Nullable Object> T under(SourceLease lease, Function<JdbcClient, T> work)
      throws InterruptedException {
    for (int attempt = 1; ; attempt++) {
      open.acquire();
      try {
        return transactions.execute(status -> {
          SourceLeases.require(jdbc, lease);
          return work.apply(jdbc);
        });
      } catch (RuntimeException e) {
        if (attempt == MAX_ATTEMPTS || DatabaseFault.among(e) == null) {
          throw e;
        }
        LOG.info("Data source {}: retrying a write after: {}", lease.source(), e.getMessage());
      } finally {
        open.release();
      }
      Thread.sleep(PAUSE_MILLIS << attempt);
    }
  }
}
