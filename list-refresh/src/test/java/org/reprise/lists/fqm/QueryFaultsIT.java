package org.reprise.lists.fqm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.localstack.postgres.Database;

/** Many queries at once, and queries that are cancelled or whose process ends. */
class QueryFaultsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final ListsServer SERVER = ListsServer.start(DATABASE);
  private static final int FOUND = 300;

  /** Connections in the pool of {@link ListsServer#arguments}. */
  private static final int CONNECTIONS = 8;

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, FOUND * 3 / 2);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static String begin(ListsClient client) {
    Answer begun =
        client.json(
            "POST",
            "/query",
            """
            {"entityTypeId": "%s", "fqlQuery": "%s"}\
            """
                .formatted(
                    SampleItems.ENTITY_TYPE, SampleItems.NOT_AVAILABLE.replace("\"", "\\\"")));
    assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
    return "/query/" + begun.json().get("queryId").asString();
  }

  private static String status(ListsClient client, String path) {
    return client.get(path).json().get("status").asString();
  }

  private static void assertFound(ListsClient client, String path) {
    // A request may meet a connection that the database has ended: its answer has no status.
    await()
        .atMost(LIMIT)
        .until(
            () -> client.get(path).json().path("status").asString("IN_PROGRESS"),
            status -> !status.equals("IN_PROGRESS"));
    assertThat(status(client, path)).as(client.get(path).toString()).isEqualTo("SUCCESS");
    assertThat(client.get(path).json().get("totalRecords").asInt()).isEqualTo(FOUND);
    assertThat(
            DATABASE.count(
                "select count(*) from query_results where query_id = '%s'"
                    .formatted(path.substring("/query/".length()))))
        .isEqualTo(FOUND);
  }

  private static long waiting() {
    return DATABASE.count(
        "select count(*) from pg_stat_activity where datname = current_database() and"
            + " wait_event_type = 'Lock'");
  }

  private static InsertGate behindTheFirstBatch() {
    return InsertGate.of(
        DATABASE,
        "query_results",
        "(select count(*) from query_results where query_id = new.query_id) >= 100");
  }

  @Test
  void manyQueriesDoNotBlockOtherRequests() {
    ListsClient client = SERVER.client().as(UUID.randomUUID());
    List<String> queries;
    String cancelled;
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      queries = Stream.generate(() -> begin(client)).limit(2 * CONNECTIONS).toList();
      cancelled = begin(client);
      await().atMost(LIMIT).until(() -> waiting() > 0);
      assertThat(client.get("/lists").status()).isEqualTo(200);
      assertThat(queries).allMatch(query -> status(client, query).equals("IN_PROGRESS"));
      assertThat(status(client, cancelled)).isEqualTo("IN_PROGRESS");
      assertThat(client.delete(cancelled).status()).isEqualTo(204);
      assertThat(waiting()).isLessThan(CONNECTIONS / 2);
    }
    queries.forEach(query -> assertFound(client, query));
    assertThat(status(client, cancelled)).isEqualTo("CANCELLED");
  }

  @Test
  void shutdownEndsWaitingQueries() {
    UUID user = UUID.randomUUID();
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      try (ListsServer server = ListsServer.start(DATABASE)) {
        for (int i = 0; i < CONNECTIONS; i++) {
          begin(server.client().as(user));
        }
        await().atMost(LIMIT).until(() -> waiting() > 0);
      }
      assertThat(
              MadeLists.texts(
                  DATABASE,
                  "select status || ' ' || failure_reason from query_details where created_by = '%s'"
                      .formatted(user)))
          .hasSize(CONNECTIONS)
          .containsOnly("FAILED The service was shut down");
    }
  }

  @Test
  void retriesQueryEndedByTheDatabase() {
    ListsClient client = SERVER.client().as(UUID.randomUUID());
    String query;
    try (InsertGate _ = behindTheFirstBatch()) {
      query = begin(client);
      await().atMost(LIMIT).until(() -> waiting() == 1);
      SERVER.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
              + " current_database() and (wait_event_type = 'Lock' or state = 'idle in"
              + " transaction')");
    }
    assertFound(client, query);
  }

  @Test
  void cancelledRefreshLeavesNoQueryResults() {
    ListsClient client = SERVER.client();
    String list = new MadeLists(client).make("cancelled", SampleItems.NOT_AVAILABLE);
    try (InsertGate _ = behindTheFirstBatch()) {
      client.post(list + "/refresh?mode=compat");
      await().atMost(LIMIT).until(() -> waiting() == 1);
      assertThat(client.delete(list + "/refresh").status()).isEqualTo(204);
      await().atMost(LIMIT).until(() -> ofRefreshes("q.status = 'IN_PROGRESS'") == 0);
    }
    await().atMost(LIMIT).until(() -> ofRefreshes("true") == 0);
    assertThat(
            DATABASE.count(
                "select count(*) from query_results r where not exists (select from query_details"
                    + " q where q.tenant = r.tenant and q.query_id = r.query_id)"))
        .isZero();
  }

  private static long ofRefreshes(String condition) {
    return DATABASE.count(
        "select count(*) from query_details q where q.created_by is null and " + condition);
  }
}
