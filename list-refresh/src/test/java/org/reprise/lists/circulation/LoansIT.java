package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What staff change of open loans, and recalls. */
class LoansIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final Desk DESK = new Desk(SERVER, LIBRARY);
  private static final String DUE = "{\"dueDate\": \"2031-05-01T21:59:59.000+0000\"}";
  private static final String LOST =
      """
      {"servicePointId": "%s", "declaredLostDateTime": "2026-02-01T10:00:00Z",
       "comment": "Fell into\\nthe sea", "id": "%s"}\
      """
          .formatted(Library.DESK, UUID.randomUUID());
  private static final String CLAIMED =
      """
      {"itemClaimedReturnedDateTime": "2026-02-01T10:00:00Z", "comment": "In the box"}\
      """;

  private static Answer post(JsonNode loan, String operation, String body) {
    return LIBRARY
        .client()
        .json(
            "POST",
            "/circulation/loans/%s/%s".formatted(loan.path("id").asString(), operation),
            body);
  }

  private static void done(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
  }

  @Test
  void changesDueDate() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    done(post(loan, "change-due-date", DUE));
    JsonNode changed = DESK.loan(loan);
    assertThat(changed.path("dueDate").asString()).isEqualTo("2031-05-01T21:59:59Z");
    assertThat(changed.path("action").asString()).isEqualTo("checkedout");
    assertThat(changed.path("_version").asInt()).isEqualTo(2);
    assertThat(DESK.events(item)).containsExactly("checkedout", "checkedout");
  }

  @Test
  void keepsItemThatIsDeclaredLostOnLoanUntilItComesBack() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    done(post(loan, "declare-item-lost", LOST));
    JsonNode lost = DESK.loan(loan);
    assertThat(lost.path("action").asString()).isEqualTo("declaredLost");
    assertThat(lost.path("actionComment").asString()).isEqualTo("Fell into\nthe sea");
    assertThat(lost.path("declaredLostDate").asString()).isEqualTo("2026-02-01T10:00:00Z");
    assertThat(lost.at("/status/name").asString()).isEqualTo("Open");
    assertThat(lost.at("/item/status/name").asString()).isEqualTo("Declared lost");
    Desk.assertRefused(
        post(loan, "declare-item-lost", LOST),
        "ITEM_ALREADY_DECLARED_LOST",
        "The item is already declared lost");
    Desk.assertRefused(
        post(loan, "change-due-date", DUE), "ITEM_STATUS_NOT_ALLOWED", "item is Declared lost");
    assertThat(LIBRARY.checkIn(item).status()).isEqualTo(200);
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
    assertThat(DESK.loan(loan).path("action").asString()).isEqualTo("checkedin");
    assertThat(DESK.loan(loan).has("actionComment")).isFalse();
    assertThat(DESK.events(item)).containsExactly("checkedout", "declaredLost", "checkedin");
  }

  @ParameterizedTest
  @CsvSource({
    "Returned by patron, checkedInReturnedByPatron",
    "Found by library, checkedInFoundByLibrary",
  })
  void checkInResolvesClaimedReturn(String resolution, String action) {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    done(post(loan, "claim-item-returned", CLAIMED));
    JsonNode claimed = DESK.loan(loan);
    assertThat(claimed.path("action").asString()).isEqualTo("claimedReturned");
    assertThat(claimed.path("actionComment").asString()).isEqualTo("In the box");
    assertThat(claimed.path("claimedReturnedDate").asString()).isEqualTo("2026-02-01T10:00:00Z");
    assertThat(LIBRARY.status(item)).isEqualTo("Claimed returned");
    assertThat(LIBRARY.checkIn(item).status()).isEqualTo(422);
    Answer back =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-in-by-barcode",
                """
                {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "2026-02-02T10:00:00Z",
                 "claimedReturnedResolution": "%s"}\
                """
                    .formatted(item, Library.DESK, resolution));
    assertThat(back.json().at("/loan/action").asString()).as(back.toString()).isEqualTo(action);
    assertThat(back.json().at("/loan/status/name").asString()).isEqualTo("Closed");
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
    assertThat(DESK.events(item)).containsExactly("checkedout", "claimedReturned", action);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "change-due-date | {} | dueDate | A new due date is required in order to change the due date",
        "change-due-date | {'dueDate': '-0001-03-01T08:00:00Z'} | dueDate | 'dueDate' is not in a year from 1 to 9999",
        "claim-item-returned | {} | itemClaimedReturnedDateTime | Item claimed returned date is a required field",
        "declare-item-lost | {'declaredLostDateTime': '2026-02-01T10:00:00Z'} | servicePointId | A service point is required for item to be declared lost",
      },
      quoteCharacter = '"')
  void namesMissingAndImpossibleMembers(
      String operation, String body, String member, String message) {
    JsonNode loan = LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    Answer answer = post(loan, operation, body.replace('\'', '"'));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.json().at("/errors/0/message").asString()).isEqualTo(message);
    assertThat(answer.json().at("/errors/0/parameters/0/key").asString()).isEqualTo(member);
    assertThat(DESK.loan(loan)).isEqualTo(loan);
  }

  @Test
  void refusesClosedAndUnknownLoans() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    LIBRARY.checkIn(item);
    JsonNode unknown = ((ObjectNode) loan.deepCopy()).put("id", UUID.randomUUID().toString());
    for (List<String> call :
        List.of(
            List.of("change-due-date", DUE),
            List.of("declare-item-lost", LOST),
            List.of("claim-item-returned", CLAIMED))) {
      Answer closed = post(loan, call.getFirst(), call.getLast());
      Desk.assertRefused(closed, "LOAN_CLOSED", "Loan is closed");
      assertThat(closed.json().at("/errors/0/parameters/0/key").asString()).isEqualTo("loanId");
      Answer none = post(unknown, call.getFirst(), call.getLast());
      assertThat(none.status()).as(none.toString()).isEqualTo(404);
      assertThat(none.code()).endsWith("-loan.not.found");
    }
  }

  @Test
  void nobodySetsStatusOfItemOnLoan() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    done(post(loan, "declare-item-lost", LOST));
    JsonNode read = LIBRARY.read(item);
    Answer answer =
        LIBRARY
            .client()
            .json(
                "PUT",
                "/inventory/items/" + read.path("id").asString(),
                read.toString().replace("Declared lost", "Available"));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(LIBRARY.status(item)).isEqualTo("Declared lost");
  }

  @Test
  void lossAndCheckInAtOnceLeaveItemOnItsShelf() throws Exception {
    for (boolean isLossFirst : List.of(true, false)) {
      String item = LIBRARY.item();
      JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
      Callable<Answer> loss = () -> post(loan, "declare-item-lost", LOST);
      Callable<Answer> checkIn = () -> LIBRARY.checkIn(item);
      List<Answer> answers =
          DESK.atOnce(item, isLossFirst ? List.of(loss, checkIn) : List.of(checkIn, loss));
      assertThat(answers).extracting(Answer::status).contains(200).containsAnyOf(204, 422);
      assertThat(DESK.loan(loan).at("/status/name").asString()).isEqualTo("Closed");
      assertThat(LIBRARY.status(item)).isEqualTo("Available");
      assertThat(DESK.events(item)).last().isEqualTo("checkedin");
    }
  }

  private static Duration left(JsonNode loan) {
    return Duration.between(Instant.now(), Instant.parse(loan.path("dueDate").asString()));
  }

  /** By the first policy's terms: a week from the loan at least, and a day from the recall. */
  @Test
  void firstRecallShortensLoan() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    assertThat(LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK).status())
        .isEqualTo(201);
    JsonNode recalled = DESK.loan(loan);
    assertThat(left(recalled)).isBetween(Duration.ofDays(6), Duration.ofDays(8));
    assertThat(recalled.path("dueDateChangedByRecall").asBoolean()).isTrue();
    assertThat(recalled.path("action").asString()).isEqualTo("recallrequested");
    SERVER.execute(
        "update loan set loan_date = loan_date - interval '30 days' where id = '%s'"
            .formatted(loan.path("id").asString()));
    LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK);
    assertThat(DESK.loan(loan).path("dueDate")).isEqualTo(recalled.path("dueDate"));
    assertThat(DESK.events(item))
        .containsExactly("checkedout", "recallrequested", "recallrequested");
  }

  @ParameterizedTest
  @CsvSource({"0, 3, 2, 4", "0, 0, -1, 1", "100, 1, 20, 22"})
  void recalledLoanIsDueAsPolicySays(int guaranteed, int recall, long min, long max) {
    String patron =
        LendingTerms.patron(
            LIBRARY,
            """
            {"requestManagement": {"recalls": {
              "minimumGuaranteedLoanPeriod": {"duration": %d, "intervalId": "Days"},
              "recallReturnInterval": {"duration": %d, "intervalId": "Days"}}}}\
            """
                .formatted(guaranteed, recall));
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK);
    assertThat(left(DESK.loan(loan))).isBetween(Duration.ofDays(min), Duration.ofDays(max));
  }

  @Test
  void holdLeavesLoanAsItIs() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    LIBRARY.request("Hold", item, LIBRARY.patron(), Library.DESK);
    assertThat(DESK.loan(loan)).isEqualTo(loan);
  }

  @Test
  void recallCountsAgainWhenStaffSetDateAfterItsWithdrawal() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    JsonNode recall = LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK).json();
    done(post(loan, "change-due-date", DUE));
    assertThat(DESK.loan(loan).path("dueDateChangedByRecall").asBoolean()).isTrue();
    LIBRARY.client().delete("/circulation/requests/" + recall.path("id").asString());
    done(post(loan, "change-due-date", DUE));
    assertThat(DESK.loan(loan).path("dueDateChangedByRecall").asBoolean(true)).isFalse();
    LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK);
    assertThat(left(DESK.loan(loan))).isLessThan(Duration.ofDays(8));
  }

  @Test
  void recallCountsAgainAfterRenewal() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    JsonNode recall = LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK).json();
    LIBRARY.client().delete("/circulation/requests/" + recall.path("id").asString());
    Answer renewed =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/renew-by-barcode",
                "{\"itemBarcode\": \"%s\", \"userBarcode\": \"%s\"}".formatted(item, patron));
    assertThat(renewed.status()).as(renewed.toString()).isEqualTo(200);
    assertThat(renewed.json().path("dueDateChangedByRecall").asBoolean(true)).isFalse();
    LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK);
    assertThat(left(DESK.loan(loan))).isLessThan(Duration.ofDays(8));
  }

  @Test
  void recallAndRenewalAtOnceAreInOrder() throws Exception {
    for (boolean isRecallFirst : List.of(true, false)) {
      String item = LIBRARY.item();
      String patron = LIBRARY.patron();
      String other = LIBRARY.patron();
      JsonNode loan = LIBRARY.checkOut(item, patron).json();
      Callable<Answer> recall = () -> LIBRARY.request("Recall", item, other, Library.DESK);
      Callable<Answer> renewal =
          () ->
              LIBRARY
                  .client()
                  .json(
                      "POST",
                      "/circulation/renew-by-barcode",
                      "{\"itemBarcode\": \"%s\", \"userBarcode\": \"%s\"}".formatted(item, patron));
      List<Answer> answers =
          DESK.atOnce(item, isRecallFirst ? List.of(recall, renewal) : List.of(renewal, recall));
      assertThat(answers.get(isRecallFirst ? 0 : 1).status()).isEqualTo(201);
      JsonNode after = DESK.loan(loan);
      assertThat(left(after)).isLessThan(Duration.ofDays(8));
      boolean isRenewed = answers.get(isRecallFirst ? 1 : 0).status() == 200;
      assertThat(after.path("renewalCount").asInt()).isEqualTo(isRenewed ? 1 : 0);
      assertThat(DESK.events(item))
          .isEqualTo(
              isRenewed
                  ? List.of("checkedout", "renewed", "recallrequested")
                  : List.of("checkedout", "recallrequested"));
    }
  }

  private static Answer put(JsonNode loan) {
    return LIBRARY
        .client()
        .json("PUT", "/circulation/loans/" + loan.path("id").asString(), loan.toString());
  }

  @Test
  void replacesDueDate() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    done(put(loan));
    ObjectNode changed = (ObjectNode) DESK.loan(loan);
    changed.put("dueDate", "2031-05-01T21:59:59.000+00:00");
    done(put(changed));
    JsonNode stored = DESK.loan(loan);
    assertThat(stored.path("dueDate").asString()).isEqualTo("2031-05-01T21:59:59Z");
    assertThat(stored.path("_version").asInt()).isEqualTo(3);
    Answer stale = put(changed);
    assertThat(stale.status()).as(stale.toString()).isEqualTo(409);
    assertThat(stale.code()).isEqualTo("update-optimistic.lock.exception");
    changed.remove("_version");
    done(put(changed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "userId | \"7d3a43a8-4d9a-4f57-9ea1-6f0a0ad4b0c1\"",
        "itemId | \"7d3a43a8-4d9a-4f57-9ea1-6f0a0ad4b0c1\"",
        "status | {\"name\": \"Closed\"}",
        "dueDate | \"-0001-03-01T08:00:00Z\"",
      },
      quoteCharacter = '$')
  void refusesToReplaceWhatCannotBeChanged(String member, String value) {
    JsonNode loan = LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    ObjectNode changed = (ObjectNode) loan.deepCopy();
    changed.set(member, JsonMapper.shared().readTree(value));
    Answer answer = put(changed);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.json().at("/errors/0/parameters/0/key").asString()).isEqualTo(member);
    assertThat(DESK.loan(loan)).isEqualTo(loan);
  }

  @Test
  void replacesNoClosedOrUnknownLoan() {
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, LIBRARY.patron()).json();
    LIBRARY.checkIn(item);
    Desk.assertRefused(put(DESK.loan(loan)), "LOAN_CLOSED", "Loan is closed");
    ObjectNode unknown = (ObjectNode) loan.deepCopy();
    Answer none = put(unknown.put("id", UUID.randomUUID().toString()));
    assertThat(none.status()).as(none.toString()).isEqualTo(404);
  }
}
