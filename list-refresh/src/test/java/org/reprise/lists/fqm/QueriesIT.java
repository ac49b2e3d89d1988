package org.reprise.lists.fqm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.lists.Library;
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

  /** As mod-fqm-manager does; what says it in other words comes after it. */
  @Test
  void firstParameterOfInvalidQueryIsTheFieldWithTheReason() {
    String body =
        query("{\\\"item_colour\\\": {\\\"$eq\\\": 1}}").replaceFirst(", \"fields.*]", "");
    Answer answer = client.json("POST", "/query", body);
    assertThat(answer.code()).as(answer.toString()).isEqualTo("create-fql.query.invalid");
    assertThat(answer.json().at("/parameters/0/key").asString()).isEqualTo("item_colour");
    assertThat(answer.json().at("/parameters/0/value").asString())
        .isEqualTo(
            "Field item_colour is not present in definition of entity type drv_item_details");
  }

  private List<String> ids(JsonNode records) {
    return records.valueStream().map(record -> record.get("id").asString()).toList();
  }

  @Test
  void answersFirstRecordsOfAQueryAtOnce() {
    String query =
        "/query?entityTypeId=%s&fields=item_hrid&query=%s"
            .formatted(
                SampleItems.ENTITY_TYPE,
                URLEncoder.encode(FQL.replace("\\", ""), StandardCharsets.UTF_8));
    List<String> expected =
        MadeLists.texts(
            SERVER.database(),
            "select id from item where copy_number = '%s' order by id".formatted(MARK));
    JsonNode first = client.get(query + "&limit=10").json().get("content");
    assertThat(ids(first)).isEqualTo(expected.subList(0, 10));
    assertThat(first.get(0).propertyNames()).containsExactlyInAnyOrder("id", "item_hrid");
    JsonNode next = client.get(query + "&limit=10&afterId=" + expected.get(9)).json();
    assertThat(ids(next.get("content"))).isEqualTo(expected.subList(10, 20));
    assertThat(client.get(query + "&limit=0").code()).isEqualTo("read-invalid.request");
    assertThat(client.get(query.replace("copy_number", "colour")).code())
        .isEqualTo("read-fql.query.invalid");
    assertThat(client.get("/query?entityTypeId=" + SampleItems.ENTITY_TYPE).status())
        .isEqualTo(400);
  }

  @Test
  void readsRecordsByTheirIds() {
    String gone = new UUID(7, 7).toString();
    String item =
        MadeLists.texts(
                SERVER.database(),
                "select id from item where copy_number = '%s' limit 1".formatted(MARK))
            .getFirst();
    String body =
        """
        {"entityTypeId": "%s", "fields": ["item_status"], "ids": ["%s", "%s"]}\
        """
            .formatted(SampleItems.ENTITY_TYPE, gone, item);
    JsonNode records = client.json("POST", "/query/contents", body).json();
    assertThat(ids(records)).containsExactly(gone, item);
    assertThat(records.at("/0/_deleted").asBoolean()).isTrue();
    assertThat(records.at("/1/item_status").isString()).isTrue();
    for (String ids : List.of("[]", "null", "[null]")) {
      Answer refused =
          client.json("POST", "/query/contents", body.replaceAll("\\[\"[^]]*-[^]]*]", ids));
      assertThat(refused.code()).as(refused.toString()).isEqualTo("read-invalid.request");
    }
  }

  @Test
  void answersIdsOfAQueryInTheirOrder() {
    String path = begin();
    await().atMost(LIMIT).until(() -> status(path).equals("SUCCESS"));
    List<String> ids = new ArrayList<>();
    client.get(path + "/sortedIds?offset=5&limit=3").json().forEach(id -> ids.add(id.asString()));
    assertThat(ids)
        .isEqualTo(
            MadeLists.texts(
                SERVER.database(),
                "select id from item where copy_number = '%s' order by id offset 5 limit 3"
                    .formatted(MARK)));
    assertThat(SERVER.client().get(path + "/sortedIds").code()).isEqualTo("read-query.not.found");
  }

  @Test
  void purgesOldQueriesOfTheTenant() {
    String old = begin();
    String recent = begin();
    await().atMost(LIMIT).until(() -> status(old).equals("SUCCESS"));
    String id = old.substring("/query/".length());
    SERVER.execute(
        "update query_details set end_date = now() - interval '1 day' where query_id = '%s'"
            .formatted(id));
    JsonNode purged = client.json("POST", "/query/purge", "").json();
    assertThat(purged.get("deletedQueryIds").valueStream().map(JsonNode::asString))
        .contains(id)
        .doesNotContain(recent.substring("/query/".length()));
    await().atMost(LIMIT).until(() -> client.get(old).status() == 404);
    assertThat(client.get(recent).status()).isEqualTo(200);
  }

  private List<String> values(String type, String field, String search) {
    Answer answer =
        client.get("/entity-types/%s/columns/%s/values%s".formatted(type, field, search));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer
        .json()
        .get("content")
        .valueStream()
        .map(value -> value.get("value").asString())
        .toList();
  }

  @Test
  void answersValuesOfFields() {
    assertThat(values(SampleItems.ENTITY_TYPE, "item_material_type", ""))
        .isSorted()
        .contains("book");
    assertThat(
            values(
                SampleItems.ENTITY_TYPE,
                "item_copy_number",
                "?search=" + MARK.toUpperCase(Locale.ROOT)))
        .containsExactly(MARK);
    assertThat(values(SampleItems.ENTITY_TYPE, "item_status", "?search=CHECKED"))
        .containsExactly("Checked out");
    assertThat(values(SampleItems.ENTITY_TYPE, "item_copy_number", "?search=%00")).isEmpty();
    String type = "/entity-types/" + SampleItems.ENTITY_TYPE;
    assertThat(client.get(type + "/columns/item_colour/values").code())
        .isEqualTo("read-field.not.found");
    assertThat(client.get("/entity-types/" + new UUID(1, 1) + "/columns/id/values").status())
        .isEqualTo(404);
  }

  @Test
  void findsUsersAndLoans() {
    Library library = Library.of(SERVER);
    String patron = library.patron();
    String item = library.item();
    assertThat(library.checkOut(item, patron).status()).isEqualTo(201);
    JsonNode user =
        client
            .get(first("0069cf6f-2833-46db-8a51-8934769b8289", "username", "user " + patron))
            .json()
            .get("content");
    assertThat(ids(user)).containsExactly(library.patronId(patron).toString());
    assertThat(user.at("/0/user_patron_group").asString()).isEqualTo("undergrad");
    JsonNode loan =
        client
            .get(first("4e09d89a-44ed-418e-a9cc-820dfb27bf3a", "item_barcode", item))
            .json()
            .get("content");
    assertThat(loan.size()).isOne();
    assertThat(loan.at("/0/loan_status").asString()).isEqualTo("Open");
    assertThat(loan.at("/0/item_status").asString()).isEqualTo("Checked out");
    assertThat(loan.at("/0/user_barcode").asString()).isEqualTo(patron);
  }

  @Test
  void takesTimesAsColumnValuesHaveThem() {
    String patron = Library.of(SERVER).patron();
    SERVER.execute(
        """
        update app_user set expiration_date = '2031-05-06 07:08:09.012345+00'
        where barcode = '%s'\
        """
            .formatted(patron));
    String users = "0069cf6f-2833-46db-8a51-8934769b8289";
    List<String> times = values(users, "user_expiration_date", "?search=2031-05-06");
    assertThat(times).hasSize(1);
    JsonNode found =
        client.get(first(users, "user_expiration_date", times.getFirst())).json().get("content");
    assertThat(ids(found)).containsExactly(Library.of(SERVER).patronId(patron).toString());
  }

  private static String first(String type, String field, String value) {
    String fql = "{\"%s\": {\"$eq\": \"%s\"}}".formatted(field, value);
    return "/query?entityTypeId=%s&query=%s"
        .formatted(type, URLEncoder.encode(fql, StandardCharsets.UTF_8));
  }

  @Test
  void refreshesNoViews() {
    Answer answer = client.json("POST", "/entity-types/materialized-views/refresh", "");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.json().get("failedRefresh")).isEmpty();
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
