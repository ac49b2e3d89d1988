package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.tenant.ReferenceData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Requests for items, and the rules for them. */
class RequestsIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final Desk DESK = new Desk(SERVER, LIBRARY);

  private static void assertRefused(Answer answer, String code) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.json().path("errors").path(0).path("code").asString())
        .as(answer.toString())
        .isEqualTo(code);
    assertThat(answer.json().path("errors").size()).as(answer.toString()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Available", "Restricted"})
  void pageRequestHoldsTheItemUntilCancelled(String status) {
    String item = LIBRARY.item(status);
    String patron = LIBRARY.patron();
    Answer made = LIBRARY.request("Page", item, patron, Library.DESK);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    JsonNode request = made.json();
    assertThat(request.path("status").asString()).isEqualTo("Open - Not yet filled");
    assertThat(request.path("position").asInt()).isEqualTo(1);
    assertThat(request.path("item").path("barcode").asString()).isEqualTo(item);
    assertThat(LIBRARY.status(item)).isEqualTo("Paged");
    String path = "/circulation/requests/" + request.path("id").asString();
    assertThat(LIBRARY.client().get(path).json()).isEqualTo(request);
    assertThat(LIBRARY.client().delete(path).status()).isEqualTo(204);
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
    assertThat(LIBRARY.client().get(path).status()).isEqualTo(404);
    assertThat(LIBRARY.client().delete(path).code()).isEqualTo("delete-request.not.found");
  }

  @ParameterizedTest
  @CsvSource({
    "Available, Hold",
    "Available, Recall",
    "Checked out, Page",
    "Missing, Recall",
    "Declared lost, Hold",
  })
  void refusesRequestTypeThatDoesNotFitTheStatus(String status, String type) {
    String item = LIBRARY.item(status);
    Answer answer = LIBRARY.request(type, item, LIBRARY.patron(), Library.DESK);
    assertRefused(answer, "REQUEST_TYPE_NOT_ALLOWED_FOR_STATUS");
  }

  @Test
  void refusesSecondRequestAndRequestForOwnLoan() {
    String item = LIBRARY.item();
    String borrower = LIBRARY.patron();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, borrower);
    assertRefused(
        LIBRARY.request("Hold", item, borrower, Library.DESK),
        "REQUESTER_ALREADY_HAS_THIS_ITEM_ON_LOAN");
    assertThat(LIBRARY.request("Hold", item, patron, Library.DESK).status()).isEqualTo(201);
    assertRefused(LIBRARY.request("Recall", item, patron, Library.DESK), "ITEM_ALREADY_REQUESTED");
  }

  @Test
  void createsOneOfEqualConcurrentRequests() throws Exception {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, LIBRARY.patron());
    Callable<Answer> hold = () -> LIBRARY.request("Hold", item, patron, Library.DESK);
    List<Answer> answers = DESK.atOnce(item, List.of(hold, hold));
    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(201, 422);
    assertRefused(
        answers.stream().filter(answer -> answer.status() == 422).findFirst().orElseThrow(),
        "ITEM_ALREADY_REQUESTED");
  }

  @Test
  void concurrentCheckOutAndHoldOfOnePatronAreConsistent() throws Exception {
    String item = LIBRARY.item("In transit");
    String patron = LIBRARY.patron();
    List<Answer> answers =
        DESK.atOnce(
            item,
            List.of(
                () -> LIBRARY.checkOut(item, patron),
                () -> LIBRARY.request("Hold", item, patron, Library.DESK)));
    assertThat(answers.getFirst().status()).as(answers.toString()).isEqualTo(201);
    assertRefused(answers.getLast(), "REQUESTER_ALREADY_HAS_THIS_ITEM_ON_LOAN");
  }

  @Test
  void refusesServicePointWithoutPickup() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    UUID online = ReferenceData.id("service-point", "Online");
    assertRefused(
        LIBRARY.request("Page", item, patron, online), "SERVICE_POINT_IS_NOT_PICKUP_LOCATION");
    assertRefused(
        LIBRARY.request("Page", item, patron, UUID.randomUUID()),
        "SERVICE_POINT_IS_NOT_PICKUP_LOCATION");
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
  }

  @Test
  void refusesRequestsOfInactivePatrons() {
    assertRefused(
        LIBRARY.request("Page", LIBRARY.item(), LIBRARY.patron("\"active\": false"), Library.DESK),
        "USER_INACTIVE");
  }

  @Test
  void recordsOfOtherTenantsAreNotFound() {
    Library other = new Library(SERVER, ListsServer.OTHER_TENANT);
    String item = other.item();
    String body =
        """
        {"requestType": "Page", "itemId": "%s", "requesterId": "%s", "pickupServicePointId": "%s"}\
        """;
    Answer ofItem =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/requests",
                body.formatted(other.id(item), LIBRARY.patronId(LIBRARY.patron()), Library.DESK));
    assertRefused(ofItem, "ITEM_NOT_FOUND");
    Answer ofPatron =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/requests",
                body.formatted(
                    LIBRARY.id(LIBRARY.item()), other.patronId(other.patron()), Library.DESK));
    assertRefused(ofPatron, "USER_NOT_FOUND");
  }

  @Test
  void refusesImpossibleDate() {
    Answer answer =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/requests",
                """
                {"requestType": "Page", "itemId": "%s", "requesterId": "%s",
                 "pickupServicePointId": "%s", "requestDate": "+300000-01-01T00:00:00Z"}\
                """
                    .formatted(
                        LIBRARY.id(LIBRARY.item()),
                        LIBRARY.patronId(LIBRARY.patron()),
                        Library.DESK));
    assertRefused(answer, "VALUE_INVALID");
  }

  @Test
  void reportsMissingAndUnsupportedFields() {
    Answer empty = LIBRARY.client().json("POST", "/circulation/requests", "{}");
    assertThat(empty.status()).isEqualTo(422);
    assertThat(empty.json().path("errors").size()).isEqualTo(4);
    Answer title =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/requests",
                """
                {"requestType": "Hold", "requestLevel": "Title", "itemId": "%s",
                 "requesterId": "%s", "pickupServicePointId": "%s"}\
                """
                    .formatted(UUID.randomUUID(), UUID.randomUUID(), Library.DESK));
    assertRefused(title, "REQUEST_LEVEL_IS_NOT_ALLOWED");
    Answer type =
        LIBRARY.client().json("POST", "/circulation/requests", "{\"requestType\": \"Wish\"}");
    assertThat(type.status()).isEqualTo(400);
  }

  private static Answer put(JsonNode request) {
    return LIBRARY
        .client()
        .json("PUT", "/circulation/requests/" + request.path("id").asString(), request.toString());
  }

  private static JsonNode read(JsonNode request) {
    return LIBRARY.client().get("/circulation/requests/" + request.path("id").asString()).json();
  }

  @Test
  void movesRequestToAnotherDesk() {
    String item = LIBRARY.item();
    ObjectNode request =
        (ObjectNode) LIBRARY.request("Page", item, LIBRARY.patron(), Library.DESK).json();
    request
        .put("pickupServicePointId", Library.OTHER_DESK.toString())
        .put("cancelledDate", "2026-01-01T00:00:00Z")
        .put("cancelledByUserId", UUID.randomUUID().toString());
    Answer put = put(request);
    assertThat(put.status()).as(put.toString()).isEqualTo(204);
    ObjectNode moved = (ObjectNode) read(request);
    assertThat(moved.path("pickupServicePointId").asString())
        .isEqualTo(Library.OTHER_DESK.toString());
    assertThat(moved.has("cancelledDate") || moved.has("cancelledByUserId"))
        .as("it is open")
        .isFalse();
    assertThat(LIBRARY.status(item)).isEqualTo("Paged");
    assertThat(put(request).status()).isEqualTo(409);
    moved.put("pickupServicePointId", ReferenceData.id("service-point", "Online").toString());
    assertRefused(put(moved), "SERVICE_POINT_IS_NOT_PICKUP_LOCATION");
    moved.set("pickupServicePointId", request.path("pickupServicePointId"));
    moved.put("requesterId", LIBRARY.patronId(LIBRARY.patron()).toString());
    assertRefused(put(moved), "VALUE_INVALID");
    moved.put("id", UUID.randomUUID().toString());
    assertThat(put(moved).status()).isEqualTo(404);
  }

  /** As FOLIO's pages do it. */
  @Test
  void cancelledRequestReleasesItemAndStays() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    ObjectNode request = (ObjectNode) LIBRARY.request("Page", item, patron, Library.DESK).json();
    request
        .put("status", "Closed - Cancelled")
        .put("cancellationReasonId", "75187e8d-e25a-47a7-89ad-23ba612338de")
        .put("cancelledByUserId", UUID.randomUUID().toString())
        .put("cancellationAdditionalInformation", "Bought it")
        .put("cancelledDate", "2026-02-01T10:00:00Z");
    Answer put = put(request);
    assertThat(put.status()).as(put.toString()).isEqualTo(204);
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
    ObjectNode cancelled = (ObjectNode) read(request);
    assertThat(cancelled.has("position")).isFalse();
    cancelled.set("_version", request.path("_version"));
    assertThat(cancelled).isEqualTo(request.without("position"));
    cancelled.remove("_version");
    assertRefused(put(cancelled), "REQUEST_ALREADY_CLOSED");
    assertThat(LIBRARY.request("Page", item, patron, Library.DESK).status()).isEqualTo(201);
  }

  /** An item that is kept already waits for a check-in, as FOLIO's hold shelf clearance has it. */
  @Test
  void checkInAndCancellationAtOnceLeaveNobodyWaiting() throws Exception {
    for (boolean isCheckInFirst : List.of(true, false)) {
      String item = LIBRARY.item();
      LIBRARY.checkOut(item, LIBRARY.patron());
      ObjectNode request =
          (ObjectNode) LIBRARY.request("Hold", item, LIBRARY.patron(), Library.DESK).json();
      request.remove("_version");
      request.put("status", "Closed - Cancelled");
      Callable<Answer> checkIn = () -> LIBRARY.checkIn(item);
      Callable<Answer> cancellation = () -> put(request);
      List<Answer> answers =
          DESK.atOnce(
              item,
              isCheckInFirst ? List.of(checkIn, cancellation) : List.of(cancellation, checkIn));
      assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 204);
      assertThat(read(request).path("status").asString()).isEqualTo("Closed - Cancelled");
      if (LIBRARY.status(item).equals("Awaiting pickup")) {
        LIBRARY.checkIn(item);
      }
      assertThat(LIBRARY.status(item)).isEqualTo("Available");
    }
  }
}
