package org.reprise.lists.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.tenant.ReferenceData;
import org.reprise.lists.web.DescribedBodies.Wrong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every body that the service takes, with each of its members replaced by values that a lenient
 * reader would coerce. The members and their types are those of the API's own description, so that
 * a new endpoint or member cannot be forgotten.
 */
class BodiesIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final ListsClient CLIENT = LIBRARY.client();
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String AWAY = "{\"item_status\": {\"$ne\": \"Available\"}}";
  private static final MadeLists LISTS = new MadeLists(CLIENT);
  private static final Pattern REFERENCE =
      Pattern.compile(
          "/(material-types|loan-types|location-units|locations|service-points|groups"
              + "|[a-z-]+-policies|[a-z-]+-policy-storage|manualblocks|patron-block-)");

  private static final DescribedBodies DESCRIBED =
      new DescribedBodies(CLIENT.get("/v3/api-docs").json());

  /**
   * An endpoint that takes a body.
   *
   * @param template the path in the API's description
   * @param path where a valid body can be sent
   * @param body a valid one with every member
   */
  private record Endpoint(String method, String template, String path, JsonNode body) {
    Answer send(String text) {
      return CLIENT.json(method, path, text);
    }

    @Override
    public String toString() {
      return method + " " + template;
    }
  }

  static Stream<Supplier<Endpoint>> endpoints() {
    return Stream.of(
        named("POST /users", BodiesIT::user),
        named("PUT /users/{id}", BodiesIT::changedUser),
        named("PUT /circulation/rules", () -> rules("/circulation/rules")),
        named("PUT /circulation-rules-storage", () -> rules("/circulation-rules-storage")),
        named("POST /inventory/instances", () -> newRecord("/inventory/instances")),
        named("PUT /inventory/instances/{id}", () -> changedRecord("/inventory/instances")),
        named("POST /instance-storage/instances", () -> newRecord("/instance-storage/instances")),
        named(
            "PUT /instance-storage/instances/{id}",
            () -> changedRecord("/instance-storage/instances")),
        named("POST /holdings-storage/holdings", () -> newRecord("/holdings-storage/holdings")),
        named(
            "PUT /holdings-storage/holdings/{id}",
            () -> changedRecord("/holdings-storage/holdings")),
        named("POST /item-storage/items", () -> newRecord("/item-storage/items")),
        named("PUT /item-storage/items/{id}", () -> changedRecord("/item-storage/items")),
        named("POST /inventory/items", () -> newRecord("/inventory/items")),
        named("PUT /inventory/items/{id}", () -> changedRecord("/inventory/items")),
        named("POST /circulation/check-out-by-barcode", BodiesIT::checkOut),
        named("POST /circulation/check-in-by-barcode", BodiesIT::checkIn),
        named("POST /circulation/renew-by-barcode", BodiesIT::renewal),
        named("POST /circulation/renew-by-id", BodiesIT::renewalById),
        named("POST /circulation/loans/{id}/change-due-date", BodiesIT::dueDate),
        named("POST /circulation/loans/{id}/declare-item-lost", BodiesIT::loss),
        named("POST /circulation/loans/{id}/claim-item-returned", BodiesIT::claim),
        named("PUT /circulation/loans/{id}", BodiesIT::loan),
        named("POST /circulation/requests", BodiesIT::request),
        named("PUT /circulation/requests/{id}", BodiesIT::changedRequest),
        named("POST /lists", BodiesIT::newList),
        named("PUT /lists/{id}", BodiesIT::list),
        named("POST /lists/{id}/exports", BodiesIT::export),
        named("POST /query", BodiesIT::query),
        named("POST /query/contents", BodiesIT::contents),
        named("POST /data-import/uploadDefinitions", BodiesIT::upload),
        named("POST /data-import/uploadDefinitions/{id}/processFiles", BodiesIT::process));
  }

  private static Supplier<Endpoint> named(String name, Supplier<Endpoint> endpoint) {
    return new Supplier<>() {
      @Override
      public Endpoint get() {
        return endpoint.get();
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }

  private static JsonNode schema(String endpoint) {
    return Objects.requireNonNull(DESCRIBED.schemas().get(endpoint), endpoint);
  }

  private static Endpoint endpoint(String method, String template, String path, String body) {
    JsonNode known = DESCRIBED.known(JSON.readTree(body), schema(method + " " + template));
    return new Endpoint(method, template, path, known);
  }

  private static Endpoint user() {
    return endpoint(
        "POST",
        "/users",
        "/users",
        """
        {"id": "%1$s", "_version": 1, "username": "u%1$s", "barcode": "b%1$s", "externalSystemId": "e%1$s",
         "active": true, "type": "patron", "patronGroup": "%2$s",
         "expirationDate": "2099-01-01T00:00:00.000+0000",
         "personal": {"lastName": "Reader", "firstName": "Rita", "email": "r@example.org",
           "preferredContactTypeId": "002", "addresses": [{"countryId": "DE"}]},
         "enrollmentDate": "2020-01-01T00:00:00Z", "departments": [], "proxyFor": [],
         "customFields": {"shoe": 44}, "tags": {"tagList": []}, "preferredEmailCommunication": []}\
        """
            .formatted(UUID.randomUUID(), ReferenceData.id("patron-group", "staff")));
  }

  private static Endpoint changedUser() {
    JsonNode user = user().send(user().body().toString()).json();
    String path = "/users/" + user.path("id").asString();
    return endpoint("PUT", "/users/{id}", path, user.toString());
  }

  private static Endpoint rules(String path) {
    return endpoint("PUT", path, path, CLIENT.get(path).json().toString());
  }

  private static Endpoint block() {
    return new Endpoint(
        "POST",
        "/manualblocks",
        "/manualblocks",
        JSON.readTree(
            """
            {"id": "%s", "type": "Manual", "desc": "Owes", "code": "O", "staffInformation": "Ask",
             "patronMessage": "Pay", "borrowing": true, "renewals": true, "requests": true,
             "expirationDate": "2099-01-01T00:00:00Z", "userId": "%s"}\
            """
                .formatted(UUID.randomUUID(), LIBRARY.patronId(LIBRARY.patron()))));
  }

  private static Endpoint newRecord(String path) {
    JsonNode item = LIBRARY.read(LIBRARY.item());
    String holdings = item.path("holdingsRecordId").asString();
    String location = item.at("/effectiveLocation/id").asString();
    String materialType = item.at("/materialType/id").asString();
    String loanType = item.at("/permanentLoanType/id").asString();
    JsonNode values =
        JSON.readTree(
            """
            {"hrid": "h%1$s", "barcode": "b%1$s", "numberOfPieces": "1", "status": {"name": "Missing"},
             "instanceId": "%2$s", "holdingsRecordId": "%3$s", "permanentLocationId": "%4$s",
             "materialTypeId": "%5$s", "permanentLoanTypeId": "%6$s", "permanentLocation": {"id": "%4$s"},
             "materialType": {"id": "%5$s"}, "permanentLoanType": {"id": "%6$s"}}\
            """
                .formatted(
                    UUID.randomUUID(),
                    CLIENT
                        .get("/holdings-storage/holdings/" + holdings)
                        .json()
                        .path("instanceId")
                        .asString(),
                    holdings,
                    location,
                    materialType,
                    loanType));
    return new Endpoint("POST", path, path, DESCRIBED.sample(schema("POST " + path), values));
  }

  private static Endpoint changedRecord(String path) {
    Endpoint created = newRecord(path);
    JsonNode stored = created.send(created.body().toString()).json();
    return endpoint(
        "PUT", path + "/{id}", path + "/" + stored.path("id").asString(), stored.toString());
  }

  private static Endpoint checkOut() {
    return endpoint(
        "POST",
        "/circulation/check-out-by-barcode",
        "/circulation/check-out-by-barcode",
        """
        {"itemBarcode": "%s", "userBarcode": "%s", "servicePointId": "%s", "loanDate": "%s",
         "id": "%s"}\
        """
            .formatted(
                LIBRARY.item(), LIBRARY.patron(), Library.DESK, Instant.now(), UUID.randomUUID()));
  }

  private static Endpoint checkIn() {
    return endpoint(
        "POST",
        "/circulation/check-in-by-barcode",
        "/circulation/check-in-by-barcode",
        """
        {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "%s",
         "claimedReturnedResolution": "Found by library", "id": "%s"}\
        """
            .formatted(LIBRARY.item(), Library.DESK, Instant.now(), UUID.randomUUID()));
  }

  private static Endpoint renewal() {
    JsonNode loan = LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    return endpoint(
        "POST",
        "/circulation/renew-by-barcode",
        "/circulation/renew-by-barcode",
        """
        {"itemBarcode": "%s", "userBarcode": "%s"}\
        """
            .formatted(
                loan.at("/item/barcode").asString(), loan.at("/borrower/barcode").asString()));
  }

  private static Endpoint renewalById() {
    JsonNode loan = LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    return endpoint(
        "POST",
        "/circulation/renew-by-id",
        "/circulation/renew-by-id",
        """
        {"itemId": "%s", "userId": "%s"}\
        """
            .formatted(loan.path("itemId").asString(), loan.path("userId").asString()));
  }

  private static Endpoint onLoan(String operation, String body) {
    JsonNode loan = LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    String template = "/circulation/loans/{id}/" + operation;
    return endpoint("POST", template, template.replace("{id}", loan.path("id").asString()), body);
  }

  private static Endpoint dueDate() {
    return onLoan("change-due-date", "{\"dueDate\": \"2030-01-01T00:00:00Z\"}");
  }

  private static Endpoint loss() {
    return onLoan(
        "declare-item-lost",
        """
        {"servicePointId": "%s", "declaredLostDateTime": "%s", "comment": "Fell into the sea"}\
        """
            .formatted(Library.DESK, Instant.now()));
  }

  private static Endpoint claim() {
    return onLoan(
        "claim-item-returned",
        """
        {"itemClaimedReturnedDateTime": "%s", "comment": "In the box"}\
        """
            .formatted(Instant.now()));
  }

  private static Endpoint loan() {
    ObjectNode loan = (ObjectNode) LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    for (String date :
        List.of("returnDate", "systemReturnDate", "declaredLostDate", "claimedReturnedDate")) {
      loan.put(date, "2026-02-01T10:00:00Z");
    }
    loan.put("checkinServicePointId", Library.DESK.toString()).put("renewalCount", 1);
    loan.put("actionComment", "By phone").put("dueDateChangedByRecall", false);
    String path = "/circulation/loans/" + loan.path("id").asString();
    return endpoint("PUT", "/circulation/loans/{id}", path, loan.toString());
  }

  private static Endpoint changedRequest() {
    JsonNode read = request().send(request().body().toString()).json();
    ObjectNode request = (ObjectNode) read;
    request.put("status", "Closed - Cancelled").put("cancelledDate", "2026-02-01T10:00:00Z");
    request.put("cancellationReasonId", UUID.randomUUID().toString());
    request.put("cancelledByUserId", UUID.randomUUID().toString());
    request.put("cancellationAdditionalInformation", "Bought it");
    String path = "/circulation/requests/" + request.path("id").asString();
    return endpoint("PUT", "/circulation/requests/{id}", path, request.toString());
  }

  private static Endpoint request() {
    JsonNode item = LIBRARY.read(LIBRARY.item());
    JsonNode holdings =
        CLIENT.get("/holdings-storage/holdings/" + item.path("holdingsRecordId").asString()).json();
    return endpoint(
        "POST",
        "/circulation/requests",
        "/circulation/requests",
        """
        {"id": "%s", "requestType": "Page", "requestLevel": "Item", "requestDate": "%s",
         "itemId": "%s", "holdingsRecordId": "%s", "instanceId": "%s", "requesterId": "%s",
         "status": "Open - Not yet filled", "fulfillmentPreference": "Hold Shelf",
         "pickupServicePointId": "%s"}\
        """
            .formatted(
                UUID.randomUUID(),
                Instant.now(),
                item.path("id").asString(),
                holdings.path("id").asString(),
                holdings.path("instanceId").asString(),
                LIBRARY.patronId(LIBRARY.patron()),
                Library.DESK));
  }

  private static Endpoint newList() {
    return endpoint("POST", "/lists", "/lists", NEW_LIST.formatted(queryId()));
  }

  private static String queryId() {
    return query().send(query().body().toString()).json().path("queryId").asString();
  }

  private static final String NEW_LIST =
      """
      {"id": "0cb79a4c-f7eb-4941-a104-745224ae0292", "version": 1,
       "name": "Away", "description": "Not here", "entityTypeId": "%s", "isActive": true,
       "isPrivate": false, "fields": ["id"], "queryId": "%%s",
       "fqlQuery": "{\\"item_status\\": {\\"$ne\\": \\"Available\\"}}"}\
      """
          .formatted(SampleItems.ENTITY_TYPE);

  private static Endpoint list() {
    String path = LISTS.make("Changed", AWAY);
    ObjectNode list = (ObjectNode) CLIENT.get(path).json();
    return endpoint(
        "PUT",
        "/lists/{id}",
        path,
        list.put("description", "More").put("queryId", queryId()).toString());
  }

  private static Endpoint export() {
    String path = LISTS.make("Exported", AWAY);
    LISTS.refresh(path);
    return endpoint("POST", "/lists/{id}/exports", path + "/exports", "[\"item_status\"]");
  }

  private static Endpoint query() {
    return endpoint(
        "POST",
        "/query",
        "/query",
        """
        {"entityTypeId": "%s", "fqlQuery": "{\\"item_barcode\\": {\\"$eq\\": \\"none\\"}}",
         "fields": ["id"]}\
        """
            .formatted(SampleItems.ENTITY_TYPE));
  }

  private static Endpoint contents() {
    return endpoint(
        "POST",
        "/query/contents",
        "/query/contents",
        """
        {"entityTypeId": "%s", "fields": ["id"], "ids": ["%s"]}\
        """
            .formatted(SampleItems.ENTITY_TYPE, UUID.randomUUID()));
  }

  private static Endpoint upload() {
    return endpoint(
        "POST",
        "/data-import/uploadDefinitions",
        "/data-import/uploadDefinitions",
        """
        {"fileDefinitions": [{"name": "a.mrc", "size": 1}]}\
        """);
  }

  private static Endpoint process() {
    JsonNode definition = upload().send(upload().body().toString()).json();
    String id = definition.path("id").asString();
    String file = definition.at("/fileDefinitions/0/id").asString();
    CLIENT.send(
        "POST",
        "/data-import/uploadDefinitions/" + id + "/files/" + file,
        HttpRequest.BodyPublishers.ofString("no record"),
        "application/octet-stream");
    return endpoint(
        "POST",
        "/data-import/uploadDefinitions/{id}/processFiles",
        "/data-import/uploadDefinitions/" + id + "/processFiles",
        """
        {"uploadDefinition": {"id": "%s"},
         "jobProfileInfo": {"id": "%s", "name": "PTF - Create 2", "dataType": "MARC"}}\
        """
            .formatted(id, UUID.randomUUID()));
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void refusesBodiesThatWouldNeedCoercion(Supplier<Endpoint> made) {
    Endpoint endpoint = made.get();
    List<String> taken = new ArrayList<>();
    for (Wrong wrong : DESCRIBED.wrongs(endpoint.body(), schema(endpoint.toString()))) {
      Answer answer = endpoint.send(wrong.text());
      if (answer.status() != 400 || !wrong.path().equals(path(answer))) {
        taken.add(wrong + " -> " + answer);
      }
    }
    assertThat(taken).isEmpty();
    Answer right = endpoint.send(endpoint.body().toString());
    assertThat(right.status()).as(right.toString()).isBetween(200, 204);
  }

  private static String path(Answer answer) {
    for (JsonNode parameter : answer.json().path("parameters")) {
      if (parameter.path("key").asString().equals("path")) {
        return parameter.path("value").asString();
      }
    }
    return "none";
  }

  @Test
  void coversEveryEndpointWithABody() {
    assertThat(endpoints().map(Object::toString))
        .containsExactlyInAnyOrderElementsOf(
            DESCRIBED.schemas().entrySet().stream()
                // Of many kinds, each with its members: ReferenceRecordsIT.
                .map(Map.Entry::getKey)
                .filter(endpoint -> !REFERENCE.matcher(endpoint).find())
                .toList());
  }

  @Test
  void acceptsItemAsItWasRead() {
    JsonNode item = LIBRARY.read(LIBRARY.item());
    String path = "/inventory/items/" + item.path("id").asString();
    Answer put = CLIENT.json("PUT", path, item.toString());
    assertThat(put.status()).as(put.toString()).isEqualTo(204);
    ObjectNode after = (ObjectNode) LIBRARY.read(item.path("barcode").asString());
    after.set("_version", item.path("_version"));
    after.set("metadata", item.path("metadata"));
    assertThat(after).isEqualTo(item);
  }

  @Test
  void acceptsListAsItWasRead() {
    String path = LISTS.make("Sent back", AWAY);
    LISTS.refresh(path);
    JsonNode list = CLIENT.get(path).json();
    Answer put = CLIENT.json("PUT", path, list.toString());
    assertThat(put.status()).as(put.toString()).isEqualTo(200);
    for (String fixed : List.of("id", "entityTypeId")) {
      ObjectNode other = (ObjectNode) put.json();
      other.put(fixed, UUID.randomUUID().toString());
      Answer refused = CLIENT.json("PUT", path, other.toString());
      assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    }
  }

  @Test
  void acceptsUploadDefinitionAsItWasRead() {
    JsonNode definition = upload().send(upload().body().toString()).json();
    Answer answer =
        CLIENT.json(
            "POST",
            "/data-import/uploadDefinitions/" + definition.path("id").asString() + "/processFiles",
            """
            {"uploadDefinition": %s,
             "jobProfileInfo": {"name": "PTF - Create 2", "dataType": "MARC", "hidden": false}}\
            """
                .formatted(definition));
    assertThat(answer.code()).as(answer.toString()).isEqualTo("process.files-file.not.uploaded");
  }

  @Test
  void acceptsReadRecordsInAnotherTenant() {
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT);
    JsonNode user = user().send(user().body().toString()).json();
    assertThat(other.json("POST", "/users", user.toString()).status()).isEqualTo(201);
    ObjectNode block =
        (ObjectNode)
            CLIENT
                .json(
                    "POST",
                    "/manualblocks",
                    ((ObjectNode) block().body()).set("userId", user.path("id")).toString())
                .json();
    Answer again = other.json("POST", "/manualblocks", block.toString());
    assertThat(again.status()).as(again.toString()).isEqualTo(201);
    block.set("metadata", again.json().path("metadata"));
    assertThat(again.json()).isEqualTo(block);
  }

  @Test
  void refusalDoesNotEchoALongValue() {
    String name = "x".repeat(1_000_000);
    ObjectNode list = (ObjectNode) newList().body();
    list.putArray("fields").add(name);
    ObjectNode request = (ObjectNode) request().body();
    request.put("status", name);
    for (Answer refused :
        List.of(
            CLIENT.json("POST", "/lists", list.toString()),
            CLIENT.json("POST", "/circulation/requests", request.toString()))) {
      assertThat(refused.status()).isBetween(400, 422);
      assertThat(refused.body()).contains("xxx").hasSizeLessThan(5_000);
    }
  }

  @Test
  void refusesBlockWithUnclearFlags() {
    for (String borrowing :
        List.of("\"\"", "\" \"", "null", "true, \"borrowing\": false", "-5", "\"true\"")) {
      String patron = LIBRARY.patron();
      String body =
          "{\"desc\": \"Owes\", \"userId\": \"%s\", \"borrowing\": %s}"
              .formatted(LIBRARY.patronId(patron), borrowing);
      assertThat(CLIENT.json("POST", "/manualblocks", body).status()).as(body).isEqualTo(400);
    }
  }
}
