package org.reprise.lists.split;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Lets the bulk statements of one transaction last. Everything else ends by the time-outs of the
 * pool, which are for what somebody waits for.
 */
public final class LongStatements {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** The server gives up first, and says why. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private LongStatements() {}

  /**
   * Allows a statement ten minutes, in which it may wait for locks. The connection is in a
   * transaction, at whose end the server forgets this; the pool does when it has the connection
   * back.
   */
  public static void allow(Connection connection) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, (int) LONGEST.plus(MARGIN).toMillis());
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            select set_config('statement_timeout', ?, true), set_config('lock_timeout', '0', true)\
            """)) {
      statement.setString(1, LONGEST.toMillis() + "ms");
      statement.executeQuery().close();
    }
  }
}
