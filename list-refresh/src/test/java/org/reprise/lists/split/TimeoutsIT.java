package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.testing.Signals;

/**
 * A database that does not answer in time is answered as 503, and the service serves afterwards.
 */
class TimeoutsIT {
  private static final String DATABASE = "lists";
  private static final int CONNECTIONS = 4;

  private static LocalPostgres postgres = LocalPostgres.builder().start();
  private static ListsServer server =
      ListsServer.start(
          postgres.database(DATABASE),
          "--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
          "--spring.datasource.hikari.connection-timeout=1000",
          "--spring.datasource.hikari.data-source-properties.socketTimeout=3",
          "--spring.datasource.hikari.data-source-properties.options="
              + "-c statement_timeout=2s -c lock_timeout=1s");

  @AfterAll
  static void close() {
    server.close();
    postgres.close();
  }

  private static void assertUnavailable(Answer answer, String action) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(answer.code()).as(answer.toString()).isEqualTo(action + "-database.unavailable");
  }

  private static Answer makeList() {
    return server
        .client()
        .json(
            "POST",
            "/lists",
            """
            {"name": "A list", "entityTypeId": "%s", "isActive": true, "isPrivate": false}\
            """
                .formatted(SampleItems.ENTITY_TYPE));
  }

  @Test
  void answers503WhenThePoolIsExhausted() throws SQLException {
    List<Connection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        taken.add(server.part(Split.class).writer().getConnection());
      }
      assertUnavailable(server.client().get("/lists"), "read");
      assertUnavailable(server.client().get("/users"), "search");
      assertUnavailable(makeList(), "create");
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
    assertThat(server.client().get("/lists").status()).isEqualTo(200);
  }

  @Test
  void answers503OnLockTimeout() {
    Library library = Library.of(server);
    String item = library.item();
    String patron = library.patron();
    try (TableLock _ = TableLock.of(server.database(), "loan")) {
      Answer answer = library.checkOut(item, patron);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    }
    assertThat(library.checkOut(item, patron).status()).isEqualTo(201);
  }

  @Test
  void answers503WhenTheServerIsStopped() throws Exception {
    Signals.stop(postgres);
    try {
      assertUnavailable(server.client().get("/users"), "search");
    } finally {
      Signals.resume(postgres);
    }
    await().until(() -> server.client().get("/users").status() == 200);
  }
}
