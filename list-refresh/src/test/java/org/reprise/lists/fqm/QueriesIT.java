package org.reprise.lists.fqm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import tools.jackson.databind.JsonNode;

/** Queries and entity types over HTTP. */
class QueriesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int ITEMS = 450;
  private static final String MARK = UUID.randomUUID().toString();
  private static final String FQL =
      "{\\\"item_copy_number\\\": {\\\"$eq\\\": \\\"%s\\\"}}".formatted(MARK);
  private static final ListsServer SERVER = ListsServer.shared();
  private static final UUID USER = UUID.randomUUID();

  private final ListsClient client = SERVER.client().as(USER);

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, ITEMS);
    SERVER.execute(
        """
        update item set copy_number = '%s'
        where copy_number is null and tenant = (select id from tenant where name = '%s')\
        """
            .formatted(MARK, ListsServer.TENANT));
  }

  private static String query(String fql) {
    return """
    {"entityTypeId": "%s", "fqlQuery": "%s", "fields": ["item_hrid", "item_status"]}\
    """
        .formatted(SampleItems.ENTITY_TYPE, fql);
  }

  private String begin() {
    Answer begun = client.json("POST", "/query", query(FQL));
    assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
    return "/query/" + begun.json().get("queryId").asString();
  }

  private String status(String path) {
    return client.get(path).json().get("status").asString();
  }

  @Test
  void queryResultsAreReadByPages() {
    String path = begin();
    await().atMost(LIMIT).until(() -> status(path).equals("SUCCESS"));
    JsonNode query = client.get(path).json();
    List<String> expected =
        MadeLists.texts(
            SERVER.database(),
            "select id from item where copy_number = '%s' order by id".formatted(MARK));
    assertThat(query.get("totalRecords").asInt()).isEqualTo(expected.size());
    assertThat(query.has("content")).isFalse();
    assertThat(query.get("entityTypeId").asString()).isEqualTo(SampleItems.ENTITY_TYPE);
    assertThat(query.get("fields").size()).isEqualTo(2);
    assertThat(query.has("endDate")).isTrue();
    List<String> found = new ArrayList<>();
    for (int offset = 0; offset < expected.size(); offset += 200) {
      JsonNode page = client.get(path + "?includeResults=true&limit=200&offset=" + offset).json();
      page.get("content")
          .valueStream()
          .peek(record -> assertThat(record.has("item_hrid")).isTrue())
          .map(record -> record.get("id").asString())
          .forEach(found::add);
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void cancelEndsTheDatabaseStatement() {
    try (TableLock _ = TableLock.of(SERVER.database(), "item")) {
      String path = begin();
      await().atMost(LIMIT).until(() -> waiting() == 1);
      assertThat(status(path)).isEqualTo("IN_PROGRESS");
      assertThat(client.delete(path).status()).isEqualTo(204);
      assertThat(status(path)).isEqualTo("CANCELLED");
      await().atMost(LIMIT).until(() -> waiting() == 0);
    }
  }

  // Statements that wait for the lock on the items.
  private static long waiting() {
    return SERVER.count(
        """
        select count(*) from pg_locks
        where relation = 'item'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())\
        """);
  }

  @Test
  void queriesAreVisibleToTheirCreatorOnly() {
    String path = begin();
    await().atMost(LIMIT).until(() -> status(path).equals("SUCCESS"));
    for (ListsClient other :
        List.of(
            SERVER.client(),
            SERVER.client().as(UUID.randomUUID()),
            SERVER.client(ListsServer.OTHER_TENANT).as(USER))) {
      assertThat(other.get(path).code()).isEqualTo("read-query.not.found");
      assertThat(other.get(path + "?includeResults=true").status()).isEqualTo(404);
      assertThat(other.delete(path).code()).isEqualTo("cancel-query.not.found");
    }
  }

  static Stream<Arguments> badQueries() {
    String valid = query("{}").replace("{}", FQL);
    return Stream.of(
        Arguments.of("{}", 400, "create-invalid.request", "entityTypeId"),
        Arguments.of(valid.replace("fqlQuery", "fql"), 400, "create-invalid.request", "fql"),
        Arguments.of(
            valid.replace("\"" + FQL + "\"", "null"), 400, "create-invalid.request", "fqlQuery"),
        Arguments.of(query("{}"), 400, "create-fql.query.invalid", ""),
        Arguments.of(
            valid.replace("item_status", "item_colour"),
            400,
            "create-invalid.request",
            "item_colour"),
        Arguments.of(
            valid.replace(SampleItems.ENTITY_TYPE, new UUID(1, 1).toString()),
            404,
            "create-entity.type.not.found",
            ""));
  }

  @ParameterizedTest
  @MethodSource("badQueries")
  void refusesInvalidQuery(String body, int status, String code, String where) {
    Answer answer = client.json("POST", "/query", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.body()).contains(where);
  }

  @Test
  void describesEntityTypes() {
    JsonNode all = client.get("/entity-types").json();
    assertThat(all.valueStream().map(type -> type.get("id").asString()))
        .contains(SampleItems.ENTITY_TYPE);
    assertThat(client.get("/entity-types?ids=" + new UUID(1, 1)).json()).isEmpty();
    JsonNode item = client.get("/entity-types/" + SampleItems.ENTITY_TYPE).json();
    assertThat(item.get("name").asString()).isEqualTo("drv_item_details");
    assertThat(item.at("/columns/3/name").asString()).isEqualTo("item_status");
    assertThat(item.at("/columns/3/dataType/dataType").asString()).isEqualTo("enumType");
    assertThat(item.at("/columns/3/values/1/value").asString()).isEqualTo("Available");
    assertThat(item.at("/columns/0/dataType/dataType").asString()).isEqualTo("rangedUUIDType");
    assertThat(client.get("/entity-types/" + new UUID(1, 1)).code())
        .isEqualTo("read-entity.type.not.found");
  }
}
