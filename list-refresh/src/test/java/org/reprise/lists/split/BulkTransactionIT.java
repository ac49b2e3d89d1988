package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

class BulkTransactionIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();

  private final StoppableWork work = new StoppableWork();

  @Test
  void keepsConnectionAfterCommit() throws SQLException {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      try (BulkTransaction transaction = BulkTransaction.begin(connection, work)) {
        statement.execute("create table kept (value integer)");
        transaction.commit();
      }
      work.stop();
      assertThat(connection.isClosed()).isFalse();
      assertThat(DATABASE.count("select count(*) from kept")).isZero();
    }
  }

  @Test
  void abortsConnectionWithoutCommit() throws SQLException {
    DATABASE.execute("create table undone (value integer)");
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      try (BulkTransaction _ = BulkTransaction.begin(connection, work)) {
        statement.execute("insert into undone values (1)");
      }
      assertThat(connection.isClosed()).isTrue();
      assertThat(DATABASE.count("select count(*) from undone")).isZero();
    }
  }

  @Test
  void releasesConnectionWhereItCannotBegin() throws SQLException {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> statement.execute("no statement"));
      assertThatThrownBy(() -> BulkTransaction.begin(connection, work));
      work.stop();
      assertThat(connection.isClosed()).as("another user may have the connection").isFalse();
    }
  }

  @Test
  void throwsTheFirstExceptionWhereTheConnectionIsLost() throws SQLException {
    try (Connection connection = DATABASE.connect()) {
      assertThatThrownBy(() -> failAndLose(connection))
          .isInstanceOf(SQLException.class)
          .hasMessage("first");
    }
  }

  private void failAndLose(Connection connection) throws SQLException {
    try (BulkTransaction _ = BulkTransaction.begin(connection, work)) {
      DATABASE.count(
          "select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity"
              + " where datname = current_database() and state = 'idle in transaction'");
      throw new SQLException("first");
    }
  }
}
