package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** Transactions on connections of a real database, one of which is lost. */
class OpenTransactionIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();

  @Test
  void throwsTheFirstExceptionWhereClosingFailsToo() throws SQLException {
    try (Connection connection = DATABASE.connect();
        Connection other = DATABASE.connect()) {
      assertThatThrownBy(() -> failAndLose(connection, other))
          .isInstanceOf(SQLException.class)
          .hasMessage("first")
          .satisfies(thrown -> assertThat(thrown.getSuppressed()).isNotEmpty());
    }
  }

  private static void failAndLose(Connection connection, Connection other) throws SQLException {
    try (OpenTransaction _ = OpenTransaction.begin(connection);
        Statement ending = other.createStatement()) {
      long pid = number(connection, "select pg_backend_pid()");
      ending.execute("select pg_terminate_backend(%d, 10000)".formatted(pid));
      throw new SQLException("first");
    }
  }

  @Test
  void closingRollsBackAndRestoresAutoCommit() throws SQLException {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table written (value integer)");
      try (OpenTransaction transaction = OpenTransaction.begin(connection)) {
        statement.execute("insert into written values (1)");
        transaction.commit();
        statement.execute("insert into written values (2)");
      }
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(number(connection, "select sum(value) from written")).isEqualTo(1);
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
