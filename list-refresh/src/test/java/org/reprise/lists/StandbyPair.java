package org.reprise.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;

/** A real primary with a real standby, and servers that read from the standby. */
public final class StandbyPair implements AutoCloseable {
  private static final String NAME = "lists";

  private final LocalPostgres primary = LocalPostgres.builder().start();
  private final Database writer = primary.database(NAME);
  private final LocalPostgres standby = primary.startStandby();

  /** The server that is written to. */
  public LocalPostgres primary() {
    return primary;
  }

  /** The server that is read from. */
  public LocalPostgres standby() {
    return standby;
  }

  /** The database on the primary. */
  public Database writer() {
    return writer;
  }

  /** The same database on the standby. */
  public Database reader() {
    return standby.address(NAME);
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
    try (Connection connection = standby.database().named(NAME).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    standby.close();
    primary.close();
  }
}
