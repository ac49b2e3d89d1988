package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.localstack.testing.TestDatabase;

/** Nobody waits without a limit for a row, a statement or the database. */
class TimeoutsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int WAITERS = 20;
  private static final String FOREST = "{\"forest\":{\"tree\":[{\"name\":\"oak\",\"number\":1}]}}";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer server;

  @SuppressWarnings("NullAway.Init") // before each test
  private String dataspace;

  @BeforeAll
  static void start() {
    server =
        CpsServer.start(
            TestDatabase.freshDatabase(),
            "--reprise.database.lock-timeout=1s",
            "--reprise.database.statement-timeout=30s",
            "--spring.datasource.hikari.maximum-pool-size=10");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void prepare() {
    dataspace = server.treesDataspace();
    for (String name : new String[] {"locked", "other"}) {
      server.store().anchors().create(dataspace, "trees", name);
      assertThat(write("POST", name).status()).isEqualTo(201);
    }
  }

  private Answer write(String method, String name) {
    return server.client().json(method, anchor("v2", dataspace, name) + "/nodes", FOREST);
  }

  private static void assertUnavailable(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.response().headers().firstValue("Retry-After")).hasValue("5");
    assertThat(answer.json().get("details").asString()).contains("nothing was stored");
  }

  @Test
  void servesOtherAnchorsWhileWritersWaitForOne() throws Exception {
    List<Future<Answer>> waiting = new ArrayList<>();
    try (Connection locker = server.database().connect();
        ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      lock(locker, "locked");
      for (int i = 0; i < WAITERS; i++) {
        waiting.add(writers.submit(() -> write("PUT", "locked")));
      }
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from pg_locks where not granted") > 0);

      assertThat(write("PUT", "other").status()).isEqualTo(200);
      assertThat(server.count("select count(*) from pg_locks where not granted")).isPositive();
      assertThat(
              server
                  .client()
                  .get(anchor("v2", dataspace, "locked") + "/node" + query("xpath", "/forest"))
                  .status())
          .isEqualTo(200);
      for (Future<Answer> one : waiting) {
        assertUnavailable(one.get());
      }
      locker.rollback();
    }
    assertThat(write("PUT", "locked").status()).isEqualTo(200);
  }

  private void lock(Connection connection, String name) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          select a.id from anchor a join dataspace d on d.id = a.dataspace_id
          where d.name = '%s' and a.name = '%s' for update of a\
          """
              .formatted(dataspace, name));
    }
  }

  @Test
  void answers503ForADeletionThatWaitsTooLong() throws Exception {
    try (Connection locker = server.database().connect()) {
      lock(locker, "locked");
      assertUnavailable(
          server.client().delete(anchor("v2", dataspace, "locked").replace("/nodes", "")));
      locker.rollback();
    }
  }

  @Test
  void answers503ForAReadThatTakesTooLong() throws Exception {
    try (Connection locker = server.database().connect();
        Statement statement = locker.createStatement()) {
      locker.setAutoCommit(false);
      // Readers wait for no lock on a row, but for this one.
      statement.execute("lock table fragment in access exclusive mode");
      assertUnavailable(
          server.client().get(anchor("v2", dataspace, "other") + "/node" + query("xpath", "/")));
      locker.rollback();
    }
  }

  @Test
  void setsTimeoutsOnEveryConnection() {
    assertThat(setting("lock_timeout")).isEqualTo("1s");
    assertThat(setting("statement_timeout")).isEqualTo("30s");
    assertThat(setting("idle_in_transaction_session_timeout")).isEqualTo("1min");
    // Where PostgreSQL has it: since 17.
    assertThat(setting("transaction_timeout")).isEqualTo("1min");
    assertThat(setting("enable_seqscan")).isEqualTo("off");
  }

  private static String setting(String name) {
    return server.setting(name);
  }
}
