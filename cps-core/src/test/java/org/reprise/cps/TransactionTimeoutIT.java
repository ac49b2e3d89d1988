package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;
import static org.reprise.cps.CpsClient.anchor;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.localstack.testing.TestDatabase;

/** What the database ends where a transaction takes too long, and nothing else would end it. */
class TransactionTimeoutIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static CpsServer server;

  @SuppressWarnings("NullAway.Init") // before each test
  private String dataspace;

  @BeforeAll
  static void start() {
    server =
        CpsServer.start(
            TestDatabase.freshDatabase(),
            "--reprise.database.transaction-timeout=5s",
            "--reprise.database.lock-timeout=0",
            "--reprise.database.statement-timeout=0",
            "--reprise.cps.write.max-wait=5s");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void prepare() {
    dataspace = server.treesDataspace();
    server.store().anchors().create(dataspace, "trees", "a");
    awaitWrite("PUT");
  }

  private Answer write(String method) {
    return server
        .client()
        .json(method, anchor("v2", dataspace, "a") + "/nodes", "{\"forest\":{\"owner\":\"me\"}}");
  }

  // On a busy machine any write may take longer than the time-out.
  private void awaitWrite(String method) {
    await().atMost(LIMIT).until(() -> write(method).status() == 200);
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
  void answers503ForAWriteWhoseTransactionTakesTooLong() throws SQLException {
    assumeThat(server.setting("server_version_num"))
        .as("PostgreSQL 17 and later have the limit")
        .satisfies(
            version -> assertThat(Integer.parseInt(version)).isGreaterThanOrEqualTo(170_000));
    try (Connection locker = server.database().connect()) {
      lock(locker);

      Answer answer = write("PATCH");

      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.response().headers().firstValue("Retry-After")).hasValue("5");
      assertThat(answer.json().get("details").asString()).contains("nothing was stored");
      locker.rollback();
    }
    awaitWrite("PATCH");
  }

  @Test
  void aTransactionThatStoppedInTheMiddleLosesItsLocks() throws SQLException {
    try (Connection stopped = server.part(DataSource.class).getConnection()) {
      lock(stopped);

      awaitWrite("PUT");

      assertThatThrownBy(() -> lock(stopped)).isInstanceOf(SQLException.class);
    }
  }
}
