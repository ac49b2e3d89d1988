package org.reprise.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;

/**
 * A database on a real primary with a real standby, and servers that read from the standby. The
 * classes of a JVM share primary and standby, each with a database of its own.
 */
public final class StandbyPair {
  private static final LocalPostgres PRIMARY = LocalPostgres.builder().start();
  private static final LocalPostgres STANDBY = PRIMARY.startStandby();
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String name = "lists_" + COUNT.incrementAndGet();
  private final Database writer = PRIMARY.database(name);

  /** Makes a database, which the standby has, too. */
  public StandbyPair() {
    STANDBY.awaitCaughtUp();
  }

  /** The server that is written to. */
  public LocalPostgres primary() {
    return PRIMARY;
  }

  /** The server that is read from. */
  public LocalPostgres standby() {
    return STANDBY;
  }

  /** The database on the primary. */
  public Database writer() {
    return writer;
  }

  /** The same database on the standby. */
  public Database reader() {
    return STANDBY.address(name);
  }

  /** Starts a server that has the standby as its reader. */
  public ListsServer server(String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--reprise.lists.reader.url=" + reader().jdbcUrl(),
                "--reprise.lists.reader.username=" + reader().username(),
                "--reprise.lists.reader.password=" + reader().password()));
    all.addAll(List.of(settings));
    return ListsServer.start(writer, all.toArray(String[]::new));
  }

  /** Runs a statement on the standby as its superuser. */
  public void onStandby(String sql) throws SQLException {
    try (Connection connection = STANDBY.database().named(name).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
