package org.reprise.lists.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

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

  @Test
  void refusesDuplicateBarcodesAndUsernames() {
    UUID group = PatronGroup.id("staff");
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
            + " \"\\u0000\"}}",
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
    UUID group = PatronGroup.id("staff");
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

  @Test
  void storesEmptyBarcodesAndUsernamesAsNone() {
    String body =
        """
        {"barcode": "", "username": " ", "patronGroup": "%s", "personal": {"lastName": "A"}}\
        """
            .formatted(PatronGroup.id("staff"));
    for (int i = 0; i < 2; i++) {
      Answer made = LIBRARY.client().json("POST", "/users", body);
      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      assertThat(made.json().has("barcode")).isFalse();
      assertThat(made.json().has("username")).isFalse();
    }
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
