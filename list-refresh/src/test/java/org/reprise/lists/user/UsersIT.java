package org.reprise.lists.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.tenant.ReferenceData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Patrons, registered and read. */
class UsersIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);

  @Test
  void readsPatronAsRegistered() {
    String barcode = LIBRARY.patron("\"expirationDate\": \"2099-01-01T00:00:00Z\"");
    JsonNode user = LIBRARY.search("/users", "barcode==" + barcode).json().path("users").path(0);
    assertThat(user.path("personal").path("lastName").asString()).isEqualTo("Reader");
    assertThat(user.path("active").asBoolean()).isTrue();
    assertThat(user.path("expirationDate").asString()).isEqualTo("2099-01-01T00:00:00Z");
    assertThat(LIBRARY.client().get("/users/" + user.path("id").asString()).json()).isEqualTo(user);
    Answer group = LIBRARY.client().get("/groups/" + user.path("patronGroup").asString());
    assertThat(group.json().path("group").asString()).isEqualTo("undergrad");
    assertThat(
            LIBRARY
                .search("/users", "personal.lastName==reader and active==true")
                .json()
                .path("totalRecords")
                .asInt())
        .isPositive();
  }

  /** As load tests fill the table: with columns alone. */
  @Test
  void putsBackPatronThatWasNotStoredByApi() {
    UUID id = UUID.randomUUID();
    SERVER.execute(
        """
        insert into app_user (tenant, id, first_name, last_name)
        select id, '%s', 'An', 'Import' from tenant where name = '%s'\
        """
            .formatted(id, ListsServer.TENANT));
    String path = "/users/" + id;
    JsonNode user = LIBRARY.client().get(path).json();
    assertThat(user.at("/personal/lastName").asString()).isEqualTo("Import");
    assertThat(LIBRARY.client().json("PUT", path, user.toString()).status()).isEqualTo(204);
    assertThat(LIBRARY.client().get(path).json().path("personal")).isEqualTo(user.path("personal"));
  }

  @Test
  void refusesDuplicateBarcodesAndUsernames() {
    UUID group = ReferenceData.id("patron-group", "staff");
    String user =
        """
        {"barcode": "%s", "username": "%s", "patronGroup": "%s", "personal": {"lastName": "A"}}\
        """;
    Answer first = LIBRARY.client().json("POST", "/users", user.formatted("U1", "una", group));
    assertThat(first.status()).as(first.toString()).isEqualTo(201);
    assertThat(LIBRARY.client().json("POST", "/users", user.formatted("u1", "b", group)).body())
        .contains("BARCODE_NOT_UNIQUE");
    assertThat(LIBRARY.client().json("POST", "/users", user.formatted("u2", "UNA", group)).body())
        .contains("USERNAME_NOT_UNIQUE");
    Answer other =
        SERVER
            .client(ListsServer.OTHER_TENANT)
            .json("POST", "/users", user.formatted("U1", "una", group));
    assertThat(other.status()).isEqualTo(201);
    Answer group404 =
        LIBRARY.client().json("POST", "/users", user.formatted("u3", "c", UUID.randomUUID()));
    assertThat(group404.status()).isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"patronGroup\": \"3684a786-6671-4268-8ed0-9db82ebca60b\"}",
        "{\"patronGroup\": \"3684a786-6671-4268-8ed0-9db82ebca60b\", \"personal\": {\"lastName\":"
            + " \"\"}}",
        "{\"patronGroup\": \"3684a786-6671-4268-8ed0-9db82ebca60b\", \"personal\": {\"lastName\":"
            + " \"Reader\"}, \"expirationDate\": \"+300000-01-01T00:00:00Z\"}",
      })
  void reportsMissingFields(String body) {
    Answer answer = LIBRARY.client().json("POST", "/users", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.body()).contains("VALUE_");
  }

  @Test
  void findsPatronByWhateverADeskTypes() {
    UUID group = ReferenceData.id("patron-group", "staff");
    String body =
        """
        {"barcode": "%1$s", "username": "name of %1$s", "externalSystemId": "other desk-1",
         "patronGroup": "%2$s", "personal": {"lastName": "A", "preferredContactTypeId": "002"}}\
        """
            .formatted("desk-1", group);
    Answer made = LIBRARY.client().json("POST", "/users", body);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    String id = made.json().get("id").asString();
    for (String typed : new String[] {"desk-1", "NAME OF desk-1", "Other desk-1", id}) {
      Answer found =
          LIBRARY.search(
              "/users",
              "(barcode==\"%1$s\" OR externalSystemId==\"%1$s\" OR id==\"%1$s\" OR username==\"%1$s\")"
                  .formatted(typed));
      assertThat(found.status()).as(found.toString()).isEqualTo(200);
      assertThat(found.json().get("totalRecords").asInt()).as(typed).isOne();
      assertThat(found.json().at("/users/0")).isEqualTo(made.json());
    }
    assertThat(made.json().at("/personal/preferredContactTypeId").asString()).isEqualTo("002");
    assertThat(
            LIBRARY
                .client()
                .json(
                    "POST",
                    "/users",
                    body.replace("\"desk-1\"", "\"desk-2\"").replace("name of", "no"))
                .body())
        .contains("EXTERNAL_SYSTEM_ID_NOT_UNIQUE");
  }

  /** The search of mod-users' tests, as FOLIO's page of users sends it. */
  @Test
  void findsPatronsAsTheUsersPageDoes() {
    ObjectNode user = patron("page-1");
    String id = user.path("id").asString();
    for (String typed :
        new String[] {"user page-1", "PAGE-1", id.substring(0, 12).toUpperCase(Locale.ROOT)}) {
      Answer found =
          LIBRARY.search(
              "/users",
              """
              (((username="%1$s*" or personal.firstName="%1$s*" or personal.lastName="%1$s*" or
              personal.email="%1$s*" or barcode="%1$s*" or id="%1$s*" or externalSystemId="%1$s*"))
              and active="true") sortby personal.lastName personal.firstName\
              """
                  .formatted(typed));
      assertThat(found.status()).as(found.toString()).isEqualTo(200);
      assertThat(found.json().get("users")).as(typed).containsExactly(user);
    }
  }

  @Test
  void storesEmptyBarcodesAndUsernamesAsNone() {
    String body =
        """
        {"barcode": "", "username": " ", "patronGroup": "%s", "personal": {"lastName": "A"}}\
        """
            .formatted(ReferenceData.id("patron-group", "staff"));
    for (int i = 0; i < 2; i++) {
      Answer made = LIBRARY.client().json("POST", "/users", body);
      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      assertThat(made.json().has("barcode")).isFalse();
      assertThat(made.json().has("username")).isFalse();
    }
  }

  private static ObjectNode patron(String name) {
    String body =
        """
        {"barcode": "%1$s", "username": "user %1$s", "externalSystemId": "other %1$s",
         "patronGroup": "%2$s", "expirationDate": "2099-01-01T00:00:00Z",
         "personal": {"lastName": "A", "firstName": "B"}}\
        """
            .formatted(name, ReferenceData.id("patron-group", "staff"));
    Answer made = LIBRARY.client().json("POST", "/users", body);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return (ObjectNode) made.json();
  }

  private static Answer put(ObjectNode user) {
    return LIBRARY.client().json("PUT", "/users/" + user.path("id").asString(), user.toString());
  }

  @Test
  void replacesPatronAsRead() {
    ObjectNode user = patron("put-1");
    String path = "/users/" + user.path("id").asString();
    user.put("barcode", "put-1b").remove("username");
    ((ObjectNode) user.path("personal")).put("lastName", "Married").remove("firstName");
    Answer changed = put(user);
    assertThat(changed.status()).as(changed.toString()).isEqualTo(204);
    ObjectNode after = (ObjectNode) LIBRARY.client().get(path).json();
    assertThat(after.path("_version").asInt()).isEqualTo(2);
    assertThat(after.at("/metadata/createdDate")).isEqualTo(user.at("/metadata/createdDate"));
    assertThat(after.at("/metadata/updatedDate").asString())
        .isGreaterThan(user.at("/metadata/updatedDate").asString());
    after.set("_version", user.get("_version"));
    after.set("metadata", user.get("metadata"));
    assertThat(after).isEqualTo(user);
  }

  @Test
  void refusesImpossibleChangesOfPatrons() {
    patron("put-2");
    ObjectNode user = patron("put-3");
    assertThat(put(user.deepCopy().put("barcode", "PUT-2")).body()).contains("BARCODE_NOT_UNIQUE");
    assertThat(put(user.deepCopy().put("username", "user put-2")).body())
        .contains("USERNAME_NOT_UNIQUE");
    assertThat(put(user.deepCopy().put("patronGroup", UUID.randomUUID().toString())).status())
        .isEqualTo(422);
    ObjectNode nameless = user.deepCopy();
    nameless.remove("personal");
    assertThat(put(nameless).body()).contains("personal.lastName");
    assertThat(put(user.deepCopy().put("id", UUID.randomUUID().toString())).code())
        .isEqualTo("update-user.not.found");
    Answer other = LIBRARY.client().json("PUT", "/users/" + UUID.randomUUID(), user.toString());
    assertThat(other.status()).as(other.toString()).isEqualTo(422);
    assertThat(
            SERVER
                .client(ListsServer.OTHER_TENANT)
                .json("PUT", "/users/" + user.path("id").asString(), user.toString())
                .status())
        .isEqualTo(404);
    assertThat(LIBRARY.client().get("/users/" + user.path("id").asString()).json()).isEqualTo(user);
  }

  @Test
  void changeOfAnEarlierVersionIsRefused() {
    ObjectNode user = patron("put-4");
    assertThat(put(user).status()).isEqualTo(204);
    assertThat(put(user).code()).isEqualTo("update-optimistic.lock.exception");
    user.remove("_version");
    assertThat(put(user).status()).isEqualTo(204);
  }

  @Test
  void removesPatronWithBlocks() {
    String path = "/users/" + patron("gone-1").path("id").asString();
    String id = path.substring("/users/".length());
    LIBRARY
        .client()
        .json("POST", "/manualblocks", "{\"desc\": \"Owes\", \"userId\": \"%s\"}".formatted(id));
    assertThat(SERVER.client(ListsServer.OTHER_TENANT).delete(path).status()).isEqualTo(404);
    assertThat(LIBRARY.client().delete(path).status()).isEqualTo(204);
    assertThat(LIBRARY.client().get(path).status()).isEqualTo(404);
    assertThat(LIBRARY.client().delete(path).code()).isEqualTo("delete-user.not.found");
    assertThat(LIBRARY.search("/manualblocks", "userId==" + id).json().path("totalRecords").asInt())
        .isZero();
  }

  @Test
  void keepsPatronsWithLoansOrRequests() {
    String borrower = LIBRARY.patron();
    String item = LIBRARY.item();
    LIBRARY.checkOut(item, borrower);
    String waiting = LIBRARY.patron();
    assertThat(LIBRARY.request("Hold", item, waiting, Library.DESK).status()).isEqualTo(201);
    LIBRARY.checkIn(item);
    for (String barcode : new String[] {borrower, waiting}) {
      String path = "/users/" + LIBRARY.patronId(barcode);
      Answer kept = LIBRARY.client().delete(path);
      assertThat(kept.status()).as(kept.toString()).isEqualTo(400);
      assertThat(kept.code()).isEqualTo("delete-still.referenced");
      assertThat(LIBRARY.client().get(path).status()).isEqualTo(200);
    }
  }

  @Test
  void patronWithoutGroupNeitherBorrowsNorRequests() {
    ObjectNode user = patron("no group");
    user.remove("patronGroup");
    assertThat(put(user).status()).isEqualTo(204);
    String id = user.path("id").asString();
    assertThat(LIBRARY.client().get("/users/" + id).json().has("patronGroup")).isFalse();
    assertThat(LIBRARY.client().get("/automated-patron-blocks/" + id).json())
        .hasToString("{\"automatedPatronBlocks\":[]}");
    Answer refused = LIBRARY.checkOut(LIBRARY.item(), "no group");
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.body()).contains("USER_HAS_NO_PATRON_GROUP");
    String out = LIBRARY.item();
    LIBRARY.checkOut(out, LIBRARY.patron());
    Answer request =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/requests",
                """
                {"requestType": "Hold", "itemId": "%s", "requesterId": "%s",
                 "pickupServicePointId": "%s"}\
                """
                    .formatted(LIBRARY.id(out), id, Library.DESK));
    assertThat(request.status()).as(request.toString()).isEqualTo(422);
    assertThat(request.body()).contains("USER_HAS_NO_PATRON_GROUP");
    String query =
        "/query?entityTypeId=0069cf6f-2833-46db-8a51-8934769b8289&fields=user_barcode,user_patron_group"
            + "&query="
            + URLEncoder.encode(
                "{\"$and\": [{\"id\": {\"$eq\": \"%s\"}}, {\"user_patron_group\": {\"$empty\": true}}]}"
                    .formatted(id),
                StandardCharsets.UTF_8);
    assertThat(LIBRARY.client().get(query).json().at("/content/0/user_barcode").asString())
        .isEqualTo("no group");
  }

  @Test
  void patronBlocksNeedAPatron() {
    String block =
        """
        {"desc": "Owes", "borrowing": true, "userId": "%s"}\
        """;
    Answer nobody =
        LIBRARY.client().json("POST", "/manualblocks", block.formatted(UUID.randomUUID()));
    assertThat(nobody.status()).as(nobody.toString()).isEqualTo(422);
    UUID patron = LIBRARY.patronId(LIBRARY.patron());
    LIBRARY.client().json("POST", "/manualblocks", block.formatted(patron));
    JsonNode blocks = LIBRARY.search("/manualblocks", "userId==" + patron).json();
    assertThat(blocks.path("totalRecords").asInt()).isEqualTo(1);
    assertThat(blocks.path("manualblocks").path(0).path("desc").asString()).isEqualTo("Owes");
    Answer far =
        LIBRARY
            .client()
            .json(
                "POST",
                "/manualblocks",
                """
                {"desc": "Owes", "userId": "%s", "expirationDate": "+300000-01-01T00:00:00Z"}\
                """
                    .formatted(patron));
    assertThat(far.status()).as(far.toString()).isEqualTo(422);
    Answer gone = LIBRARY.client().delete("/manualblocks/" + UUID.randomUUID());
    assertThat(gone.code()).isEqualTo("delete-patron.block.not.found");
    assertThat(LIBRARY.client().get("/automated-patron-blocks/" + UUID.randomUUID()).status())
        .isEqualTo(404);
  }
}
