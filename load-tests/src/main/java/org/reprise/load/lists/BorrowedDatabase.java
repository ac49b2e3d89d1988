package org.reprise.load.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.postgres.Database;

/**
 * A database that others use, too, and that a run fills and empties. A run takes it only where
 * there is nothing in it, notes that there (a comment on the database), and leaves it empty; one
 * that was killed is followed by one that sees the note. While it is borrowed no other run gets it.
 */
record BorrowedDatabase(Database database, Connection connection) implements AutoCloseable {
  static final String NOTE = "filled by a run of reprise, which takes everything out at its end";

  /** Any of these has rows as soon as somebody works with the service. */
  private static final List<String> CONTENTS =
      List.of("instance", "holdings", "item", "app_user", "loan", "record_list", "marc_record");

  private static final long LOCK = 0x5265_7072_6973_65L;

  /** Borrows it, unless another run has it or somebody's data is in it. */
  static BorrowedDatabase of(Database database) throws SQLException {
    var borrowed = new BorrowedDatabase(database, database.connect());
    try {
      borrowed.take();
      return borrowed;
    } catch (SQLException | RuntimeException e) {
      borrowed.connection.close();
      throw e;
    }
  }

  private void take() throws SQLException {
    if (Sql.texts(connection, "SELECT 1 WHERE pg_try_advisory_lock(?)", LOCK).isEmpty()) {
      throw new EnvironmentException("another run measures on " + database + ": wait for its end");
    }
    var note =
        Sql.texts(
            connection,
            """
            SELECT shobj_description(oid, 'pg_database') FROM pg_database
            WHERE datname = current_database()
            """);
    if (note.contains(NOTE)) {
      empty();
      return;
    }
    for (var table : CONTENTS) {
      if (!Sql.texts(connection, "SELECT 1 FROM " + table + " LIMIT 1").isEmpty()) {
        throw new EnvironmentException(
            "%s has somebody's data in it (table %s), which a run would remove: docker compose down --volumes removes it, and docker compose up -d starts anew"
                .formatted(database, table));
      }
    }
    note("'" + NOTE + "'");
  }

  private void note(String text) throws SQLException {
    var name = Sql.texts(connection, "SELECT quote_ident(current_database())").getFirst();
    Sql.update(connection, "COMMENT ON DATABASE %s IS %s".formatted(name, text));
  }

  private void empty() throws SQLException {
    Inventory.empty(connection);
    Sql.update(connection, "TRUNCATE loan, item, holdings, instance, app_user CASCADE");
  }

  /** Takes everything out; where that fails the note stays for the next run. */
  @Override
  public void close() {
    try (connection) {
      empty();
      note("NULL");
      // The session may end some time after its connection was closed.
      var _ = Sql.texts(connection, "SELECT pg_advisory_unlock(?)", LOCK);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "%s still has the run's data, which the next run removes: %s"
              .formatted(database, e.getMessage()),
          e);
    }
  }
}
