package org.reprise.lists.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.tenant.ReferenceData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What an administrator sets up, as FOLIO's own clients send it. */
class ReferenceRecordsIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final ListsClient CLIENT = LIBRARY.client();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String INSTITUTION = ReferenceData.id("institution", "main").toString();
  private static final String CAMPUS = ReferenceData.id("campus", "main").toString();
  private static final String UNIT = ReferenceData.id("library", "main").toString();

  private static ObjectNode object(String json) {
    return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
  }

  private static Answer post(String path, JsonNode body) {
    return CLIENT.json("POST", path, body.toString());
  }

  private static ObjectNode stored(String path, ObjectNode body) {
    Answer created = post(path, body);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return (ObjectNode) created.json();
  }

  private static String name() {
    return "n" + UUID.randomUUID();
  }

  private static String id(JsonNode record) {
    return record.path("id").asString();
  }

  private static ObjectNode location() {
    return object(
        "{'name': '%1$s', 'code': '%1$s', 'institutionId': '%2$s', 'campusId': '%3$s', 'libraryId': '%4$s', 'primaryServicePoint': '%5$s', 'servicePointIds': ['%5$s'], 'details': {'a': 'b'}}"
            .formatted(name(), INSTITUTION, CAMPUS, UNIT, Library.DESK));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /material-types | mtypes | {'name': '?', 'source': 'local'}
          /loan-types | loantypes | {'name': '?'}
          /location-units/institutions | locinsts | {'name': '?', 'code': '?'}
          /location-units/campuses | loccamps | {'name': '?', 'code': '?', 'institutionId': 'c1fe8d88-8ed8-3336-bd4c-8e0560a65a6e'}
          /location-units/libraries | loclibs | {'name': '?', 'code': '?', 'campusId': 'd622b459-d633-38f4-b4b2-83616eee9e20'}
          /service-points | servicepoints | {'name': '?', 'code': '?', 'discoveryDisplayName': '?', 'pickupLocation': true, 'holdShelfExpiryPeriod': {'duration': 3, 'intervalId': 'Weeks'}, 'staffSlips': []}
          /groups | usergroups | {'group': '?', 'desc': 'Who reads', 'expirationOffsetInDays': 365}
          /loan-policy-storage/loan-policies | loanPolicies | {'name': '?', 'loanable': true, 'renewable': false, 'loansPolicy': {'profileId': 'Rolling', 'period': {'duration': 1, 'intervalId': 'Months'}}}
          /request-policy-storage/request-policies | requestPolicies | {'name': '?', 'requestTypes': ['Hold']}
          /patron-notice-policy-storage/patron-notice-policies | patronNoticePolicies | {'name': '?', 'active': true, 'loanNotices': []}
          /overdue-fines-policies | overdueFinePolicies | {'name': '?', 'maxOverdueFine': 5.5}
          /lost-item-fees-policies | lostItemFeePolicies | {'name': '?', 'lostItemProcessingFee': 0}
          """)
  void storesFindsReplacesAndDeletes(String path, String member, String json) {
    ObjectNode sent = object(json.replace("?", name()));
    Answer created = post(path, sent);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String one = path + "/" + id(created.json());
    assertThat(created.header("Location")).isEqualTo(one);
    ObjectNode read = (ObjectNode) CLIENT.get(one).json();
    assertThat(read).isEqualTo(created.json());
    assertThat(read.path("metadata").has("createdDate")).isTrue();
    assertThat(read.deepCopy().remove(List.of("id", "_version", "metadata"))).isEqualTo(sent);
    String key = sent.has("group") ? "group" : "name";
    String query =
        "?query=%s==\"%s\"".formatted(key, sent.path(key).asString()).replace("\"", "%22");
    JsonNode page = CLIENT.get(path + query).json();
    assertThat(page.path(member).path(0)).isEqualTo(read);
    assertThat(page.path("totalRecords").asInt()).isEqualTo(1);
    assertThat(
            CLIENT
                .get(path + "?limit=1&offset=0&query=cql.allRecords=1+sortby+" + key)
                .json()
                .path(member)
                .size())
        .isEqualTo(1);
    Answer twice = post(path, sent);
    assertThat(twice.status()).as(twice.toString()).isEqualTo(422);
    assertThat(twice.body()).contains("_NOT_UNIQUE");
    Answer missing = post(path, sent.deepCopy().without(key));
    assertThat(missing.status()).as(missing.toString()).isEqualTo(422);
    assertThat(missing.json().at("/errors/0/parameters/0/key").asString()).isEqualTo(key);
    assertThat(post(path, sent.deepCopy().put("colour", "red")).status()).isEqualTo(400);
    assertThat(post(path, sent.deepCopy().put(key, 7)).status()).isEqualTo(400);
    read.put(key, name());
    assertThat(CLIENT.json("PUT", one, read.toString()).status()).isEqualTo(204);
    assertThat(CLIENT.get(one).json().path(key)).isEqualTo(read.path(key));
    assertThat(SERVER.client("other").get(one).status()).isEqualTo(404);
    assertThat(SERVER.client("other").delete(one).status()).isEqualTo(404);
    assertThat(CLIENT.delete(one).status()).isEqualTo(204);
    assertThat(CLIENT.delete(one).status()).isEqualTo(404);
    assertThat(CLIENT.json("PUT", one, read.toString()).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'loansPolicy': {'profileId': 'Fixed'}} | 400
          {'loansPolicy': {'period': {'duration': -1, 'intervalId': 'Days'}}} | 400
          {'loansPolicy': {'period': {'duration': 1.5, 'intervalId': 'Days'}}} | 400
          {'loansPolicy': {'period': {'duration': 99999999999, 'intervalId': 'Days'}}} | 400
          {'loansPolicy': {'period': {'duration': 1, 'intervalId': 'Years'}}} | 400
          {'loansPolicy': {'profileId': 'Rolling'}} | 422
          {'loansPolicy': null} | 422
          {'loansPolicy': 'long'} | 400
          {'renewalsPolicy': {'differentPeriod': true}} | 422
          {'loanable': null} | 400
          {'members': null} | 400
          {'name': 'a\\u0000b'} | 400
          """)
  void refusesPolicyThatCirculationCannotFollow(String members, int status) {
    ObjectNode policy =
        object(
            "{'name': '%s', 'loanable': true, 'renewable': true, 'loansPolicy': {'period': {'duration': 1, 'intervalId': 'Days'}}}"
                .formatted(name()));
    policy.setAll(object(members));
    Answer refused = post("/loan-policy-storage/loan-policies", policy);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(status);
  }

  @Test
  void findsByNestedMember() {
    String name = name();
    stored(
        "/loan-policy-storage/loan-policies",
        object(
            "{'name': '%s', 'loanable': false, 'renewable': true, 'renewalsPolicy': {'unlimited': true}}"
                .formatted(name)));
    String query = "name==%s and renewalsPolicy.unlimited==true".formatted(name);
    assertThat(
            CLIENT
                .get("/loan-policy-storage/loan-policies?query=" + query.replace(" ", "%20"))
                .json()
                .path("totalRecords")
                .asInt())
        .isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-11-22T10:00:00+17:00", "0000-12-31T23:30:00-01:00"})
  void refusesTimeThatCannotBeStored(String time) {
    ObjectNode block =
        object(
            "{'desc': 'Owes', 'borrowing': true, 'userId': '%s'}"
                .formatted(LIBRARY.patronId(LIBRARY.patron())));
    Answer refused = post("/manualblocks", block.put("expirationDate", time));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
  }

  @Test
  void refusesToDeleteWhatIsUsed() {
    ObjectNode location = stored("/locations", location());
    for (String used :
        List.of(
            "/location-units/libraries/" + UNIT,
            "/location-units/campuses/" + CAMPUS,
            "/location-units/institutions/" + INSTITUTION,
            "/material-types/" + materialTypeOf(LIBRARY.item()),
            "/groups/" + ReferenceData.id("patron-group", "undergrad"),
            "/loan-policy-storage/loan-policies/"
                + ReferenceData.id("loan-policy", "Three weeks"))) {
      LIBRARY.patron();
      Answer refused = CLIENT.delete(used);
      assertThat(refused.status()).as(used + refused).isEqualTo(400);
      assertThat(refused.body()).contains("is still referenced from table");
      assertThat(CLIENT.get(used).status()).isEqualTo(200);
    }
    assertThat(CLIENT.delete("/locations/" + id(location)).status()).isEqualTo(204);
  }

  private static UUID materialTypeOf(String item) {
    return UUID.fromString(LIBRARY.read(item).at("/materialType/id").asString());
  }

  @Test
  void refusesReferenceToWhatIsNotThere() {
    Answer refused = post("/locations", location().put("libraryId", UUID.randomUUID().toString()));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/message").asString())
        .isEqualTo("There is no such library");
    assertThat(refused.json().at("/errors/0/parameters/0/key").asString()).isEqualTo("libraryId");
  }

  @Test
  void newDeskAndTypesWorkAtOnce() {
    String desk =
        id(
            stored(
                "/service-points",
                object(
                    "{'name': '%1$s', 'code': '%1$s', 'discoveryDisplayName': 'x', 'pickupLocation': false}"
                        .formatted(name()))));
    String item = LIBRARY.item();
    String body =
        "{\"itemBarcode\": \"%s\", \"userBarcode\": \"%s\", \"servicePointId\": \"%s\"}"
            .formatted(item, LIBRARY.patron(), desk);
    Answer loan = CLIENT.json("POST", "/circulation/check-out-by-barcode", body);
    assertThat(loan.status()).as(loan.toString()).isEqualTo(201);
    Answer refused = LIBRARY.request("Hold", item, LIBRARY.patron(), UUID.fromString(desk));
    assertThat(refused.body()).contains("SERVICE_POINT_IS_NOT_PICKUP_LOCATION");
    ObjectNode stored = (ObjectNode) CLIENT.get("/service-points/" + desk).json();
    stored.put("pickupLocation", true);
    CLIENT.json("PUT", "/service-points/" + desk, stored.toString());
    assertThat(LIBRARY.request("Hold", item, LIBRARY.patron(), UUID.fromString(desk)).status())
        .isEqualTo(201);
  }

  @Test
  void oneOfTwoWritersOfAVersionWins() throws Exception {
    ObjectNode group = stored("/groups", object("{'group': '%s'}".formatted(name())));
    String path = "/groups/" + id(group);
    try (ExecutorService writers = Executors.newFixedThreadPool(8)) {
      Callable<Integer> write =
          () -> CLIENT.json("PUT", path, group.deepCopy().put("desc", name()).toString()).status();
      List<Integer> statuses =
          writers.invokeAll(Collections.nCopies(8, write)).stream().map(Future::resultNow).toList();
      assertThat(statuses).filteredOn(status -> status == 204).hasSize(1);
      assertThat(statuses).filteredOn(status -> status == 409).hasSize(7);
    }
    ObjectNode any = group.deepCopy().remove(List.of("_version"));
    assertThat(CLIENT.json("PUT", path, any.toString()).status()).isEqualTo(204);
  }

  @Test
  void conditionsAreChangedOnly() {
    JsonNode conditions = CLIENT.get("/patron-block-conditions").json();
    assertThat(conditions.path("totalRecords").asInt()).isEqualTo(6);
    String path = "/patron-block-conditions/584fbd4f-6a34-4730-a6ca-73a6a6a9d845";
    Answer deleted = CLIENT.delete(path);
    assertThat(deleted.status()).isEqualTo(405);
    assertThat(deleted.header("Allow")).isEqualTo("GET, HEAD, PUT");
    ObjectNode condition = (ObjectNode) CLIENT.get(path).json();
    Answer made = post("/patron-block-conditions", condition);
    assertThat(made.status()).isEqualTo(405);
    assertThat(made.header("Allow")).isEqualTo("GET, HEAD");
    Answer silent = CLIENT.json("PUT", path, condition.put("blockRequests", true).toString());
    assertThat(silent.status()).as(silent.toString()).isEqualTo(422);
    assertThat(silent.json().at("/errors/0/parameters/0/key").asString()).isEqualTo("message");
  }

  @Test
  void limitsOfOverdueItemsBlockBorrowingRenewalsAndRequests() {
    String group = id(stored("/groups", object("{'group': '%s'}".formatted(name()))));
    String path = "/patron-block-conditions/584fbd4f-6a34-4730-a6ca-73a6a6a9d845";
    ObjectNode condition = (ObjectNode) CLIENT.get(path).json();
    for (String block : List.of("blockBorrowing", "blockRenewals", "blockRequests")) {
      condition.put(block, true);
    }
    condition.put("message", "Bring them back").remove("_version");
    assertThat(CLIENT.json("PUT", path, condition.toString()).status()).isEqualTo(204);
    ObjectNode limit =
        object(
            "{'patronGroupId': '%s', 'conditionId': '%s', 'value': 0}"
                .formatted(group, id(condition)));
    assertThat(post("/patron-block-limits", limit.deepCopy().put("value", 1.5)).status())
        .isEqualTo(422);
    assertThat(post("/patron-block-limits", limit.deepCopy().put("value", -1)).status())
        .isEqualTo(422);
    ObjectNode stored = stored("/patron-block-limits", limit);
    String patron = LIBRARY.patron("\"active\": true");
    UUID user = LIBRARY.patronId(patron);
    SERVER.execute(
        "update app_user set patron_group_id = '%s' where id = '%s'".formatted(group, user));
    String item = LIBRARY.item();
    assertThat(LIBRARY.checkOut(item, patron).status()).isEqualTo(201);
    SERVER.execute(
        "update loan set due_date = now() - interval '1 day' where user_id = '%s'".formatted(user));
    JsonNode blocks = CLIENT.get("/automated-patron-blocks/" + user).json();
    assertThat(blocks.at("/automatedPatronBlocks/0/message").asString())
        .isEqualTo("Bring them back");
    assertThat(LIBRARY.checkOut(LIBRARY.item(), patron).body()).contains("Bring them back");
    assertThat(
            CLIENT
                .json(
                    "POST",
                    "/circulation/renew-by-barcode",
                    "{\"itemBarcode\": \"%s\", \"userBarcode\": \"%s\"}".formatted(item, patron))
                .body())
        .contains("USER_BLOCKED", "Bring them back");
    String lent = LIBRARY.item();
    LIBRARY.checkOut(lent, LIBRARY.patron());
    assertThat(LIBRARY.request("Hold", lent, patron, Library.DESK).body()).contains("USER_BLOCKED");
    assertThat(CLIENT.delete("/patron-block-limits/" + id(stored)).status()).isEqualTo(204);
    assertThat(LIBRARY.checkOut(LIBRARY.item(), patron).status()).isEqualTo(201);
  }

  @Test
  void loansOutliveTheirPolicyAndGroup() {
    String patron = LIBRARY.patron();
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    SERVER.execute(
        "update loan set loan_policy_id = gen_random_uuid(), patron_group_id = gen_random_uuid() where id = '%s'"
            .formatted(id(loan)));
    Answer read = CLIENT.get("/circulation/loans/" + id(loan));
    assertThat(read.status()).as(read.toString()).isEqualTo(200);
    assertThat(LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK).status())
        .isEqualTo(201);
  }
}
