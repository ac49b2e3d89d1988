package org.reprise.load.lists;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.group;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.load.generator.Recorder;

/** The users of circulation: each is a desk that goes on for as long as the course says. */
final class DeskChain {
  private static final String DESK = "desk";
  private static final String TRANSACTION = "transaction";
  private static final String START = "start";
  private static final String ACTION = "action";
  private static final String THINK = "think";

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
                    exec(this::thinking)
                        .pause(session ->
                            java.util.Objects.requireNonNull(session.<Duration>get(THINK)))
                        .exec(this::next)
                        .exec(
                            doIfOrElse(DeskChain::checksIn)
                                .then(transaction("Check-in", DeskFlow.checkIn()))
                                .orElse(transaction("Check-out", DeskFlow.checkOut())))));
  }

  private Session opened(Session session) {
    course.begin(System.nanoTime());
    var desk = new Desk(load, desks.getAndIncrement(), stock, inventory);
    return session.set(DESK, desk).set(DeskFlow.SERVICE_POINT, load.servicePoint());
  }

  private ChainBuilder transaction(String title, List<FlowCall> calls) {
    return exec(group(title).on(exitBlockOnFail().on(timed(calls)))).exec(this::recorded);
  }

  private ChainBuilder timed(List<FlowCall> calls) {
    return exec(calls.stream().map(this::timed).toList());
  }

  private ChainBuilder timed(FlowCall call) {
    var chain = Calls.chain(load.base(), call);
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

  /** A transaction is due when the pause before it ends, whenever the generator wakes up. */
  private Session thinking(Session session) {
    var think = desk(session).think();
    return session.set(THINK, think).set(START, System.nanoTime() + think.toNanos());
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

  private Session recorded(Session session) {
    var transaction = transaction(session);
    if (session.contains(DeskFlow.LOAN)) {
      // Acknowledged, whatever became of the requests behind it.
      acknowledged(transaction, session);
    }
    if (session.isFailed()) {
      recorder.failed(transaction.kind(), Calls.failure(session));
      return session.markAsSucceeded();
    }
    recorder.record(transaction.kind(), session.getLong(START), System.nanoTime());
    return session;
  }

  private void acknowledged(Desk.Transaction transaction, Session session) {
    desk(session).done(transaction);
    var loan = session.getString(DeskFlow.LOAN);
    if (loan == null) {
      return;
    }
    if (transaction.kind().equals(FlowOperation.CHECK_OUT)) {
      Acknowledged.lent(recorder, loan);
    } else {
      Acknowledged.returned(recorder, loan);
    }
  }

  private static boolean checksIn(Session session) {
    return transaction(session).kind().equals(FlowOperation.CHECK_IN);
  }

  private static Desk desk(Session session) {
    return java.util.Objects.requireNonNull(session.<Desk>get(DESK));
  }

  private static Desk.Transaction transaction(Session session) {
    return java.util.Objects.requireNonNull(session.<Desk.Transaction>get(TRANSACTION));
  }
}
