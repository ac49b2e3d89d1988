package org.reprise.ebms.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
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
  void renewsInTimeAfterFailedRenewal() throws Exception {
    Duration lease = Duration.ofSeconds(10);
    try (Instance instance = instance(lease)) {
      UUID first = instance.lease().id();
      long begun = instance.lease().until();
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("lock table node in exclusive mode");
        // The first renewal begins after 2.5 seconds and gives up after five more.
        String waiting =
            "select count(*) from pg_locks l join pg_database d on d.oid = l.database"
                + " where not l.granted and d.datname = current_database()";
        await().atMost(LIMIT).until(() -> database.count(waiting) > 0);
        await().atMost(LIMIT).until(() -> begun - System.nanoTime() < 2_400_000_000L);
        connection.rollback();
      }
      await().atMost(LIMIT).until(() -> begun - System.nanoTime() < 0);
      assertThat(instance.holds(first)).as("it is renewed before it ends").isTrue();
    }
  }

  private static long nodes(String where) {
    return database.count("select count(*) from node " + where);
  }
}
