package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static org.reprise.load.generator.Turn.think;
import static org.reprise.load.generator.Turn.turn;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.load.generator.Recorder;

/** The users of circulation: each is a desk that goes on for as long as the course says. */
final class DeskChain {
  private static final String DESK = "desk";
  private static final String TRANSACTION = "transaction";
  private static final String ACTION = "action";

  private final FlowLoad.Desks load;
  private final Course course;
  private final Recorder recorder;
  private final Stock stock;
  private final InventorySize inventory;
  private final AtomicInteger desks = new AtomicInteger();

  DeskChain(FlowLoad.Desks load, Course course, Recorder recorder) {
    this.load = load;
    this.course = course;
    this.recorder = recorder;
    this.inventory = new InventorySize(load.items());
    this.stock = Stock.of(inventory, load.seed());
  }

  ChainBuilder chain() {
    return exec(this::opened)
        .exec(
            asLongAs(_ -> course.desksGoOn(System.nanoTime()))
                .on(
                    think(recorder, session -> desk(session).think())
                        .exec(this::next)
                        .exec(
                            doIfOrElse(DeskChain::checksIn)
                                .then(
                                    transaction(
                                        "Check-in", FlowOperation.CHECK_IN, DeskFlow.checkIn()))
                                .orElse(
                                    transaction(
                                        "Check-out",
                                        FlowOperation.CHECK_OUT,
                                        DeskFlow.checkOut())))));
  }

  private Session opened(Session session) {
    course.begin(System.nanoTime());
    var desk = new Desk(load, desks.getAndIncrement(), stock, inventory);
    return session.set(DESK, desk).set(DeskFlow.SERVICE_POINT, load.servicePoint());
  }

  private ChainBuilder transaction(String title, String operation, List<FlowCall> calls) {
    var requests = exec(calls.stream().map(this::timed).toList());
    return exec(group(title).on(turn(recorder, operation, requests))).exec(this::acknowledged);
  }

  private ChainBuilder timed(FlowCall call) {
    var chain = call.sent(load.base());
    return call.status() == 201
        ? exec(session -> session.set(ACTION, System.nanoTime()))
            .exec(chain)
            .exec(this::actionEnded)
        : chain;
  }

  private Session actionEnded(Session session) {
    recorder.record(FlowOperation.CHECK_OUT_ACTION, session.getLong(ACTION), System.nanoTime());
    return session;
  }

  private Session next(Session session) {
    var next = desk(session).next();
    return session
        .set(TRANSACTION, next)
        .set(DeskFlow.ITEM_BARCODE, InventorySize.barcode(next.item()))
        .set(DeskFlow.USER_BARCODE, InventorySize.patronBarcode(next.patron()))
        .set(DeskFlow.NOW, Instant.now().toString())
        .remove(DeskFlow.LOAN);
  }

  /** A loan is acknowledged, whatever became of the requests behind it. */
  private Session acknowledged(Session session) {
    var loan = session.getString(DeskFlow.LOAN);
    if (loan == null) {
      return session.markAsSucceeded();
    }
    var transaction = transaction(session);
    desk(session).done(transaction);
    if (transaction.kind().equals(FlowOperation.CHECK_OUT)) {
      Acknowledged.lent(recorder, loan);
    } else {
      Acknowledged.returned(recorder, loan);
    }
    return session.markAsSucceeded();
  }

  private static boolean checksIn(Session session) {
    return transaction(session).kind().equals(FlowOperation.CHECK_IN);
  }

  private static Desk desk(Session session) {
    return Objects.requireNonNull(session.<Desk>get(DESK));
  }

  private static Desk.Transaction transaction(Session session) {
    return Objects.requireNonNull(session.<Desk.Transaction>get(TRANSACTION));
  }
}
