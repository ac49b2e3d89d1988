package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.testing.Signals;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.dao.DataAccessException;

/** Stopping statements of a real PostgreSQL. */
class StoppableWorkIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Duration MINUTES = Duration.ofMinutes(2);
  private static final String SLEEPING =
      "select count(*) from pg_stat_activity where wait_event = 'PgSleep'";

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
                        ended -> assertThat(ended.getSQLState()).startsWith("08")));
      }
      assertThat(connection.isClosed()).as("nobody else is to get the connection").isTrue();
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

  @Test
  void endsStatementInTheDatabase() throws Exception {
    StoppableWork work = new StoppableWork();
    try (LocalPostgres postgres = LocalPostgres.builder().start();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = postgres.database().connect();
        BulkTransaction _ = BulkTransaction.begin(connection, work);
        AutoCloseable _ = work::stop) {
      Future<Boolean> running =
          threads.submit(() -> connection.createStatement().execute("select pg_sleep(6000)"));
      await().until(() -> postgres.database().count(SLEEPING) == 1);
      work.stop();
      assertThatThrownBy(running::get).hasCauseInstanceOf(SQLException.class);
      await().atMost(LIMIT).until(() -> postgres.database().count(SLEEPING) == 0);
    }
  }

  @Test
  void abortsTransactionThatBeginsOnServerWithoutAnswer() throws Exception {
    StoppableWork work = new StoppableWork();
    try (LocalPostgres postgres = LocalPostgres.builder().start();
        Connection connection = postgres.database().connect()) {
      Signals.stop(postgres);
      try {
        FutureTask<?> beginning = new FutureTask<>(() -> BulkTransaction.begin(connection, work));
        Thread thread = Thread.startVirtualThread(beginning);
        // The thread waits for the first response: no other wait of it has a time-out.
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        work.stop();
        await().atMost(MINUTES).until(beginning::isDone);
        assertThatThrownBy(beginning::get).hasCauseInstanceOf(DataAccessException.class);
      } finally {
        Signals.resume(postgres);
      }
    }
  }

  /** A server that does not answer ends nothing, however often it is asked to. */
  @Test
  void abortsStatementThatIsNotCancelled() throws Exception {
    StoppableWork work = new StoppableWork();
    try (LocalPostgres postgres = LocalPostgres.builder().start();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection =
            DriverManager.getConnection(
                postgres.jdbcUrl() + "?cancelSignalTimeout=1",
                postgres.database().username(),
                postgres.database().password())) {
      Future<?> running =
          threads.submit(() -> {
            try (StoppableWork.Registration _ = work.register(connection);
                Statement statement = connection.createStatement()) {
              return statement.execute("select pg_sleep(600)");
            }
          });
      await().until(() -> postgres.database().count(SLEEPING) == 1);
      Signals.stop(postgres);
      try {
        work.stop();
        await().atMost(MINUTES).until(running::isDone);
        assertThatThrownBy(running::get).hasCauseInstanceOf(SQLException.class);
      } finally {
        Signals.resume(postgres);
      }
    }
  }
}
