package org.reprise.lists.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;

/**
 * An entity type that requires permissions is refused to callers without them, in every operation.
 */
class RestrictedTypesIT {
  private static final String INSTANCES = "b7a5a0c2-6f0b-4b0e-9a53-2d7a4f1a1b13";
  private static final String BODY =
      """
      {"name": "titles", "entityTypeId": "%s", "fqlQuery": "{\\"title\\": {\\"$ne\\": \\"x\\"}}",
       "isActive": true, "isPrivate": false}\
      """
          .formatted(INSTANCES);
  private static final String CHANGE =
      "{\"name\": \"mine\", \"isActive\": true, \"isPrivate\": false, \"version\": 1}";
  private static final ListsServer SERVER = ListsServer.start();

  private final ListsClient everybody = SERVER.client();
  private final ListsClient some = everybody.permitted("[\"tests.titles.read\"]");
  private final ListsClient all =
      everybody.permitted("[\"tests.titles.read\", \"other\", \"tests.instances.read\"]");

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static void assertRestricted(Answer answer, String action) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(403);
    assertThat(answer.code()).isEqualTo(action + "-entity.type.restricted");
    assertThat(answer.json().at("/parameters/0/value").asString()).isEqualTo(INSTANCES);
  }

  @Test
  void creatingAListNeedsAllPermissions() {
    assertRestricted(everybody.json("POST", "/lists", BODY), "create");
    assertRestricted(some.json("POST", "/lists", BODY), "create");
    assertThat(all.json("POST", "/lists", BODY).status()).isEqualTo(201);
  }

  @Test
  void hidesListsOfRestrictedTypes() {
    String id = all.json("POST", "/lists", BODY).json().path("id").asString();
    String list = "/lists/" + id;
    for (ListsClient client : List.of(everybody, some)) {
      assertRestricted(client.get(list), "read");
      assertRestricted(client.get(list + "/contents"), "read");
      assertRestricted(client.get(list + "/versions"), "read");
      assertRestricted(client.json("PUT", list, CHANGE), "update");
      assertRestricted(client.delete(list), "delete");
      assertRestricted(client.post(list + "/refresh"), "refresh");
      assertRestricted(client.delete(list + "/refresh"), "cancel_refresh");
      assertRestricted(client.post(list + "/exports"), "export");
      assertThat(client.get("/lists?ids=" + id).json().path("totalRecords").asInt()).isZero();
    }
    assertThat(all.get("/lists?ids=" + id).json().path("totalRecords").asInt()).isOne();
    assertThat(all.post(list + "/refresh").status()).isEqualTo(200);
  }

  @Test
  void restrictedTypeIsNeitherDescribedNorQueried() {
    String query =
        "{\"entityTypeId\": \"%s\", \"fqlQuery\": \"{\\\"title\\\": {\\\"$ne\\\": \\\"x\\\"}}\"}"
            .formatted(INSTANCES);
    assertRestricted(some.get("/entity-types/" + INSTANCES), "read");
    assertRestricted(some.json("POST", "/query", query), "create");
    assertThat(some.get("/entity-types").body()).doesNotContain(INSTANCES);
    assertThat(all.get("/entity-types").body()).contains(INSTANCES);
    assertThat(all.get("/entity-types/" + INSTANCES).status()).isEqualTo(200);
    String begun = all.json("POST", "/query", query).json().path("queryId").asString();
    assertRestricted(some.get("/query/" + begun + "?includeResults=true"), "read");
    assertThat(all.get("/query/" + begun + "?includeResults=true").status()).isEqualTo(200);
    assertRestricted(some.get("/query/" + begun + "/sortedIds"), "read");
    assertThat(all.get("/query/" + begun + "/sortedIds").status()).isEqualTo(200);
  }

  @Test
  void refusesInvalidPermissionsHeader() {
    for (String names : List.of("tests.titles.read", "{}", "[null]", "[1", "[[]]")) {
      Answer answer = everybody.permitted(names).get("/lists");
      assertThat(answer.status()).as(names).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("read-invalid.request");
    }
  }
}
