package org.reprise.ebms.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** The lease of an instance, on a database that stalls. */
class InstanceIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Duration LEASE = Duration.ofSeconds(2);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static HikariDataSource pool;

  @BeforeAll
  static void migrate() {
    database = TestDatabase.freshDatabase();
    pool = new HikariDataSource();
    pool.setJdbcUrl(database.jdbcUrl());
    pool.setUsername(database.username());
    pool.setPassword(database.password());
    Flyway.configure().dataSource(pool).load().migrate();
  }

  @AfterAll
  static void close() {
    pool.close();
  }

  private static Instance instance(Duration lease) {
    return new Instance(new OwnConnections(pool), lease, new Loops());
  }

  @Test
  void lapsedLeaseIsNeverHeldAgain() throws Exception {
    try (Instance instance = instance(LEASE)) {
      UUID first = instance.lease().id();
      assertThat(instance.holds(first)).isTrue();
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("lock table node in exclusive mode");
        // As a renewal that is carried out after nobody waits for it any more.
        statement.execute("update node set expires_at = now() + interval '1 hour'");
        await().atMost(LIMIT).until(() -> !instance.holds(first));
        connection.commit();
      }
      await().atMost(LIMIT).until(() -> instance.lease().isHeld());
      assertThat(instance.lease().id()).isNotEqualTo(first);
      assertThat(instance.holds(first)).isFalse();
      assertThat(nodes("where id = '" + first + "'")).as("its rows are free").isZero();
    }
  }

  @Test
  void triesAgainInTimeAfterFailedRenewal() throws Exception {
    // So long that it does not end, and is not renewed by itself, while the test runs.
    Duration lease = Duration.ofDays(1);
    try (Instance instance = instance(lease);
        ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      UUID first = instance.lease().id();
      Duration afterSuccess = instance.renewAndPause();
      connection.setAutoCommit(false);
      statement.execute("lock table node in exclusive mode");
      Future<Duration> failing = thread.submit(instance::renewAndPause);
      // As if the time for an answer were over, which is half a lease.
      await()
          .atMost(LIMIT)
          .until(() -> {
            statement.execute(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'\
                """);
            return failing.isDone();
          });
      connection.rollback();
      assertThat(afterSuccess.plus(lease.dividedBy(2)).plus(failing.get()))
          .as("when the renewal after a failed one begins")
          .isLessThan(lease);
      instance.renewAndPause();
      assertThat(instance.holds(first)).isTrue();
    }
  }

  private static long nodes(String where) {
    return database.count("select count(*) from node " + where);
  }
}
