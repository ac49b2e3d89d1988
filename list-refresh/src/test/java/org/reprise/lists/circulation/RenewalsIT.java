package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Renewals, by barcodes and by ids. */
class RenewalsIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);
  private static final Desk DESK = new Desk(SERVER, LIBRARY);

  private static Answer renew(String item, String patron) {
    return LIBRARY
        .client()
        .json(
            "POST",
            "/circulation/renew-by-barcode",
            """
            {"itemBarcode": "%s", "userBarcode": "%s", "servicePointId": "%s"}\
            """
                .formatted(item, patron, Library.DESK));
  }

  private static Answer renewById(UUID item, UUID patron) {
    return LIBRARY
        .client()
        .json(
            "POST",
            "/circulation/renew-by-id",
            """
            {"itemId": "%s", "userId": "%s"}\
            """
                .formatted(item, patron));
  }

  private static Instant due(JsonNode loan) {
    return Instant.parse(loan.path("dueDate").asString());
  }

  @Test
  void extendsLoanFromItsDueDate() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    assertThat(loan.has("renewalCount")).isFalse();
    Answer answer = renew(item.toUpperCase(java.util.Locale.ROOT), patron);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    JsonNode renewed = answer.json();
    assertThat(renewed.path("id")).isEqualTo(loan.path("id"));
    assertThat(renewed.path("action").asString()).isEqualTo("renewed");
    assertThat(renewed.path("renewalCount").asInt()).isEqualTo(1);
    assertThat(due(renewed)).isEqualTo(due(loan).plus(Duration.ofDays(21)));
    assertThat(renewed.at("/item/status/name").asString()).isEqualTo("Checked out");
    assertThat(DESK.loan(loan)).isEqualTo(renewed);
    JsonNode again = renewById(LIBRARY.id(item), LIBRARY.patronId(patron)).json();
    assertThat(again.path("renewalCount").asInt()).isEqualTo(2);
    assertThat(DESK.events(item)).containsExactly("checkedout", "renewed", "renewed");
  }

  @Test
  void extendsLoanOfItemWithoutBarcode() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, patron);
    UUID id = LIBRARY.id(item);
    SERVER.execute("update item set barcode = null where id = '%s'".formatted(id));
    Answer renewed = renewById(id, LIBRARY.patronId(patron));
    assertThat(renewed.status()).as(renewed.toString()).isEqualTo(200);
    assertThat(renewed.json().path("renewalCount").asInt()).isEqualTo(1);
  }

  @Test
  void refusesDueDateAfterYear9999() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    SERVER.execute(
        "update loan set due_date = '9999-12-31T12:00:00Z' where id = '%s'"
            .formatted(loan.path("id").asString()));
    Answer refused = renew(item, patron);
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/code").asString()).isEqualTo("VALUE_INVALID");
  }

  @Test
  void extendsLoanFromNowWherePolicySaysSo() {
    String patron =
        LendingTerms.patron(LIBRARY, "{\"renewalsPolicy\": {\"renewFromId\": \"SYSTEM_DATE\"}}");
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    SERVER.execute(
        "update loan set due_date = due_date - interval '9 days' where id = '%s'"
            .formatted(loan.path("id").asString()));
    JsonNode renewed = renew(item, patron).json();
    assertThat(Duration.between(due(loan), due(renewed)))
        .isBetween(Duration.ZERO, Duration.ofDays(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"renewalsPolicy": {"unlimited": false, "numberAllowed": 0}} | RENEWAL_LIMIT_REACHED | loan at maximum renewal number
          {"renewable": false} | LOAN_NOT_RENEWABLE | loan is not renewable
          {"loanable": false} | ITEM_NOT_LOANABLE | item is not loanable
          {"loansPolicy": {"period": {"duration": 1}}, "renewalsPolicy": {"renewFromId": "SYSTEM_DATE"}} | DUE_DATE_UNCHANGED | renewal would not change the due date
          """)
  void refusesWhatPolicyForbids(String terms, String code, String message) {
    String patron = LendingTerms.patron(LIBRARY, "{}");
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    String policy = loan.path("loanPolicyId").asString();
    LendingTerms.change(LIBRARY, policy, terms);
    Answer answer = renew(item, patron);
    Desk.assertRefused(answer, code, message);
    assertThat(answer.json().at("/errors/0/parameters/0/key").asString()).isEqualTo("loanPolicyId");
    assertThat(answer.json().at("/errors/0/parameters/1/value").asString()).isEqualTo(policy);
    assertThat(DESK.loan(loan)).isEqualTo(loan);
  }

  @Test
  void refusesRecalledItem() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, patron);
    LIBRARY.request("Hold", item, LIBRARY.patron(), Library.DESK);
    assertThat(renew(item, patron).status()).isEqualTo(200);
    JsonNode recall = LIBRARY.request("Recall", item, LIBRARY.patron(), Library.DESK).json();
    Answer answer = renew(item, patron);
    Desk.assertRefused(
        answer, "ITEM_RECALLED", "items cannot be renewed when there is an active recall request");
    assertThat(answer.json().at("/errors/0/parameters/0/value")).isEqualTo(recall.path("id"));
  }

  @Test
  void refusesRequestedItemWherePolicySaysSo() {
    String patron =
        LendingTerms.patron(
            LIBRARY, "{\"requestManagement\": {\"holds\": {\"renewItemsWithRequest\": false}}}");
    String item = LIBRARY.item();
    LIBRARY.checkOut(item, patron);
    LIBRARY.request("Hold", item, LIBRARY.patron(), Library.DESK);
    Desk.assertRefused(
        renew(item, patron),
        "ITEM_REQUESTED",
        "Items with this loan policy cannot be renewed when there is an active, pending hold request");
  }

  @Test
  void refusesBlockedPatron() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, patron);
    LIBRARY
        .client()
        .json(
            "POST",
            "/manualblocks",
            """
            {"desc": "lost card", "renewals": true, "userId": "%s"}\
            """
                .formatted(LIBRARY.patronId(patron)));
    Desk.assertRefused(renew(item, patron), "USER_BLOCKED", "Patron blocked from renewing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"active = false", "expiration_date = now()"})
  void refusesInactivePatron(String change) {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    LIBRARY.checkOut(item, patron);
    SERVER.execute("update app_user set %s where barcode = '%s'".formatted(change, patron));
    Desk.assertRefused(
        renew(item, patron), "USER_INACTIVE", "Cannot renew loan when user is inactive or expired");
  }

  @Test
  void refusesOtherPatronsAndItemsThatAreNotOut() {
    String item = LIBRARY.item();
    String other = LIBRARY.patron();
    Desk.assertRefused(renew("none", other), "ITEM_NOT_FOUND", "No item with barcode none exists");
    Desk.assertRefused(
        renew(item, other), "ITEM_NOT_CHECKED_OUT", "There is no open loan of the item");
    LIBRARY.checkOut(item, LIBRARY.patron());
    String message = "Cannot renew item checked out to different user";
    Desk.assertRefused(renew(item, other), "USER_DOES_NOT_MATCH", message);
    Desk.assertRefused(
        renewById(LIBRARY.id(item), LIBRARY.patronId(other)), "USER_DOES_NOT_MATCH", message);
    UUID unknown = UUID.randomUUID();
    Desk.assertRefused(
        renewById(unknown, unknown),
        "ITEM_NOT_FOUND",
        "No item with ID %s exists".formatted(unknown));
    assertThat(
            new Library(SERVER, ListsServer.OTHER_TENANT)
                .client()
                .json(
                    "POST",
                    "/circulation/renew-by-barcode",
                    "{\"itemBarcode\": \"%s\", \"userBarcode\": \"%s\"}".formatted(item, other))
                .body())
        .contains("ITEM_NOT_FOUND");
  }

  @ParameterizedTest
  @ValueSource(strings = {"barcode", "id"})
  void reportsMissingFields(String key) {
    Answer answer = LIBRARY.client().json("POST", "/circulation/renew-by-" + key, "{}");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(answer.json().path("errors").size()).isEqualTo(2);
    assertThat(answer.body()).contains("Renewal request must have a");
  }

  @Test
  void renewsOnceWhereOneRenewalIsLeft() throws Exception {
    String patron =
        LendingTerms.patron(
            LIBRARY, "{\"renewalsPolicy\": {\"unlimited\": false, \"numberAllowed\": 1}}");
    String item = LIBRARY.item();
    JsonNode loan = LIBRARY.checkOut(item, patron).json();
    List<Answer> answers =
        DESK.atOnce(item, List.of(() -> renew(item, patron), () -> renew(item, patron)));
    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 422);
    assertThat(DESK.loan(loan).path("renewalCount").asInt()).isEqualTo(1);
    assertThat(DESK.events(item)).containsExactly("checkedout", "renewed");
  }

  @Test
  void checkInAndRenewalAtOnceLeaveClosedLoan() throws Exception {
    String patron = LIBRARY.patron();
    for (boolean isRenewalFirst : List.of(true, false)) {
      String item = LIBRARY.item();
      JsonNode loan = LIBRARY.checkOut(item, patron).json();
      List<java.util.concurrent.Callable<Answer>> requests =
          isRenewalFirst
              ? List.of(() -> renew(item, patron), () -> LIBRARY.checkIn(item))
              : List.of(() -> LIBRARY.checkIn(item), () -> renew(item, patron));
      List<Answer> answers = DESK.atOnce(item, requests);
      Answer renewal = answers.get(isRenewalFirst ? 0 : 1);
      Answer checkIn = answers.get(isRenewalFirst ? 1 : 0);
      assertThat(checkIn.status()).as(checkIn.toString()).isEqualTo(200);
      JsonNode closed = DESK.loan(loan);
      assertThat(closed.at("/status/name").asString()).isEqualTo("Closed");
      assertThat(closed.path("renewalCount").asInt()).isEqualTo(renewal.status() == 200 ? 1 : 0);
      if (renewal.status() != 200) {
        Desk.assertRefused(renewal, "LOAN_CLOSED", "Loan is closed");
      }
      assertThat(DESK.events(item)).last().isEqualTo("checkedin");
    }
  }
}
