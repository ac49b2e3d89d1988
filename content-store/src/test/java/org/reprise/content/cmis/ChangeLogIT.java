package org.reprise.content.cmis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.content.ContentServer;
import org.reprise.localstack.testing.TestAnswer;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** The change log and what is purged of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangeLogIT {
  private static final String CHANGES = "/cmis/browser/reprise?cmisselector=contentChanges";

  private ContentServer server;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = ContentServer.start(TestDatabase.freshDatabase(), folder);
  }

  @AfterAll
  void end() {
    server.close();
  }

  @BeforeEach
  void removeChanges() {
    server.execute("delete from change");
  }

  private void add() {
    TestAnswer added =
        server
            .client()
            .send(
                "POST", "/documents?name=" + UUID.randomUUID(), BodyPublishers.ofString("content"));
    assertThat(added.status()).isEqualTo(201);
  }

  // Changes end before the first transaction that still runs, of whatever database.
  private JsonNode changes(String token, int count) {
    String path = CHANGES + (token.isEmpty() ? "" : "&changeLogToken=" + token);
    await()
        .atMost(Duration.ofMinutes(10))
        .until(() -> server.client().get(path).json().path("objects").size() == count);
    return server.client().get(path).json();
  }

  @Test
  void purgesOldChangesButTheLastOneThatAClientMayKnow() {
    for (int i = 0; i < 5; i++) {
      add();
    }
    String last = changes("", 5).path("changeLogToken").asString();
    server.execute("update change set at = at - interval '29 days'");
    server.part(ChangeLog.class).purge();
    changes("", 5);

    server.execute("update change set at = at - interval '2 days'");
    server.part(ChangeLog.class).purge();
    assertThat(changes("", 1).path("changeLogToken").asString()).isEqualTo(last);
    add();
    server.part(ChangeLog.class).purge();
    changes(last, 2);
    changes("", 2);
  }

  /** Otherwise the client misses the second change until the server has as many transactions. */
  @Test
  void refusesTokensWhereTheDatabaseWasCopiedFromServerOfMoreTransactions() {
    add();
    String first = changes("", 1).path("changeLogToken").asString();
    add();
    server.execute(
        "update change set transaction = '1000000000000' where transaction || ':' || number <> '"
            + first
            + "'");
    server.part(ChangeLog.class).purge();
    TestAnswer refused = server.client().get(CHANGES + "&changeLogToken=" + first);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(409);
    add();
    changes("", 1);
  }

  /** CMIS 1.1, section 2.2.6.2. */
  @Test
  void refusesTokenWhoseChangeWasPurged() {
    for (int i = 0; i < 3; i++) {
      add();
    }
    changes("", 3);
    String first =
        server.client().get(CHANGES + "&maxItems=1").json().path("changeLogToken").asString();
    server.execute("update change set at = at - interval '31 days'");
    server.part(ChangeLog.class).purge();
    TestAnswer refused = server.client().get(CHANGES + "&changeLogToken=" + first);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("exception").asString()).isEqualTo("constraint");
    changes("", 1);
  }
}
