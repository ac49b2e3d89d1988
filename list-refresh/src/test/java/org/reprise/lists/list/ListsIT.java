package org.reprise.lists.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Lists over HTTP. */
class ListsIT {
  private static final String ITEM = "0cb79a4c-f7eb-4941-a104-745224ae0292";
  private static final String QUERY = "{\\\"item_status\\\": {\\\"$ne\\\": \\\"Available\\\"}}";
  private static final ListsServer SERVER = ListsServer.shared();

  private final UUID user = UUID.randomUUID();
  private final ListsClient client = SERVER.client().as(user);

  private static String list(String name, String... more) {
    return "{\"name\": \"%s\", \"entityTypeId\": \"%s\", \"isActive\": true, \"isPrivate\": false%s}"
        .formatted(name, ITEM, more.length == 0 ? "" : ", " + String.join(", ", more));
  }

  private static String change(int version, String... more) {
    return "{\"name\": \"changed\", \"isActive\": true, \"isPrivate\": false, \"version\": %d%s}"
        .formatted(version, more.length == 0 ? "" : ", " + String.join(", ", more));
  }

  private JsonNode create(String body) {
    Answer answer = client.json("POST", "/lists", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer.json();
  }

  private String created(String body) {
    return create(body).get("id").asString();
  }

  private static void assertRefused(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.code()).as(answer.toString()).isEqualTo(code);
  }

  @Test
  void createsReadsUpdatesAndDeletesList() {
    JsonNode created =
        create(
            list(
                "Not on the shelf",
                "\"description\": \"what is away\"",
                "\"fqlQuery\": \"" + QUERY + "\"",
                "\"fields\": [\"item_barcode\", \"instance_title\"]"));
    String path = "/lists/" + created.get("id").asString();
    assertThat(created.get("version").asInt()).isOne();
    assertThat(created.get("createdBy").asString()).isEqualTo(user.toString());
    assertThat(created.get("userFriendlyQuery").asString()).isEqualTo("Item — Status != Available");
    assertThat(created.get("isCanned").asBoolean()).isFalse();
    assertThat(created.has("successRefresh")).isFalse();
    assertThat(client.get(path).json()).isEqualTo(created);

    Answer changed = client.json("PUT", path, change(1, "\"fields\": [\"item_hrid\"]"));
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
    assertThat(changed.json().get("version").asInt()).isEqualTo(2);
    assertThat(changed.json().has("fqlQuery")).isFalse();
    assertThat(changed.json().has("description")).isFalse();
    assertThat(changed.json().get("createdDate")).isEqualTo(created.get("createdDate"));
    assertThat(client.get(path).json()).isEqualTo(changed.json());

    JsonNode versions = client.get(path + "/versions").json();
    assertThat(versions.size()).isEqualTo(2);
    JsonNode first = client.get(path + "/versions/1").json();
    assertThat(first).isEqualTo(versions.get(0));
    assertThat(first.get("name").asString()).isEqualTo("Not on the shelf");
    assertThat(first.get("fields").size()).isEqualTo(2);
    assertThat(client.get(path + "/versions/2").json().get("name").asString()).isEqualTo("changed");
    assertRefused(client.get(path + "/versions/3"), 404, "read-version.not.found");

    assertThat(client.delete(path).status()).isEqualTo(204);
    assertRefused(client.get(path), 404, "read-list.not.found");
    assertRefused(client.delete(path), 404, "delete-list.not.found");
    assertRefused(client.get(path + "/versions"), 404, "read-list.not.found");
    assertRefused(client.json("PUT", path, change(2)), 404, "update-list.not.found");
    assertThat(client.get("/lists?ids=" + created.get("id").asString()).json().get("content"))
        .isEmpty();
  }

  @Test
  void listsHaveUsernamesOfKnownUsers() {
    SERVER.execute(
        """
        insert into app_user (tenant, id, username, patron_group_id, last_name)
        select t.id, '%s', 'editor', g.id, 'Editor'
        from tenant t, lateral (select id from patron_group where tenant = t.id limit 1) g
        where t.name = '%s'\
        """
            .formatted(user, ListsServer.TENANT));
    JsonNode created = create(list("by a known user"));
    assertThat(created.get("createdByUsername").asString()).isEqualTo("editor");
    String path = "/lists/" + created.get("id").asString();
    Answer changed = SERVER.client().as(UUID.randomUUID()).json("PUT", path, change(1));
    assertThat(changed.json().get("createdByUsername").asString()).isEqualTo("editor");
    assertThat(changed.json().has("updatedByUsername")).isFalse();
  }

  @Test
  void listWithoutFieldsShowsDefaultFields() {
    JsonNode created = create(list("default fields"));
    assertThat(created.get("fields").valueStream().map(JsonNode::asString))
        .contains("item_barcode", "instance_title")
        .doesNotContain("item_hrid");
  }

  @Test
  void oneOfManyConcurrentChangesWins() throws Exception {
    String path = "/lists/" + created(list("race"));
    for (int version = 1; version <= 3; version++) {
      List<Integer> seen = race(path, change(version));
      assertThat(seen).containsOnly(200, 409).containsOnlyOnce(200);
      assertThat(client.get(path).json().get("version").asInt()).isEqualTo(version + 1);
    }
    assertThat(client.get(path + "/versions").json().size()).isEqualTo(4);
    assertRefused(client.json("PUT", path, change(1)), 409, "update-optimistic.lock.exception");
  }

  private List<Integer> race(String path, String change) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Integer>> statuses = new ArrayList<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 16; i++) {
        statuses.add(
            callers.submit(() -> {
              start.await();
              return client.json("PUT", path, change).status();
            }));
      }
      start.countDown();
    }
    List<Integer> seen = new ArrayList<>();
    for (Future<Integer> status : statuses) {
      seen.add(status.get());
    }
    return seen;
  }

  @Test
  void privateListIsVisibleToItsCreatorOnly() {
    String id = created(list("mine").replace("\"isPrivate\": false", "\"isPrivate\": true"));
    String path = "/lists/" + id;
    for (ListsClient other : List.of(SERVER.client(), SERVER.client().as(UUID.randomUUID()))) {
      assertRefused(other.get(path), 401, "read-list.is.private");
      assertRefused(other.get(path + "/versions"), 401, "read-list.is.private");
      assertRefused(other.get(path + "/versions/1"), 401, "read-list.is.private");
      assertRefused(other.json("PUT", path, change(1)), 401, "update-list.is.private");
      assertRefused(other.delete(path), 401, "delete-list.is.private");
      assertThat(other.get("/lists?ids=" + id).json().get("totalRecords").asInt()).isZero();
    }
    assertThat(client.get(path).status()).isEqualTo(200);
    assertThat(client.get("/lists?private=true&ids=" + id).json().get("totalRecords").asInt())
        .isOne();
  }

  @Test
  void refusesMakingAnotherUsersListPrivate() {
    String path = "/lists/" + created(list("shared"));
    String hidden = change(1).replace("\"isPrivate\": false", "\"isPrivate\": true");
    assertRefused(
        SERVER.client().as(UUID.randomUUID()).json("PUT", path, hidden),
        401,
        "update-list.is.private");
    assertThat(client.json("PUT", path, hidden).status()).isEqualTo(200);
  }

  @Test
  void hidesListsFromOtherTenants() {
    String path = "/lists/" + created(list("of diku"));
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT).as(user);
    assertRefused(other.get(path), 404, "read-list.not.found");
    assertRefused(other.get(path + "/versions"), 404, "read-list.not.found");
    assertRefused(other.get(path + "/versions/1"), 404, "read-list.not.found");
    assertRefused(other.json("PUT", path, change(1)), 404, "update-list.not.found");
    assertRefused(other.delete(path), 404, "delete-list.not.found");
    assertThat(other.get("/lists").json().get("totalRecords").asInt()).isZero();
    assertThat(client.get(path).json().get("version").asInt()).isOne();
  }

  @Test
  void refusesChangesDuringRefresh() {
    String id = created(list("refreshed"));
    SERVER.execute(
        "update record_list set in_progress_refresh_id = '%s' where id = '%s'"
            .formatted(UUID.randomUUID(), id));
    assertRefused(
        client.json("PUT", "/lists/" + id, change(1)), 400, "update-list.refresh.in.progress");
    assertRefused(client.delete("/lists/" + id), 400, "delete-list.refresh.in.progress");
    JsonNode summary = client.get("/lists?ids=" + id).json().get("content").get(0);
    assertThat(summary.get("isRefreshing").asBoolean()).isTrue();
  }

  @Test
  void showsRefreshesAndHidesContentsOfInactiveList() {
    String id = created(list("with refreshes"));
    UUID success = refresh(id, "SUCCESS", "1234, 5, null, null");
    UUID failed = refresh(id, "FAILED", "null, null, 'database.error', 'gone'");
    SERVER.execute(
        """
        update record_list set success_refresh_id = '%s', failed_refresh_id = '%s' where id = '%s'\
        """
            .formatted(success, failed, id));
    JsonNode list = client.get("/lists/" + id).json();
    assertThat(list.at("/successRefresh/id").asString()).isEqualTo(success.toString());
    assertThat(list.at("/successRefresh/listId").asString()).isEqualTo(id);
    assertThat(list.at("/successRefresh/status").asString()).isEqualTo("SUCCESS");
    assertThat(list.at("/successRefresh/recordsCount").asInt()).isEqualTo(1234);
    assertThat(list.at("/successRefresh/contentVersion").asInt()).isEqualTo(5);
    assertThat(list.at("/successRefresh/error").isMissingNode()).isTrue();
    assertThat(list.at("/failedRefresh/error/code").asString()).isEqualTo("database.error");
    assertThat(list.at("/failedRefresh/error/message").asString()).isEqualTo("gone");
    assertThat(list.has("inProgressRefresh")).isFalse();

    String inactive = change(1).replace("\"isActive\": true", "\"isActive\": false");
    Answer changed = client.json("PUT", "/lists/" + id, inactive);
    assertThat(changed.json().has("successRefresh")).as(changed.toString()).isFalse();
  }

  private static UUID refresh(String list, String status, String rest) {
    UUID id = UUID.randomUUID();
    SERVER.execute(
        """
        insert into list_refresh (tenant, id, list_id, list_version, mode, status,
          refresh_start_date, refresh_end_date, owner, heartbeat,
          records_count, content_version, error_code, error_message)
        select tenant, '%s', id, version, 'FAST', '%s', now(), now(), id, now(), %s
        from record_list where id = '%s'\
        """
            .formatted(id, status, rest, list));
    return id;
  }

  @Test
  void searchTextHasNoWildcards() {
    String mark = UUID.randomUUID().toString();
    String percent = created(list("100% of " + mark));
    String plain = created(list("1000 of " + mark, "\"description\": \"the OTHER_one\""));
    assertThat(found("search=" + encode("0% OF " + mark))).containsExactly(percent);
    assertThat(found("search=" + mark + "&sortBy=name")).containsExactly(percent, plain);
    assertThat(found("search=" + encode("r_o") + "&ids=" + plain + "," + percent))
        .containsExactly(plain);
    assertThat(found("search=" + encode("r%o") + "&ids=" + plain)).isEmpty();
    assertThat(found("search=" + encode("\\") + "&ids=" + plain)).isEmpty();
  }

  @Test
  void sortsAndPagesLists() {
    String mark = UUID.randomUUID().toString();
    List<String> byAge = new ArrayList<>();
    for (String name : List.of("b", "C", "a", "d")) {
      byAge.add(created(list(name + mark)));
    }
    UUID refresh = refresh(byAge.get(1), "SUCCESS", "7, 1, null, null");
    SERVER.execute(
        "update record_list set success_refresh_id = '%s' where id = '%s'"
            .formatted(refresh, byAge.get(1)));
    List<String> byName = List.of(byAge.get(2), byAge.get(0), byAge.get(1), byAge.get(3));
    assertThat(found("search=" + mark)).isEqualTo(byName);
    assertThat(found("search=" + mark + "&sortOrder=desc")).isEqualTo(byName.reversed());
    assertThat(found("search=" + mark + "&sortBy=updatedDate")).isEqualTo(byAge);
    assertThat(found("search=" + mark + "&sortBy=recordsCount&sortOrder=desc"))
        .startsWith(byAge.get(1));
    assertThat(found("search=" + mark + "&offset=1&size=2")).isEqualTo(byName.subList(1, 3));
    JsonNode page = client.get("/lists?search=" + mark + "&size=3&offset=9").json();
    assertThat(page.get("content")).isEmpty();
    assertThat(page.get("totalRecords").asInt()).isEqualTo(4);
    assertThat(page.get("totalPages").asInt()).isEqualTo(2);
  }

  @Test
  void filtersListsByStateAndTime() {
    String mark = UUID.randomUUID().toString();
    String active = created(list("x" + mark));
    String idle = created(list("y" + mark).replace("\"isActive\": true", "\"isActive\": false"));
    assertThat(found("search=" + mark + "&active=true")).containsExactly(active);
    assertThat(found("search=" + mark + "&active=false")).containsExactly(idle);
    assertThat(found("search=" + mark + "&private=true")).isEmpty();
    assertThat(found("search=" + mark + "&entityTypeIds=" + UUID.randomUUID())).isEmpty();
    assertThat(found("search=" + mark + "&entityTypeIds=" + ITEM)).hasSize(2);
    String from = client.get("/lists/" + idle).json().get("updatedDate").asString();
    assertThat(found("search=" + mark + "&updatedAsOf=" + encode(from))).containsExactly(idle);
    assertThat(found("search=" + mark + "&updatedAsOf=2999-01-01T00:00:00Z")).isEmpty();
  }

  private List<String> found(String query) {
    Answer answer = client.get("/lists?" + query);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().get("content").valueStream().map(l -> l.get("id").asString()).toList();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "size=0",
    "size=1001",
    "size=many",
    "offset=-1",
    "offset=1.5",
    "sortBy=colour",
    "sortOrder=up",
    "active=perhaps",
    "ids=7",
    "entityTypeIds=x",
    "updatedAsOf=yesterday"
  })
  void refusesInvalidSearch(String query) {
    Answer answer = client.get("/lists?" + query);
    assertRefused(answer, 400, "read-invalid.request");
    assertThat(answer.body()).contains(query.substring(0, query.indexOf('=')));
  }

  static Stream<Arguments> badLists() {
    String valid = list("n");
    return Stream.of(
        Arguments.of("", 400, "create-invalid.request", ""),
        Arguments.of("[]", 400, "create-invalid.request", ""),
        Arguments.of("{\"name\": ", 400, "create-invalid.request", "line"),
        Arguments.of(valid + "}", 400, "create-invalid.request", ""),
        Arguments.of("{}", 400, "create-invalid.request", "entityTypeId"),
        Arguments.of(valid.replace("\"n\"", "\"\""), 400, "create-invalid.request", "name"),
        Arguments.of(
            valid.replace("\"n\"", "\"" + "x".repeat(256) + "\""),
            400,
            "create-invalid.request",
            "255"),
        Arguments.of(
            valid.replace("\"n\"", "\"a\\u0000b\""), 400, "create-invalid.request", "U+0000"),
        Arguments.of(
            valid.replace("\"n\"", "\"a\\ud800b\""), 400, "create-invalid.request", "name"),
        Arguments.of(valid.replace("\"n\"", "5"), 400, "create-invalid.request", "name"),
        Arguments.of(valid.replace("true", "\"true\""), 400, "create-invalid.request", "isActive"),
        Arguments.of(valid.replace("true", "null"), 400, "create-invalid.request", "isActive"),
        Arguments.of(valid.replace("false", "0"), 400, "create-invalid.request", "isPrivate"),
        Arguments.of(valid.replace(ITEM, "item"), 400, "create-invalid.request", "entityTypeId"),
        Arguments.of(
            valid.replace(ITEM, new UUID(1, 1).toString()),
            404,
            "create-entity.type.not.found",
            new UUID(1, 1).toString()),
        Arguments.of(list("n", "\"colour\": 1"), 400, "create-invalid.request", "colour"),
        Arguments.of(list("n", "\"name\": \"m\""), 400, "create-invalid.request", "name"),
        Arguments.of(
            list("n", "\"description\": \"" + "x".repeat(1025) + "\""),
            400,
            "create-invalid.request",
            "description"),
        Arguments.of(
            list("n", "\"fields\": [\"item_colour\"]"),
            400,
            "create-invalid.request",
            "item_colour"),
        Arguments.of(list("n", "\"fields\": [null]"), 400, "create-invalid.request", "fields"),
        Arguments.of(list("n", "\"fields\": \"id\""), 400, "create-invalid.request", "fields"),
        Arguments.of(
            list("n", "\"fqlQuery\": \"{\\\"item_colour\\\": {\\\"$eq\\\": 1}}\""),
            400,
            "create-fql.query.invalid",
            "item_colour"),
        Arguments.of(
            list("n", "\"fqlQuery\": \"not json\""), 400, "create-fql.query.invalid", "column"));
  }

  @ParameterizedTest
  @MethodSource("badLists")
  void refusesInvalidListNamingTheField(String body, int status, String code, String where) {
    Answer answer = client.json("POST", "/lists", body);
    assertRefused(answer, status, code);
    assertThat(answer.body()).contains(where);
  }

  @Test
  void changeNeedsVersionAndPrivateListNeedsUser() {
    String path = "/lists/" + created(list("n"));
    assertRefused(
        client.json("PUT", path, change(1).replace("\"version\": 1", "\"version\": null")),
        400,
        "update-invalid.request");
    assertRefused(
        client.json("PUT", path, change(1, "\"entityTypeId\": \"" + UUID.randomUUID() + "\"")),
        400,
        "update-invalid.request");
    assertRefused(
        SERVER
            .client()
            .json(
                "POST", "/lists", list("n").replace("\"isPrivate\": false", "\"isPrivate\": true")),
        400,
        "create-invalid.request");
    assertRefused(client.get("/lists/7"), 400, "read-invalid.request");
    assertRefused(client.get(path + "/versions/x"), 400, "read-invalid.request");
  }

  @Test
  void configurationNamesTheLargestListSize() {
    assertThat(client.get("/lists/configuration").json().get("maxListSize").asInt())
        .isEqualTo(1_250_000);
  }
}
