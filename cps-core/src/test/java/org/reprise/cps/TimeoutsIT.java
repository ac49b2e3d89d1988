package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.localstack.testing.TestDatabase;

/** Nobody waits without a limit for a row, a statement or the database. */
class TimeoutsIT {
  private static final String FOREST = "{\"forest\":{\"tree\":[{\"name\":\"oak\",\"number\":1}]}}";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer server;

  @SuppressWarnings("NullAway.Init") // before each test
  private String dataspace;

  @BeforeAll
  static void start() {
    server = CpsServer.start(TestDatabase.freshDatabase(), "--reprise.database.lock-timeout=1s");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void prepare() {
    dataspace = server.treesDataspace();
    server.store().anchors().create(dataspace, "trees", "a");
    assertThat(put().status()).isEqualTo(200);
  }

  private Answer put() {
    return server.client().json("PUT", anchor("v2", dataspace, "a") + "/nodes", FOREST);
  }

  private static void assertUnavailable(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.response().headers().firstValue("Retry-After")).hasValue("5");
    assertThat(answer.json().get("details").asString()).contains("nothing was stored");
  }

  @Test
  void answers503ForAWriteThatWaitsTooLong() throws Exception {
    try (Connection locker = server.database().connect()) {
      lock(locker);
      assertUnavailable(put());
      locker.rollback();
    }
    assertThat(put().status()).isEqualTo(200);
  }

  private void lock(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          select a.id from anchor a join dataspace d on d.id = a.dataspace_id
          where d.name = '%s' for update of a\
          """
              .formatted(dataspace));
    }
  }

  @Test
  void answers503ForADeletionThatWaitsTooLong() throws Exception {
    try (Connection locker = server.database().connect()) {
      lock(locker);
      assertUnavailable(server.client().delete(anchor("v2", dataspace, "a")));
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
          server.client().get(anchor("v2", dataspace, "a") + "/node" + query("xpath", "/")));
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
