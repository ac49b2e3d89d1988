package org.reprise.ldx.worker;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.ldx.index.IndexLocks;
import org.reprise.ldx.source.LeaseLost;
import org.reprise.ldx.source.SourceLease;
import org.reprise.ldx.source.SourceLeases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions under the lease of a data source. A number of them at most is open at once, so that
 * queries find connections; what the database refuses for the moment is tried again.
 */
final class IndexWrites {
  private static final Logger LOG = LoggerFactory.getLogger(IndexWrites.class);
  private static final int TRIES = 4;
  private static final long PAUSE_MILLIS = 250;

  private final DataSource database;
  private final Semaphore open;

  IndexWrites(DataSource database, int most) {
    this.database = database;
    this.open = new Semaphore(most, true);
  }

  /** What is written; done again as a whole when the database refused it. */
  interface Work<T extends @Nullable Object> {
    T write(Connection connection) throws SQLException;
  }

  /**
   * Does work in a transaction.
   *
   * @throws LeaseLost when the data source is another process's
   */
  <T extends @Nullable Object> T under(SourceLease lease, Work<T> work)
      throws SQLException, InterruptedException {
    for (int tried = 1; ; tried++) {
      open.acquire();
      try {
        return once(lease, work);
      } catch (SQLException e) {
        if (tried == TRIES || DatabaseFault.among(e) == null) {
          throw e;
        }
        LOG.info("Data source {}: written again after: {}", lease.source(), e.getMessage());
      } finally {
        open.release();
      }
      Thread.sleep(PAUSE_MILLIS << tried);
    }
  }

  private <T extends @Nullable Object> T once(SourceLease lease, Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        SourceLeases.require(connection, lease);
        shareUris(connection);
        T result = work.write(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(connection, e);
        throw e;
      }
    }
  }

  private static void rollBack(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private static void shareUris(Connection connection) throws SQLException {
    try (var lock = connection.prepareStatement("select pg_advisory_xact_lock_shared(?, ?)")) {
      lock.setInt(1, IndexLocks.CLASS);
      lock.setInt(2, IndexLocks.URIS);
      lock.execute();
    }
  }
}
