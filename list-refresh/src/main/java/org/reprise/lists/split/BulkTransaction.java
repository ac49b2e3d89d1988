package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A transaction of bulk statements on a connection of a pool. Its statements have more time than
 * the pool's time-outs give, which are for requests that somebody waits for.
 *
 * <p>Closing it before a commit aborts the connection: while a COPY is active the driver waits for
 * its end without a limit, and after its cancellation it takes what is left of it for the answer to
 * the next statement, which may be another user's.
 */
public final class BulkTransaction implements AutoCloseable {
  /** How often the server checks whether the client of a running statement is still there. */
  static final Duration CLIENT_CHECK = Duration.ofMillis(250);

  private static final Duration STATEMENT_TIMEOUT = Duration.ofMinutes(10);

  /** The server gives up first, and says why. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final Connection connection;
  private final StoppableWork.Registration registration;
  private boolean isCommitted;

  private BulkTransaction(Connection connection, StoppableWork.Registration registration) {
    this.connection = connection;
    this.registration = registration;
  }

  /**
   * Begins a transaction whose connection is aborted when the work is stopped. A statement has ten
   * minutes, in which it may wait for locks, as long as this process is connected. The server
   * forgets this at the end of the transaction, the pool when it has the connection back.
   */
  public static BulkTransaction begin(Connection connection, StoppableWork work)
      throws SQLException {
    // First: a server that was suspended does not answer the statement below either.
    StoppableWork.Registration registration = work.register(connection);
    try {
      connection.setAutoCommit(false);
      connection.setNetworkTimeout(Runnable::run, (int) STATEMENT_TIMEOUT.plus(MARGIN).toMillis());
      DatabaseClient.on(connection)
          .sql(
              """
              select set_config('statement_timeout', ?, true),
                set_config('lock_timeout', '0', true),
                set_config('client_connection_check_interval', ?, true)\
              """)
          .params(STATEMENT_TIMEOUT.toMillis() + "ms", CLIENT_CHECK.toMillis() + "ms")
          .query()
          .singleRow();
      return new BulkTransaction(connection, registration);
    } catch (SQLException | RuntimeException e) {
      registration.close();
      throw e;
    }
  }

  public void commit() throws SQLException {
    connection.commit();
    isCommitted = true;
  }

  @Override
  public void close() throws SQLException {
    registration.close();
    if (!isCommitted) {
      connection.abort(Runnable::run);
    }
  }
}
