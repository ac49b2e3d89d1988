package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.group;
import static org.reprise.load.generator.Turn.think;
import static org.reprise.load.generator.Turn.turn;
import static org.reprise.load.lists.Requests.save;
import static org.reprise.load.lists.Requests.saved;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.reprise.load.generator.Recorder;

/**
 * The users of circulation: each is a desk that goes on for as long as the course says. The report
 * counts transactions of 20 and 12 requests and does not name them; this sequence is ours, after
 * the pages of FOLIO's own desk.
 */
record DeskFlow(
    ListsLoad.Desks load, Course course, Recorder recorder, Desk.Stock stock, Requests requests) {
  private static final String DESK = "desk";
  private static final String TRANSACTION = "transaction";
  private static final String LOAN = "loan";

  DeskFlow(ListsLoad.Desks load, Course course, Recorder recorder, Desk.Stock stock) {
    this(load, course, recorder, stock, new Requests(load.base()));
  }

  ChainBuilder chain() {
    var checkIn = turn(recorder, ListsLoad.CHECK_IN, exec(checkIn()));
    var checkOut = turn(recorder, ListsLoad.CHECK_OUT, exec(checkOut()));
    var desks =
        IntStream.range(0, load.count())
            .mapToObj(it -> Map.<String, Object>of(DESK, new Desk(load, stock, it)));
    return feed(desks.iterator())
        .exec(session -> {
          course.begin(System.nanoTime());
          return session.set("servicePoint", load.servicePoint());
        })
        .exec(
            asLongAs(_ -> course.desksGoOn(System.nanoTime()))
                .on(
                    think(recorder, session -> desk(session).think())
                        .exec(DeskFlow::next)
                        .exec(
                            doIfOrElse(session -> transaction(session).isCheckIn())
                                .then(group("Check-in").on(checkIn))
                                .orElse(group("Check-out").on(checkOut)))
                        .exec(this::acknowledged)));
  }

  private static Session next(Session session) {
    var next = desk(session).next();
    return session
        .set(TRANSACTION, next)
        .set("itemBarcode", next.item())
        .set("userBarcode", next.patron())
        .set("now", Instant.now().toString())
        .remove(LOAN);
  }

  /** A loan is acknowledged, whatever happened to the requests behind it. */
  private Session acknowledged(Session session) {
    if (session.contains(LOAN)) {
      var transaction = transaction(session);
      desk(session).done(transaction);
      recorder.acknowledged(
          transaction.isCheckIn() ? ListsLoad.RETURNED : ListsLoad.LENT, saved(session, LOAN));
    }
    return session.markAsSucceeded();
  }

  private static Desk desk(Session session) {
    return Objects.requireNonNull(session.<Desk>get(DESK));
  }

  private static Desk.Transaction transaction(Session session) {
    return Objects.requireNonNull(session.<Desk.Transaction>get(TRANSACTION));
  }

  List<ChainBuilder> checkOut() {
    return List.of(
        servicePoint(),
        requests.search(
            "user by barcode",
            "/users",
            "barcode==#{userBarcode}",
            save("user", "users[0].id"),
            save("group", "users[0].patronGroup")),
        requests.get("patron group", "/groups/#{group}"),
        loansOfUser("user's loans"),
        requestsOfUser("user's requests"),
        requests.get("automated blocks", "/automated-patron-blocks/#{user}"),
        requests.search("manual blocks", "/manualblocks?limit=100", "userId==#{user}"),
        requests.search(
            "item by barcode",
            "/inventory/items",
            "barcode==#{itemBarcode}",
            save("item", "items[0].id"),
            save("holdings", "items[0].holdingsRecordId"),
            save("location", "items[0].effectiveLocation.id"),
            save("materialType", "items[0].materialType.id"),
            save("loanType", "items[0].permanentLoanType.id")),
        holdings("holdings"),
        requests.get("instance", "/inventory/instances/#{instance}"),
        requestsOfItem("item's requests"),
        policy("loan-policy", save("loanPolicy", "loanPolicyId")),
        policy("request-policy"),
        policy("notice-policy"),
        requests.get("loan policy", "/loan-policy-storage/loan-policies/#{loanPolicy}"),
        requests.post(
            "check out",
            "/circulation/check-out-by-barcode",
            """
            {"itemBarcode":"#{itemBarcode}","userBarcode":"#{userBarcode}","servicePointId":"#{servicePoint}"}\
            """,
            201,
            save(LOAN, "id")),
        requests.get("the loan", "/circulation/loans/#{loan}"),
        loansOfUser("user's loans after"),
        requests.get("item after", "/inventory/items/#{item}"),
        requestsOfUser("user's requests after"));
  }

  List<ChainBuilder> checkIn() {
    return List.of(
        servicePoint(),
        requests.search(
            "item by barcode",
            "/inventory/items",
            "barcode==#{itemBarcode}",
            save("item", "items[0].id"),
            save("holdings", "items[0].holdingsRecordId"),
            save("location", "items[0].effectiveLocation.id")),
        requestsOfItem("item's requests"),
        requests.post(
            "check in",
            "/circulation/check-in-by-barcode",
            """
            {"itemBarcode":"#{itemBarcode}","servicePointId":"#{servicePoint}","checkInDate":"#{now}"}\
            """,
            200,
            save(LOAN, "loan.id"),
            save("user", "loan.userId")),
        requests.get("item after", "/inventory/items/#{item}"),
        holdings("holdings after"),
        requests.get("instance after", "/inventory/instances/#{instance}"),
        requests.get("the loan", "/circulation/loans/#{loan}"),
        requestsOfItem("item's requests after"),
        requests.get("whose loan it was", "/users/#{user}"),
        requests.get("where it goes", "/locations/#{location}"),
        requests.search("check-in log", "/check-in-storage/check-ins?limit=1", "itemId==#{item}"));
  }

  private ChainBuilder servicePoint() {
    return requests.get("service point", "/service-points/#{servicePoint}");
  }

  private ChainBuilder holdings(String name) {
    return requests.get(
        name, "/holdings-storage/holdings/#{holdings}", save("instance", "instanceId"));
  }

  private ChainBuilder loansOfUser(String name) {
    return requests.search(
        name, "/circulation/loans?limit=100", "(userId==#{user} and status.name==Open)");
  }

  private ChainBuilder requestsOfUser(String name) {
    return requests.search(
        name, "/circulation/requests?limit=100", "(requesterId==#{user} and status==\"Open*\")");
  }

  private ChainBuilder requestsOfItem(String name) {
    return requests.search(
        name, "/circulation/requests?limit=100", "(itemId==#{item} and status==\"Open*\")");
  }

  private ChainBuilder policy(String kind, CheckBuilder... checks) {
    return requests.get(
        kind,
        "/circulation/rules/"
            + kind
            + "?item_type_id=#{materialType}&loan_type_id=#{loanType}&patron_type_id=#{group}"
            + "&location_id=#{location}",
        checks);
  }
}
