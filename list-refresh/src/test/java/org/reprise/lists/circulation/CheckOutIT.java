package org.reprise.lists.circulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.lists.Library;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import tools.jackson.databind.JsonNode;

/** Check-out. */
class CheckOutIT {
  private static final ListsServer SERVER = ListsServer.shared();
  private static final Library LIBRARY = Library.of(SERVER);

  private static List<String> codes(Answer answer) {
    List<String> codes = new ArrayList<>();
    answer.json().path("errors").forEach(error -> codes.add(error.path("code").asString()));
    return codes;
  }

  private static void assertRefused(Answer answer, String... codes) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(422);
    assertThat(codes(answer)).as(answer.toString()).containsExactlyInAnyOrder(codes);
  }

  @Test
  void checkOutOpensLoanAndChangesItemStatus() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    Answer answer = LIBRARY.checkOut(item.toUpperCase(java.util.Locale.ROOT), patron);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    JsonNode loan = answer.json();
    assertThat(loan.path("action").asString()).isEqualTo("checkedout");
    assertThat(loan.path("status").path("name").asString()).isEqualTo("Open");
    assertThat(loan.path("userId").asString()).isEqualTo(LIBRARY.patronId(patron).toString());
    assertThat(loan.path("item").path("barcode").asString()).isEqualTo(item);
    assertThat(loan.path("checkoutServicePointId").asString()).isEqualTo(Library.DESK.toString());
    assertThat(loan.has("returnDate")).isFalse();
    Instant lent = Instant.parse(loan.path("loanDate").asString());
    assertThat(Instant.parse(loan.path("dueDate").asString()))
        .isEqualTo(lent.truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(22)).minusSeconds(1));
    assertThat(LIBRARY.status(item)).isEqualTo("Checked out");
  }

  /** As FOLIO's desks send it. */
  @Test
  void lendsFromTheGivenDate() {
    String item = LIBRARY.item();
    UUID id = UUID.randomUUID();
    String body =
        """
        {"itemBarcode": "%s", "userBarcode": "%s", "servicePointId": "%s",
         "loanDate": "%s", "id": "%s"}\
        """;
    String patron = LIBRARY.patron();
    Answer refused =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-out-by-barcode",
                body.formatted(item, patron, Library.DESK, "-0001-03-01T08:00:00Z", id));
    assertRefused(refused, "VALUE_INVALID");
    assertThat(refused.body()).contains("loanDate");
    Answer answer =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-out-by-barcode",
                body.formatted(item, patron, Library.DESK, "2020-03-01T08:00:00.000+0000", id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    JsonNode loan = answer.json();
    assertThat(loan.path("loanDate").asString()).isEqualTo("2020-03-01T08:00:00Z");
    assertThat(loan.path("dueDate").asString()).isEqualTo("2020-03-22T23:59:59Z");
    assertThat(loan.path("id").asString()).isNotEqualTo(id.toString());
    assertThat(LIBRARY.read(item).at("/metadata/updatedDate").asString()).isGreaterThan("2021");
    assertThat(LIBRARY.client().get("/circulation/loans/" + loan.path("id").asString()).json())
        .isEqualTo(loan);
    Answer back =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-in-by-barcode",
                """
                {"itemBarcode": "%s", "servicePointId": "%s", "checkInDate": "%s", "id": "%s"}\
                """
                    .formatted(item, Library.DESK, Instant.now(), id));
    assertThat(back.status()).as(back.toString()).isEqualTo(200);
  }

  @Test
  void answerEqualsTheLoanReadAfterwards() {
    JsonNode loan = LIBRARY.checkOut(LIBRARY.item(), LIBRARY.patron()).json();
    Answer read = LIBRARY.client().get("/circulation/loans/" + loan.path("id").asString());
    assertThat(read.json()).isEqualTo(loan);
    Answer open =
        LIBRARY.search(
            "/circulation/loans",
            "(userId==%s and status.name==Open)".formatted(loan.path("userId").asString()));
    assertThat(open.json().path("totalRecords").asInt()).isEqualTo(1);
    assertThat(open.json().path("loans").path(0)).isEqualTo(loan);
  }

  @Test
  void refusesItemThatIsCheckedOut() {
    String item = LIBRARY.item();
    LIBRARY.checkOut(item, LIBRARY.patron());
    assertRefused(LIBRARY.checkOut(item, LIBRARY.patron()), "ITEM_ALREADY_CHECKED_OUT");
  }

  @Test
  void reportsAllErrorsTogether() {
    Answer answer =
        LIBRARY
            .client()
            .json(
                "POST",
                "/circulation/check-out-by-barcode",
                """
                {"itemBarcode": "none", "userBarcode": "nobody", "servicePointId": "%s"}\
                """
                    .formatted(UUID.randomUUID()));
    assertRefused(answer, "ITEM_NOT_FOUND", "USER_BARCODE_NOT_FOUND", "SERVICE_POINT_NOT_FOUND");
    JsonNode first = answer.json().path("errors").path(0);
    assertThat(first.path("message").asString()).isNotEmpty();
    assertThat(first.path("parameters").path(0).path("key").asString()).isEqualTo("servicePointId");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"active\": false | USER_INACTIVE",
        "\"expirationDate\": \"2020-01-01T00:00:00Z\" | USER_EXPIRED",
      })
  void refusesInactivePatrons(String members, String code) {
    String item = LIBRARY.item();
    assertRefused(LIBRARY.checkOut(item, LIBRARY.patron(members)), code);
    assertThat(LIBRARY.status(item)).isEqualTo("Available");
  }

  @Test
  void blockedPatronBorrowsAfterTheBlockIsRemoved() {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    Answer block =
        LIBRARY
            .client()
            .json(
                "POST",
                "/manualblocks",
                """
                {"desc": "Owes a book", "borrowing": true, "renewals": false, "requests": false,
                 "userId": "%s"}\
                """
                    .formatted(LIBRARY.patronId(patron)));
    assertThat(block.status()).as(block.toString()).isEqualTo(201);
    assertRefused(LIBRARY.checkOut(item, patron), "USER_BLOCKED");
    LIBRARY.client().delete("/manualblocks/" + block.json().path("id").asString());
    assertThat(LIBRARY.checkOut(item, patron).status()).isEqualTo(201);
  }

  @Test
  void patronGroupLimitBlocks() {
    String patron = LendingTerms.limited(LIBRARY, 1);
    UUID id = LIBRARY.patronId(patron);
    assertThat(LIBRARY.client().get("/automated-patron-blocks/" + id).json())
        .hasToString("{\"automatedPatronBlocks\":[]}");
    assertThat(LIBRARY.checkOut(LIBRARY.item(), patron).status()).isEqualTo(201);
    assertRefused(LIBRARY.checkOut(LIBRARY.item(), patron), "USER_LIMIT_REACHED");
    JsonNode block =
        LIBRARY
            .client()
            .get("/automated-patron-blocks/" + id)
            .json()
            .path("automatedPatronBlocks")
            .path(0);
    assertThat(block.path("blockBorrowing").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Declared lost", "Claimed returned", "Intellectual item", "Aged to lost"})
  void refusesItemsByStatus(String status) {
    String item = LIBRARY.item(status);
    assertRefused(LIBRARY.checkOut(item, LIBRARY.patron()), "ITEM_NOT_AVAILABLE");
    assertThat(LIBRARY.status(item)).isEqualTo(status);
  }

  @Test
  void refusesLoanThatARuleForbids() {
    String patron = LendingTerms.patron(LIBRARY, "{\"loanable\": false}");
    assertRefused(LIBRARY.checkOut(LIBRARY.item(), patron), "ITEM_NOT_LOANABLE");
  }

  @Test
  void reportsMissingFields() {
    Answer answer = LIBRARY.client().json("POST", "/circulation/check-out-by-barcode", "{}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").size()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"itemBarcode\": ",
        "{\"itemBarcode\": \"i\", \"userBarcode\": \"u\", \"servicePointId\": \"desk\"}",
        "{\"itemBarcode\": {\"a\": 1}, \"userBarcode\": \"u\"}",
        "{\"itemBarcode\": \"i\", \"userBarcode\": \"u\", \"proxyUserBarcode\": \"p\"}",
      })
  void refusesInvalidRequests(String body) {
    Answer answer = LIBRARY.client().json("POST", "/circulation/check-out-by-barcode", body);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("check-out-invalid.request");
  }

  @Test
  void refusesImpossibleBarcode() {
    assertThat(LIBRARY.checkOut("b\\u0000", LIBRARY.patron()).status()).isEqualTo(422);
    assertThat(LIBRARY.checkOut("b".repeat(201), LIBRARY.patron()).status()).isEqualTo(422);
  }

  @Test
  void recordsOfOtherTenantsAreNotFound() {
    Library other = new Library(SERVER, ListsServer.OTHER_TENANT);
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    assertRefused(other.checkOut(item, patron), "ITEM_NOT_FOUND", "USER_BARCODE_NOT_FOUND");
    other.item(item, "Available");
    assertRefused(other.checkOut(item, patron), "USER_BARCODE_NOT_FOUND");
    String loan = LIBRARY.checkOut(item, patron).json().path("id").asString();
    assertThat(other.client().get("/circulation/loans/" + loan).status()).isEqualTo(404);
    assertThat(other.client().get("/users/" + LIBRARY.patronId(patron)).status()).isEqualTo(404);
    assertThat(other.status(item)).isEqualTo("Available");
    Answer loans = other.search("/circulation/loans", "userId==" + LIBRARY.patronId(patron));
    assertThat(loans.json().path("totalRecords").asInt()).isZero();
  }

  @Test
  void fiftyConcurrentCheckOutsMakeOneLoan() throws Exception {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    List<Answer> answers = race(50, desk -> LIBRARY.checkOut(item, patron));
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .allSatisfy(answer -> assertRefused(answer, "ITEM_ALREADY_CHECKED_OUT"));
    assertThat(
            SERVER.count(
                "select count(*) from loan where item_id = '%s'".formatted(LIBRARY.id(item))))
        .isEqualTo(1);
  }

  @Test
  void concurrentCheckOutsKeepThePatronGroupLimit() throws Exception {
    int limit = 5;
    String patron = LendingTerms.limited(LIBRARY, limit);
    List<String> items = Stream.generate(LIBRARY::item).limit(40).toList();
    List<Answer> answers = race(40, desk -> LIBRARY.checkOut(items.get(desk), patron));
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(limit);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .allSatisfy(answer -> assertRefused(answer, "USER_LIMIT_REACHED"));
    assertThat(items).filteredOn(item -> LIBRARY.status(item).equals("Checked out")).hasSize(limit);
  }

  @Test
  void concurrentCheckInsAndCheckOutsKeepTheLimit() throws Exception {
    int limit = 3;
    String patron = LendingTerms.limited(LIBRARY, limit);
    List<String> items = Stream.generate(LIBRARY::item).limit(6).toList();
    List<Answer> answers =
        race(
            48,
            desk -> {
              String item = items.get(desk % items.size());
              return desk % 4 < 2 ? LIBRARY.checkOut(item, patron) : LIBRARY.checkIn(item);
            });
    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.status()).as(answer.toString()).isIn(200, 201, 409, 422));
    assertThat(answers).extracting(Answer::status).contains(201);
    long lent = answers.stream().filter(answer -> answer.status() == 201).count();
    long ended =
        answers.stream()
            .filter(answer -> answer.status() == 200 && answer.json().has("loan"))
            .count();
    assertThat(
            SERVER.count(
                "select count(*) from loan where status = 'Open' and user_id = '%s'"
                    .formatted(LIBRARY.patronId(patron))))
        .isEqualTo(lent - ended)
        .isBetween(0L, (long) limit);
  }

  @Test
  void concurrentCheckInsAndCheckOutsLeaveAConsistentItem() throws Exception {
    String item = LIBRARY.item();
    String patron = LIBRARY.patron();
    List<Answer> answers =
        race(40, desk -> desk % 2 == 0 ? LIBRARY.checkOut(item, patron) : LIBRARY.checkIn(item));
    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.status()).as(answer.toString()).isIn(200, 201, 409, 422));
    UUID id = LIBRARY.id(item);
    long lent = answers.stream().filter(answer -> answer.status() == 201).count();
    long ended =
        answers.stream()
            .filter(answer -> answer.status() == 200 && answer.json().has("loan"))
            .count();
    long open =
        SERVER.count(
            "select count(*) from loan where status = 'Open' and item_id = '%s'".formatted(id));
    assertThat(open).isEqualTo(lent - ended).isBetween(0L, 1L);
    assertThat(LIBRARY.status(item)).isEqualTo(open == 1 ? "Checked out" : "Available");
    long returns = answers.stream().filter(answer -> answer.status() == 200).count();
    assertThat(SERVER.count("select count(*) from check_in where item_id = '%s'".formatted(id)))
        .isEqualTo(returns);
  }

  private static List<Answer> race(int desks, java.util.function.IntFunction<Answer> act)
      throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> acts =
          IntStream.range(0, desks)
              .mapToObj(desk ->
                  threads.submit(() -> {
                    start.await();
                    return act.apply(desk);
                  }))
              .toList();
      start.countDown();
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> one : acts) {
        answers.add(one.get());
      }
      return answers;
    }
  }
}
