package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
          "--reprise.database.lock-timeout=1s",
          "--reprise.database.socket-timeout=10");

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

  /** Short only where no connection can be had, however fast the machine is. */
  private static void setConnectionTimeout(Duration timeout) {
    ((HikariDataSource) server.part(Split.class).writer())
        .getHikariConfigMXBean()
        .setConnectionTimeout(timeout.toMillis());
  }

  @Test
  void answers503WhenThePoolIsExhausted() throws SQLException {
    List<Connection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        taken.add(server.part(Split.class).writer().getConnection());
      }
      setConnectionTimeout(Duration.ofSeconds(1));
      assertUnavailable(server.client().get("/lists"), "read");
      assertUnavailable(server.client().get("/users"), "search");
      assertUnavailable(makeList(), "create");
    } finally {
      setConnectionTimeout(Duration.ofSeconds(30));
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
      setConnectionTimeout(Duration.ofSeconds(1));
      assertUnavailable(server.client().get("/users"), "search");
    } finally {
      setConnectionTimeout(Duration.ofSeconds(30));
      Signals.resume(postgres);
    }
    await().until(() -> server.client().get("/users").status() == 200);
  }
}
