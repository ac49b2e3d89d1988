package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import tools.jackson.databind.JsonNode;

/** Lists that are saved with the id of a query, whose results they show. */
class QueryResultsIT {
  private static final String USERS = "0069cf6f-2833-46db-8a51-8934769b8289";
  private static final ListsServer SERVER =
      ListsServer.start("--reprise.lists.refresh.poll=100ms", "--reprise.lists.refresh.page=333");
  private static final RefreshedLists LISTS = new RefreshedLists(SERVER.database());

  private final ListsClient client = SERVER.client().as(UUID.randomUUID());

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, 1_500);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private String query() {
    Answer begun =
        client.json(
            "POST",
            "/query",
            "{\"entityTypeId\": \"%s\", \"fqlQuery\": \"%s\"}"
                .formatted(
                    SampleItems.ENTITY_TYPE, SampleItems.NOT_AVAILABLE.replace("\"", "\\\"")));
    assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
    return begun.json().path("queryId").asString();
  }

  private Answer save(String method, String path, boolean active, String queryId, String type) {
    return client.json(
        method,
        path,
        """
        {"name": "Results", "entityTypeId": "%s", "isActive": %s, "isPrivate": false, "version": 1,
         "queryId": "%s"}\
        """
            .formatted(type, active, queryId));
  }

  private Answer create(String queryId) {
    return save("POST", "/lists", true, queryId, SampleItems.ENTITY_TYPE);
  }

  private static UUID id(Answer saved, int status) {
    assertThat(saved.status()).as(saved.toString()).isEqualTo(status);
    return UUID.fromString(saved.json().path("id").asString());
  }

  @Test
  void newListShowsTheResultsOfItsQuery() {
    String queryId = query();
    Answer saved = create(queryId);
    UUID list = id(saved, 201);
    assertThat(saved.json().path("version").asInt()).isOne();
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    LISTS.assertExact(SERVER, list);
    JsonNode shown = client.get("/lists/" + list).json();
    assertThat(shown.at("/successRefresh/recordsCount").asInt()).isEqualTo(1_000);
    assertThat(shown.has("fqlQuery")).isFalse();
    assertThat(client.get("/query/" + queryId).json().path("status").asString())
        .as("the caller's query is kept")
        .isEqualTo("SUCCESS");
  }

  @Test
  void changedListShowsTheResultsAndIsRefreshingUntilThen() {
    UUID list = LISTS.add("{\"item_status\": {\"$eq\": \"Missing\"}}");
    try (InsertGate _ = InsertGate.of(SERVER.database(), "query_results", "true")) {
      String queryId = query();
      Answer saved = save("PUT", "/lists/" + list, true, queryId, SampleItems.ENTITY_TYPE);
      assertThat(id(saved, 200)).isEqualTo(list);
      assertThat(saved.json().at("/inProgressRefresh/status").asString()).isEqualTo("IN_PROGRESS");
      Answer again = save("PUT", "/lists/" + list, true, queryId, SampleItems.ENTITY_TYPE);
      assertThat(again.code()).isEqualTo("update-list.refresh.in.progress");
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    LISTS.assertExact(SERVER, list);
  }

  @Test
  void inactiveListIsNotFilled() {
    UUID list = id(save("POST", "/lists", false, query(), SampleItems.ENTITY_TYPE), 201);
    assertThat(LISTS.count(list, "true")).isZero();
  }

  @Test
  void cancelledQueryFailsTheRefreshOnce() {
    UUID list;
    try (InsertGate _ = InsertGate.of(SERVER.database(), "query_results", "true")) {
      String queryId = query();
      list = id(create(queryId), 201);
      assertThat(client.delete("/query/" + queryId).status()).isEqualTo(204);
    }
    assertThat(LISTS.ended(list)).isEqualTo("FAILED refresh.failed");
    assertThat(client.get("/lists/" + list).json().at("/failedRefresh/error/message").asString())
        .contains("cancelled");
  }

  @Test
  void refusesQueriesThatCannotFillTheList() {
    String queryId = query();
    long before = SERVER.count("select count(*) from record_list");
    for (String unknown : List.of(UUID.randomUUID().toString(), queryId)) {
      Answer refused =
          SERVER
              .client()
              .as(UUID.randomUUID())
              .json(
                  "POST",
                  "/lists",
                  """
                  {"name": "Results", "entityTypeId": "%s", "isActive": true, "isPrivate": false,
                   "queryId": "%s"}\
                  """
                      .formatted(SampleItems.ENTITY_TYPE, unknown));
      assertThat(refused.code()).as(refused.toString()).isEqualTo("create-query.not.found");
    }
    Answer other = save("POST", "/lists", true, queryId, USERS);
    assertThat(other.code()).as(other.toString()).isEqualTo("create-invalid.request");
    assertThat(create("no id").status()).isEqualTo(400);
    assertThat(SERVER.count("select count(*) from record_list")).isEqualTo(before);
  }
}
