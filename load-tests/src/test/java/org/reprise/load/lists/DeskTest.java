package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatling.core.Predef$;
import io.gatling.core.config.GatlingConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Shape;
import org.reprise.load.lists.Desk.Stock;

class DeskTest {
  private static final Inventory INVENTORY = new Inventory(3_000);

  @Test
  void checkOutHas20RequestsAndCheckIn12() {
    Predef$.MODULE$._configuration_$eq(GatlingConfiguration.load());
    var load = load(0.43);
    var course = new Course(new ListsLoad("diku", 1000, Duration.ZERO, null, load, null));
    var recorder =
        new Recorder(Phase.warmUp("desks", new Shape.Mixed(Map.of("CICO", 1), Duration.ZERO)));
    var flow =
        new DeskFlow(load, course, recorder, Stock.of(INVENTORY, 1), new Requests(load.base()));

    assertThat(flow.checkOut()).hasSize(20);
    assertThat(flow.checkIn()).hasSize(12);
  }

  @Test
  void fortyThreePercentOfTransactionsAreCheckIns() {
    // As large that the shelf is never empty.
    var inventory = new Inventory(30_000);
    var desk = new Desk(load(0.43), Stock.of(inventory, 1), 0);
    var checkIns = 0;
    for (int i = 0; i < 10_000; i++) {
      var next = desk.next();
      desk.done(next);
      checkIns += next.isCheckIn() ? 1 : 0;
    }
    // Seeded: the same in every run. Three standard deviations are 150.
    assertThat(checkIns).isBetween(4_150, 4_450);
  }

  @Test
  void thinkTimeIsOneToSevenSecondsScaled() {
    var desk = new Desk(load(0.43), Stock.of(INVENTORY, 1), 0);
    var thoughts = IntStream.range(0, 1_000).mapToObj(_ -> desk.think().toMillis()).toList();
    assertThat(thoughts).allMatch(ms -> ms >= 100 && ms <= 700);
    assertThat(thoughts.stream().mapToLong(Long::longValue).average().orElse(0))
        .isBetween(380.0, 420.0);
  }

  @Test
  void lendsAvailableItemsAndReturnsLentOnesOnly() {
    var desk = new Desk(load(0.5), Stock.of(INVENTORY, 1), 0);
    var out = new HashSet<>(INVENTORY.numbers(true).mapToObj(Inventory::barcode).toList());
    for (int i = 0; i < 20_000; i++) {
      var next = desk.next();
      if (next.isCheckIn()) {
        assertThat(out.remove(next.item())).isTrue();
      } else {
        assertThat(out.add(next.item())).isTrue();
      }
      desk.done(next);
    }
  }

  @Test
  void usesTheOtherTransactionWhereOneHasNoItemLeft() {
    var stock = Stock.of(INVENTORY, 1);
    var desk = new Desk(load(0), stock, 0);
    var checkIns = new ArrayList<Boolean>();
    for (int i = 0; i <= INVENTORY.numbers(false).count(); i++) {
      checkIns.add(desk.next().isCheckIn());
    }
    assertThat(checkIns.getLast()).isTrue();
    assertThat(checkIns.subList(0, checkIns.size() - 1)).containsOnly(false);
  }

  @Test
  void noItemIsAtTwoDesks() {
    var stock = Stock.of(INVENTORY, 5);
    var held = new HashSet<String>();
    for (int number = 0; number < 20; number++) {
      var desk = new Desk(load(0.43), stock, number);
      for (int i = 0; i < 40; i++) {
        assertThat(held.add(desk.next().item())).isTrue();
      }
    }
  }

  private static ListsLoad.Desks load(double share) {
    return new ListsLoad.Desks(
        "http://127.0.0.1:1", 20, share, new Think(0.1, 0.7), 3_000, "sp", 1);
  }
}
