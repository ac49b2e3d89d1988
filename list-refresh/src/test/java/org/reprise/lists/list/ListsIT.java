package org.reprise.lists.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Lists over HTTP. */
class ListsIT {
  private static final String QUERY = "{\\\"item_status\\\": {\\\"$ne\\\": \\\"Available\\\"}}";
  private static final ListsServer SERVER = ListsServer.shared();

  private final UUID user = UUID.randomUUID();
  private final ListsClient client = SERVER.client().as(user);
  private final ListRequests requests = new ListRequests(client);

  private static String change(int version, String... more) {
    return "{\"name\": \"changed\", \"isActive\": true, \"isPrivate\": false, \"version\": %d%s}"
        .formatted(version, more.length == 0 ? "" : ", " + String.join(", ", more));
  }

  @Test
  void createsReadsUpdatesAndDeletesList() {
    JsonNode created =
        requests.create(
            ListRequests.list(
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
    ListRequests.assertRefused(client.get(path + "/versions/3"), 404, "read-version.not.found");

    assertThat(client.delete(path).status()).isEqualTo(204);
    ListRequests.assertRefused(client.get(path), 404, "read-list.not.found");
    ListRequests.assertRefused(client.delete(path), 404, "delete-list.not.found");
    ListRequests.assertRefused(client.get(path + "/versions"), 404, "read-list.not.found");
    ListRequests.assertRefused(client.json("PUT", path, change(2)), 404, "update-list.not.found");
    assertThat(client.get("/lists?ids=" + created.get("id").asString()).json().get("content"))
        .isEmpty();
  }

  @Test
  void keepsTheNewestVersionsWithinTheirBytes() {
    String path = "/lists/" + requests.created(ListRequests.list("Long queries"));
    String query =
        "{\\\"item_hrid\\\": {\\\"$in\\\": [%s]}}"
            .formatted(
                IntStream.range(0, 9_000)
                    .mapToObj(i -> "\\\"" + "x".repeat(90) + i + "\\\"")
                    .collect(Collectors.joining(",")));
    for (int version = 1; version <= 12; version++) {
      Answer changed = client.json("PUT", path, change(version, "\"fqlQuery\": \"" + query + "\""));
      assertThat(changed.status()).as("version %s", version).isEqualTo(200);
    }
    JsonNode versions = client.get(path + "/versions").json();
    assertThat(versions.size()).isBetween(2, 9);
    assertThat(versions.get(versions.size() - 1).get("version").asInt()).isEqualTo(13);
    ListRequests.assertRefused(client.get(path + "/versions/2"), 404, "read-version.not.found");
    assertThat(client.get(path + "/versions/13").status()).isEqualTo(200);
  }

  @Test
  void keepsTheNewestOfManySmallVersions() {
    String id = requests.created(ListRequests.list("Edited often"));
    SERVER.execute(
        """
        insert into list_version (tenant, list_id, version, name, fields, is_active, is_private,
          updated_date)
        select tenant, list_id, -n, name, fields, is_active, is_private, updated_date
        from list_version, generate_series(0, 2000) n where list_id = '%s'\
        """
            .formatted(id));
    assertThat(client.json("PUT", "/lists/" + id, change(1)).status()).isEqualTo(200);
    JsonNode versions = client.get("/lists/" + id + "/versions").json();
    assertThat(versions.size()).isEqualTo(1_001);
    assertThat(versions.get(1_000).get("version").asInt()).isEqualTo(2);
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
    JsonNode created = requests.create(ListRequests.list("by a known user"));
    assertThat(created.get("createdByUsername").asString()).isEqualTo("editor");
    String path = "/lists/" + created.get("id").asString();
    Answer changed = SERVER.client().as(UUID.randomUUID()).json("PUT", path, change(1));
    assertThat(changed.json().get("createdByUsername").asString()).isEqualTo("editor");
    assertThat(changed.json().has("updatedByUsername")).isFalse();
  }

  @Test
  void listWithoutFieldsShowsDefaultFields() {
    JsonNode created = requests.create(ListRequests.list("default fields"));
    assertThat(created.get("fields").valueStream().map(JsonNode::asString))
        .contains("item_barcode", "instance_title")
        .doesNotContain("item_hrid");
  }

  @Test
  void oneOfManyConcurrentChangesWins() throws Exception {
    String path = "/lists/" + requests.created(ListRequests.list("race"));
    for (int version = 1; version <= 3; version++) {
      List<Integer> seen = race(path, change(version));
      assertThat(seen).containsOnly(200, 409).containsOnlyOnce(200);
      assertThat(client.get(path).json().get("version").asInt()).isEqualTo(version + 1);
    }
    assertThat(client.get(path + "/versions").json().size()).isEqualTo(4);
    ListRequests.assertRefused(
        client.json("PUT", path, change(1)), 409, "update-optimistic.lock.exception");
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
    String id =
        requests.created(
            ListRequests.list("mine").replace("\"isPrivate\": false", "\"isPrivate\": true"));
    String path = "/lists/" + id;
    for (ListsClient other : List.of(SERVER.client(), SERVER.client().as(UUID.randomUUID()))) {
      ListRequests.assertRefused(other.get(path), 401, "read-list.is.private");
      ListRequests.assertRefused(other.get(path + "/versions"), 401, "read-list.is.private");
      ListRequests.assertRefused(other.get(path + "/versions/1"), 401, "read-list.is.private");
      ListRequests.assertRefused(other.json("PUT", path, change(1)), 401, "update-list.is.private");
      ListRequests.assertRefused(other.delete(path), 401, "delete-list.is.private");
      assertThat(other.get("/lists?ids=" + id).json().get("totalRecords").asInt()).isZero();
    }
    assertThat(client.get(path).status()).isEqualTo(200);
    assertThat(client.get("/lists?private=true&ids=" + id).json().get("totalRecords").asInt())
        .isOne();
  }

  @Test
  void refusesMakingAnotherUsersListPrivate() {
    String path = "/lists/" + requests.created(ListRequests.list("shared"));
    String hidden = change(1).replace("\"isPrivate\": false", "\"isPrivate\": true");
    ListRequests.assertRefused(
        SERVER.client().as(UUID.randomUUID()).json("PUT", path, hidden),
        401,
        "update-list.is.private");
    assertThat(client.json("PUT", path, hidden).status()).isEqualTo(200);
  }

  @Test
  void hidesListsFromOtherTenants() {
    String path = "/lists/" + requests.created(ListRequests.list("of diku"));
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT).as(user);
    ListRequests.assertRefused(other.get(path), 404, "read-list.not.found");
    ListRequests.assertRefused(other.get(path + "/versions"), 404, "read-list.not.found");
    ListRequests.assertRefused(other.get(path + "/versions/1"), 404, "read-list.not.found");
    ListRequests.assertRefused(other.json("PUT", path, change(1)), 404, "update-list.not.found");
    ListRequests.assertRefused(other.delete(path), 404, "delete-list.not.found");
    assertThat(other.get("/lists?size=1000").body())
        .doesNotContain(path.substring("/lists/".length()));
    assertThat(client.get(path).json().get("version").asInt()).isOne();
  }

  @Test
  void refusesChangesDuringRefresh() {
    String id = requests.created(ListRequests.list("refreshed"));
    SERVER.execute(
        "update record_list set in_progress_refresh_id = '%s' where id = '%s'"
            .formatted(ListRequests.refresh(id, "SUCCESS", "1, 1, null, null"), id));
    ListRequests.assertRefused(
        client.json("PUT", "/lists/" + id, change(1)), 400, "update-list.refresh.in.progress");
    ListRequests.assertRefused(
        client.delete("/lists/" + id), 400, "delete-list.refresh.in.progress");
    JsonNode summary = client.get("/lists?ids=" + id).json().get("content").get(0);
    assertThat(summary.get("isRefreshing").asBoolean()).isTrue();
  }

  @Test
  void showsRefreshesAndHidesContentsOfInactiveList() {
    String id = requests.created(ListRequests.list("with refreshes"));
    UUID success = ListRequests.refresh(id, "SUCCESS", "1234, 5, null, null");
    UUID failed = ListRequests.refresh(id, "FAILED", "null, null, 'database.error', 'gone'");
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

  static Stream<Arguments> badLists() {
    String valid = ListRequests.list("n");
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
        Arguments.of(
            valid.replace(ListRequests.ITEM, "item"),
            400,
            "create-invalid.request",
            "entityTypeId"),
        Arguments.of(
            valid.replace(ListRequests.ITEM, new UUID(1, 1).toString()),
            404,
            "create-entity.type.not.found",
            new UUID(1, 1).toString()),
        Arguments.of(
            ListRequests.list("n", "\"colour\": 1"), 400, "create-invalid.request", "colour"),
        Arguments.of(
            ListRequests.list("n", "\"name\": \"m\""), 400, "create-invalid.request", "name"),
        Arguments.of(
            ListRequests.list("n", "\"description\": \"" + "x".repeat(1025) + "\""),
            400,
            "create-invalid.request",
            "description"),
        Arguments.of(
            ListRequests.list("n", "\"fields\": [\"item_colour\"]"),
            400,
            "create-invalid.request",
            "item_colour"),
        Arguments.of(
            ListRequests.list("n", "\"fields\": [null]"), 400, "create-invalid.request", "fields"),
        Arguments.of(
            ListRequests.list("n", "\"fields\": \"id\""), 400, "create-invalid.request", "fields"),
        Arguments.of(
            ListRequests.list("n", "\"fqlQuery\": \"{\\\"item_colour\\\": {\\\"$eq\\\": 1}}\""),
            400,
            "create-fql.query.invalid",
            "item_colour"),
        Arguments.of(
            ListRequests.list("n", "\"fqlQuery\": \"not json\""),
            400,
            "create-fql.query.invalid",
            "column"));
  }

  @ParameterizedTest
  @MethodSource("badLists")
  void refusesInvalidListNamingTheField(String body, int status, String code, String where) {
    Answer answer = client.json("POST", "/lists", body);
    ListRequests.assertRefused(answer, status, code);
    assertThat(answer.body()).contains(where);
  }

  @Test
  void changeNeedsVersionAndPrivateListNeedsUser() {
    String path = "/lists/" + requests.created(ListRequests.list("n"));
    ListRequests.assertRefused(
        client.json("PUT", path, change(1).replace("\"version\": 1", "\"version\": null")),
        400,
        "update-invalid.request");
    ListRequests.assertRefused(
        client.json("PUT", path, change(1, "\"entityTypeId\": \"" + UUID.randomUUID() + "\"")),
        400,
        "update-invalid.request");
    ListRequests.assertRefused(
        SERVER
            .client()
            .json(
                "POST",
                "/lists",
                ListRequests.list("n").replace("\"isPrivate\": false", "\"isPrivate\": true")),
        400,
        "create-invalid.request");
    ListRequests.assertRefused(client.get("/lists/7"), 400, "read-invalid.request");
    ListRequests.assertRefused(client.get(path + "/versions/x"), 400, "read-invalid.request");
  }

  @Test
  void configurationNamesTheLargestListSize() {
    assertThat(client.get("/lists/configuration").json().get("maxListSize").asInt())
        .isEqualTo(1_250_000);
  }
}
