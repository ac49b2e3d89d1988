package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Gives the bulk statements of one transaction more time. All others have the pool's time-outs,
 * which are for requests that somebody waits for.
 */
public final class LongStatements {
  /** How often the server checks whether the client of a running statement is still there. */
  static final Duration CLIENT_CHECK = Duration.ofMillis(250);

  private static final Duration STATEMENT_TIMEOUT = Duration.ofMinutes(10);

  /** The server gives up first, and says why. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private LongStatements() {}

  /**
   * Allows a statement ten minutes, in which it may wait for locks, as long as this process is
   * connected. The server forgets this at the end of the connection's transaction, the pool when it
   * has the connection back.
   */
  public static void allow(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) STATEMENT_TIMEOUT.plus(MARGIN).toMillis());
    DatabaseClient.on(connection)
        .sql(
            """
            select set_config('statement_timeout', ?, true), set_config('lock_timeout', '0', true),
              set_config('client_connection_check_interval', ?, true)\
            """)
        .params(STATEMENT_TIMEOUT.toMillis() + "ms", CLIENT_CHECK.toMillis() + "ms")
        .query()
        .singleRow();
  }
}
