package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Check-in, and items that are held for requests. */
class CheckInIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);

  @Test
  void checkInEndsLoanAndMakesItemAvailable() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    Answer answer = LIBRARY.checkIn(item);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    JsonNode ended = answer.json().path("loan");
    assertThat(ended.path("id")).isEqualTo(loan.path("id"));
    assertThat(ended.path("status").path("name").asString()).isEqualTo("Closed");
    assertThat(ended.path("action").asString()).isEqualTo("checkedin");
    assertThat(Instant.parse(ended.path("returnDate").asString())).isNotNull();
    assertThat(ended.path("checkinServicePointId").asString()).isEqualTo(Library.DESK.toString());
    assertThat(answer.json().path("item").path("status").path("name").asString())
        .isEqualTo("Available");
    assertThat(answer.json().path("inHouseUse").asBoolean(true)).isFalse();
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
    assertThat(LIBRARY.client().get("/circulation/loans/" + loan.path("id").asString()).json())
        .isEqualTo(ended);
    assertThat(LIBRARY.checkOut(item, LIBRARY.patron()).status()).isEqualTo(201);
  }

  @Test
  void logsCheckIns() {
    String item = LIBRARY.item();
    LIBRARY.checkOut(item, LIBRARY.patron());
    UUID librarian = UUID.randomUUID();
    LIBRARY
        .client()
        .as(librarian)
        .json(
            "POST",
            "/circulation/check-in-by-barcode",
            """
            {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "2026-01-01T10:00:00Z"}\
            """
                .formatted(item, Library.OTHER_DESK));
    JsonNode log =
        LIBRARY
            .search("/check-in-storage/check-ins", "itemId==" + LIBRARY.id(item))
            .json()
            .path("checkIns")
            .path(0);
    assertThat(log.path("itemStatusPriorToCheckIn").asString()).isEqualTo("Checked out");
    assertThat(log.path("performedByUserId").asString()).isEqualTo(librarian.toString());
    assertThat(log.path("servicePointId").asString()).isEqualTo(Library.OTHER_DESK.toString());
  }

  @Test
  void checkInWithoutLoanIsInHouseUse() {
    String item = LIBRARY.item();
    Answer answer = LIBRARY.checkIn(item);
    assertThat(answer.json().has("loan")).isFalse();
    assertThat(answer.json().path("inHouseUse").asBoolean()).isTrue();
  }

  @Test
  void firstRequestInTheQueueGetsTheItem() {
    String item = LIBRARY.item();
    String first = LIBRARY.patron();
    String second = LIBRARY.patron();
    LIBRARY.checkOut(item, LIBRARY.patron());
    Answer request = LIBRARY.request("Hold", item, first, Library.DESK);
    assertThat(request.status()).as(request.toString()).isEqualTo(201);
    LIBRARY.request("Hold", item, second, Library.DESK);
    assertThat(LIBRARY.checkIn(item).json().path("item").path("status").path("name").asString())
        .isEqualTo("Awaiting pickup");
    String path = "/circulation/requests/" + request.json().path("id").asString();
    assertThat(LIBRARY.client().get(path).json().path("status").asString())
        .isEqualTo("Open - Awaiting pickup");
    Answer refused = LIBRARY.checkOut(item, second);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("errors").path(0).path("code").asString())
        .isEqualTo("ITEM_REQUESTED_BY_ANOTHER_PATRON");
    assertThat(LIBRARY.checkOut(item, first).status()).isEqualTo(201);
    JsonNode filled = LIBRARY.client().get(path).json();
    assertThat(filled.path("status").asString()).isEqualTo("Closed - Filled");
    assertThat(filled.has("position")).isFalse();
    JsonNode waiting =
        LIBRARY
            .search(
                "/circulation/requests",
                "(itemId==%s and status==\"Open*\")".formatted(LIBRARY.id(item)))
            .json();
    assertThat(waiting.path("totalRecords").asInt()).isEqualTo(1);
    assertThat(waiting.path("requests").path(0).path("position").asInt()).isEqualTo(1);
  }

  @Test
  void itemForAnotherServicePointIsInTransit() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, LIBRARY.patron());
    LIBRARY.request("Recall", item, patron, Library.OTHER_DESK);
    JsonNode sent = LIBRARY.checkIn(item).json().path("item");
    assertThat(sent.path("status").path("name").asString()).isEqualTo("In transit");
    assertThat(sent.path("inTransitDestinationServicePointId").asString())
        .isEqualTo(Library.OTHER_DESK.toString());
    JsonNode arrived = LIBRARY.checkIn(item, Library.OTHER_DESK).json().path("item");
    assertThat(arrived.path("status").path("name").asString()).isEqualTo("Awaiting pickup");
  }

  @Test
  void claimedReturnedItemNeedsResolution() {
    String item = LIBRARY.item("Claimed returned");
    assertThat(LIBRARY.checkIn(item).status()).isEqualTo(422);
    Answer answer =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-in-by-barcode",
                """
                {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "2026-01-01T10:00:00Z",
                 "claimedReturnedResolution": "Found by library"}\
                """
                    .formatted(item, Library.DESK));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
  }

  @Test
  void reportsUnknownItemAndServicePointTogether() {
    Answer answer = LIBRARY.checkIn("none", UUID.randomUUID());
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").size()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"itemBarcode\": \"i\", \"checkInDate\": \"yesterday\"}",
        "{\"itemBarcode\": \"i\", \"claimedReturnedResolution\": \"Burnt\"}",
        "null",
      })
  void refusesInvalidRequests(String body) {
    Answer answer = LIBRARY.client().json("POST", "/circulation/check-in-by-barcode", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
  }

  @Test
  void reportsMissingFields() {
    Answer answer = LIBRARY.client().json("POST", "/circulation/check-in-by-barcode", "{}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").size()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+300000-01-01T00:00:00Z", "-5000-01-01T00:00:00Z"})
  void refusesImpossibleDate(String date) {
    String item = LIBRARY.item();
    Answer answer =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-in-by-barcode",
                """
                {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "%s"}\
                """
                    .formatted(item, Library.DESK, date));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.json().path("errors").path(0).path("code").asString())
        .isEqualTo("VALUE_INVALID");
  }
}
