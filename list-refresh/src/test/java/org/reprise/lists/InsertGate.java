package org.reprise.lists;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.reprise.localstack.postgres.Database;

/** Holds up inserts of some rows, and nothing else, as long as it is open. */
public final class InsertGate implements AutoCloseable {
  private static final int LOCK = 4_711;

  private final Connection connection;
  private final String table;

  private InsertGate(Connection connection, String table) {
    this.connection = connection;
    this.table = table;
  }

  /** Holds up inserts into a table of rows that meet a condition on {@code new}. */
  public static InsertGate of(Database database, String table, String condition) {
    try {
      Connection connection = database.connect();
      try (Statement statement = connection.createStatement()) {
        statement.execute("select pg_advisory_lock(%d)".formatted(LOCK));
        statement.execute(
            """
            create or replace function gate() returns trigger language plpgsql as $$
            begin
              if %s then
                perform pg_advisory_xact_lock_shared(%d);
              end if;
              return new;
            end $$;
            create trigger gate before insert on %s for each row execute function gate()\
            """
                .formatted(condition, LOCK, table));
      }
      return new InsertGate(connection, table);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets all inserts continue, also those that wait. */
  public void open() {
    try (Statement statement = connection.createStatement()) {
      statement.execute("select pg_advisory_unlock_all()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    open();
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.execute("drop trigger gate on " + table);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
