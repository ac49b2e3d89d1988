package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.group;
import static org.reprise.load.generator.Turn.text;
import static org.reprise.load.generator.Turn.think;
import static org.reprise.load.generator.Turn.turn;
import static org.reprise.load.lists.Requests.save;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.reprise.load.generator.Recorder;

/**
 * The users of circulation: each is a desk that goes on for as long as the course says, and sends
 * the requests of FOLIO's script of the release before (folio-org/perf-testing, Orchid): 20 and 12.
 */
record DeskFlow(
    ListsLoad.Desks load, Course course, Recorder recorder, Desk.Stock stock, Requests requests) {
  private static final String DESK = "desk";
  private static final String TRANSACTION = "transaction";
  private static final String LOAN = "loan";
  private static final String AS_PROXY = "query=(proxyUserId==#{user})";
  private static final String OPEN_OF_USER = "(userId==#{user} and status.name<>Closed)";

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
          transaction.isCheckIn() ? ListsLoad.RETURNED : ListsLoad.LENT, text(session, LOAN));
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
    var loans = requests.search("user's loans", "/circulation/loans?limit=1", OPEN_OF_USER);
    var blocks = requests.get("automated blocks", "/automated-patron-blocks/#{user}?limit=100");
    var open =
        requests.search(
            "user's requests",
            "/circulation/requests?limit=100",
            "(requesterId==#{user} and status==\"Open\")");
    return List.of(
        settings("check-out settings", "(module==CHECKOUT and configName==other_settings)"),
        settings("picture settings", "(module==USERS and configName==profile_pictures)"),
        requests.get("groups", "/groups"),
        requests.search(
            "user by barcode",
            "/users",
            """
            (barcode=="#{userBarcode}" OR externalSystemId=="#{userBarcode}" OR id=="#{userBarcode}" \
            OR username=="#{userBarcode}")\
            """,
            save("user", "users[0].id"),
            save("group", "users[0].patronGroup")),
        requests.search("patron group", "/groups", "(id==#{group})"),
        requests.search("user's fees", "/accounts?limit=100", OPEN_OF_USER),
        loans,
        open,
        requests.search("user's proxies", "/proxiesfor?limit=80", "query=(userId==#{user})"),
        requests.search("user as a proxy", "/proxiesfor?limit=80", AS_PROXY),
        requests.get(
            "notes",
            "/note-links/domain/users/type/user/id/#{user}?limit=10000&order=desc&status=assigned"),
        requests.search("manual blocks", "/manualblocks", "userId==#{user}"),
        blocks,
        requests.search("user as a proxy, again", "/proxiesfor", AS_PROXY),
        requests.search(
            "requests to fetch",
            "/circulation/requests",
            """
            (requesterId==#{user} and pickupServicePointId=#{servicePoint} \
            and status=="Open - Awaiting pickup")\
            """),
        itemByBarcode(40),
        requests.post(
            "check out",
            "/circulation/check-out-by-barcode",
            """
            {"itemBarcode":"#{itemBarcode}","userBarcode":"#{userBarcode}","loanDate":"#{now}",\
            "id":"#{randomUuid()}","servicePointId":"#{servicePoint}"}\
            """,
            201,
            save(LOAN, "id")),
        loans,
        blocks,
        open);
  }

  List<ChainBuilder> checkIn() {
    return List.of(
        requests.get("groups", "/groups"),
        requests.get("users", "/users"),
        requests.get("staff slips", "/staff-slips-storage/staff-slips?limit=1000"),
        requests.get("service points", "/service-points?limit=1000"),
        settings("check-in settings", "(module=CHECKOUT and configName=other_settings)"),
        itemByBarcode(1000),
        requests.post(
            "check in",
            "/circulation/check-in-by-barcode",
            """
            {"servicePointId":"#{servicePoint}","checkInDate":"#{now}",\
            "itemBarcode":"#{itemBarcode}","id":"#{randomUuid()}"}\
            """,
            200,
            save(LOAN, "loan.id"),
            save("user", "loan.userId"),
            save("lostItemPolicy", "loan.lostItemPolicyId || 'NOT_FOUND'")),
        requests.search(
            "item's requests after",
            "/circulation/requests",
            """
            (itemId==#{item} and (status=="Open - Awaiting pickup" \
            or status=="Open - Awaiting delivery"))\
            """),
        requests.search("loan's fees", "/accounts", "loanId==\"#{loan}\""),
        requests.search("lost item policy", "/lost-item-fees-policies", "id==#{lostItemPolicy}"),
        requests.search(
            "item's fees",
            "/accounts",
            """
            (userId==#{user} and itemId==#{item}) \
            AND (status.name=="Open" OR status.name=="Closed")\
            """),
        requests.search(
            "open fees",
            "/accounts",
            "(userId==#{user} and itemId==#{item} and loanId==#{loan}) and status.name==\"Open\""));
  }

  private ChainBuilder settings(String name, String cql) {
    return requests.search(name, "/configurations/entries", cql);
  }

  private ChainBuilder itemByBarcode(int limit) {
    return requests.search(
        "item by barcode",
        "/inventory/items?limit=" + limit,
        "barcode==\"#{itemBarcode}\"",
        save("item", "items[0].id"));
  }
}
