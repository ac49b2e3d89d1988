package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** A connection outside of the pools is made with the pools' settings of the driver. */
class OwnConnectionIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static OwnConnection own(HikariDataSource pool) {
    return new OwnConnection(new OwnConnections(pool), "test", LIMIT, null);
  }

  private static String workMemory(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show work_mem")) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void connectsAgainAfterQuestionThatEndedByError() throws SQLException {
    Database database = TestDatabase.freshDatabase();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(database.jdbcUrl());
      pool.setUsername(database.username());
      pool.setPassword(database.password());
      try (OwnConnection own = own(pool)) {
        Connection first = own.ask(connection -> connection);
        assertThatThrownBy(() ->
                own.ask(_ -> {
                  throw new OutOfMemoryError("in the middle of an answer");
                }))
            .isInstanceOf(OutOfMemoryError.class);
        assertThat(own.<Connection>ask(connection -> connection)).isNotSameAs(first);
      }
    }
  }

  @Test
  void hasThePropertiesOfThePool() throws Exception {
    Database database = TestDatabase.freshDatabase();
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(database.jdbcUrl());
      pool.setUsername(database.username());
      pool.setPassword(database.password());
      pool.addDataSourceProperty("options", "-c work_mem=1234kB");
      try (OwnConnection own = own(pool)) {
        assertThat(own.ask(OwnConnectionIT::workMemory)).isEqualTo("1234kB");
      }
    }
  }
}
