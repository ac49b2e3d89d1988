package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A run may empty what a run has filled, and nothing else. */
class BorrowedDatabaseIT {
  private final Database database = TestDatabase.freshDatabase();
  private Connection connection;

  @BeforeEach
  void make() throws Exception {
    connection = ListsTables.in(database);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void whatARunFilledIsTakenOut() throws Exception {
    for (int run = 1; run <= 2; run++) {
      try (var _ = BorrowedDatabase.of(database)) {
        new Inventory(300).fill(connection, "diku", 1);
        assertThat(items()).isEqualTo(300);
      }
      assertThat(items()).isZero();
    }
    assertThat(Sql.texts(connection, "SELECT name FROM tenant")).containsExactly("diku");
    assertThat(Sql.texts(connection, "SELECT name FROM location")).hasSize(1);
  }

  @Test
  void somebodysDataIsLeftAlone() throws Exception {
    new Inventory(300).fill(connection, "diku", 1);

    assertThatThrownBy(() -> BorrowedDatabase.of(database))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll("somebody's data", "docker compose down --volumes");

    assertThat(items()).isEqualTo(300);
  }

  @Test
  void whatAKilledRunLeftIsTakenOutByTheNext() throws Exception {
    var name = Sql.texts(connection, "SELECT quote_ident(current_database())").getFirst();
    Sql.update(connection, "COMMENT ON DATABASE %s IS '%s'".formatted(name, BorrowedDatabase.NOTE));
    new Inventory(300).fill(connection, "diku", 1);

    try (var _ = BorrowedDatabase.of(database)) {
      assertThat(items()).isZero();
    }
    // And it is anybody's again.
    Sql.update(
        connection,
        """
        INSERT INTO library (tenant, id, details)
        SELECT tenant, ?::uuid, jsonb_build_object('name', 'b', 'code', 'b', 'campusId', id) FROM campus
        """,
        UUID.randomUUID().toString());
    new Inventory(300).fill(connection, "diku", 1);
    assertThatThrownBy(() -> BorrowedDatabase.of(database))
        .isInstanceOf(EnvironmentException.class);
  }

  @Test
  void twoRunsDoNotShareIt() throws Exception {
    try (var _ = BorrowedDatabase.of(database)) {
      assertThatThrownBy(() -> BorrowedDatabase.of(database))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("another run");
    }
  }

  private long items() throws SQLException {
    return Sql.numbers(connection, "SELECT count(*) FROM item").getFirst();
  }
}
