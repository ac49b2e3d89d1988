package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeskTest {
  private static final InventorySize INVENTORY = new InventorySize(3_000);

  @Test
  void checkOutHas20RequestsAndCheckIn12() {
    assertThat(DeskFlow.checkOut()).hasSize(20);
    assertThat(DeskFlow.checkIn()).hasSize(12);
    assertThat(DeskFlow.checkOut().stream().filter(call -> call.body() != null)).hasSize(1);
    assertThat(DeskFlow.checkIn().stream().filter(call -> call.body() != null)).hasSize(1);
  }

  @Test
  void valuesAreKnownBeforeTheCallsThatNeedThem() {
    assertRemembered(
        DeskFlow.checkOut(), DeskFlow.ITEM_BARCODE, DeskFlow.USER_BARCODE, DeskFlow.SERVICE_POINT);
    assertRemembered(
        DeskFlow.checkIn(), DeskFlow.ITEM_BARCODE, DeskFlow.SERVICE_POINT, DeskFlow.NOW);
  }

  private static void assertRemembered(List<FlowCall> calls, String... given) {
    var known = new HashSet<>(List.of(given));
    for (var call : calls) {
      var text = call.path() + call.query().values() + call.body();
      var matcher = java.util.regex.Pattern.compile("#\\{(\\w+)}").matcher(text);
      while (matcher.find()) {
        assertThat(known).as(call.name()).contains(matcher.group(1));
      }
      known.addAll(call.remembers().keySet());
    }
  }

  @Test
  void fortyThreePercentOfTransactionsAreCheckIns() {
    // As large that the shelf is never empty.
    var inventory = new InventorySize(30_000);
    var desk = new Desk(load(0.43), 0, Stock.of(inventory, 1), inventory);
    var checkIns = 0;
    for (int i = 0; i < 10_000; i++) {
      var next = desk.next();
      desk.done(next);
      checkIns += next.kind().equals(FlowOperation.CHECK_IN) ? 1 : 0;
    }
    // Seeded: the same in every run. Three standard deviations are 150.
    assertThat(checkIns).isBetween(4_150, 4_450);
  }

  @Test
  void thinkTimeIsOneToSevenSecondsScaled() {
    var desk = new Desk(load(0.43), 0, Stock.of(INVENTORY, 1), INVENTORY);
    var thoughts = IntStream.range(0, 1_000).mapToObj(_ -> desk.think().toMillis()).toList();
    assertThat(thoughts).allMatch(ms -> ms >= 100 && ms <= 700);
    assertThat(thoughts.stream().mapToLong(Long::longValue).average().orElse(0))
        .isBetween(380.0, 420.0);
  }

  @Test
  void lendsAvailableItemsAndReturnsLentOnesOnly() {
    var desk = new Desk(load(0.5), 0, Stock.of(INVENTORY, 1), INVENTORY);
    var out = new HashSet<>(INVENTORY.lent().boxed().toList());
    for (int i = 0; i < 20_000; i++) {
      var next = desk.next();
      if (next.kind().equals(FlowOperation.CHECK_IN)) {
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
    var desk = new Desk(load(0), 0, stock, INVENTORY);
    var kinds = new ArrayList<String>();
    for (int i = 0; i <= INVENTORY.available().count(); i++) {
      kinds.add(desk.next().kind());
    }
    assertThat(kinds.getLast()).isEqualTo(FlowOperation.CHECK_IN);
    assertThat(kinds.subList(0, kinds.size() - 1)).containsOnly(FlowOperation.CHECK_OUT);
  }

  @Test
  void noItemIsAtTwoDesks() {
    var stock = Stock.of(INVENTORY, 5);
    var held = new HashSet<Integer>();
    for (int number = 0; number < 20; number++) {
      var desk = new Desk(load(0.43), number, stock, INVENTORY);
      for (int i = 0; i < 40; i++) {
        assertThat(held.add(desk.next().item())).isTrue();
      }
    }
  }

  private static FlowLoad.Desks load(double share) {
    return new FlowLoad.Desks("http://127.0.0.1:1", 20, share, 100, 700, 0, 3_000, "sp", 1);
  }
}
