package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.Database;
import org.reprise.localstack.TestDatabase;

/** Stopping statements of a real PostgreSQL. */
class StoppableWorkIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Work that is stopped while its connection is idle must not run another statement. */
  @Test
  void stopsStatementThatBeginsAfterTheStop() throws SQLException {
    StoppableWork work = new StoppableWork();
    try (Connection connection = DATABASE.connect()) {
      try (StoppableWork.Registration _ = work.register(connection);
          Statement statement = connection.createStatement()) {
        work.stop();
        assertTimeoutPreemptively(
            LIMIT,
            () ->
                assertThatThrownBy(() -> statement.execute("select pg_sleep(60)"))
                    .isInstanceOfSatisfying(
                        SQLException.class,
                        ended -> assertThat(ended.getSQLState()).isEqualTo("57014")));
      }
      assertThat(connection.isClosed())
          .as("a late request to cancel must not reach the next user of the connection")
          .isTrue();
    }
  }

  @Test
  void stoppedWorkTakesNoFurtherConnection() throws SQLException {
    StoppableWork work = new StoppableWork();
    work.stop();
    try (Connection connection = DATABASE.connect()) {
      assertThatThrownBy(() -> work.register(connection)).isInstanceOf(SQLException.class);
      assertThat(connection.isClosed()).isFalse();
    }
  }
}
