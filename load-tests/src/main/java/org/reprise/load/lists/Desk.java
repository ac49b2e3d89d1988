package org.reprise.load.lists;

import java.time.Duration;
import java.util.Random;

/**
 * One desk: what it does next, and how long it thinks before. Its whole course follows from a seed.
 */
final class Desk {
  private final FlowLoad.Desks load;
  private final Random random;
  private final Stock stock;
  private final InventorySize inventory;

  /**
   * A desk.
   *
   * @param number of it, from 0 on
   */
  Desk(FlowLoad.Desks load, int number, Stock stock, InventorySize inventory) {
    this.load = load;
    this.random = new Random(load.seed() * 31 + number);
    this.stock = stock;
    this.inventory = inventory;
  }

  /** A transaction that is due. */
  record Transaction(String kind, int item, int patron) {}

  Duration think() {
    var ms = load.thinkFromMs() + random.nextDouble() * (load.thinkToMs() - load.thinkFromMs());
    return Duration.ofNanos((long) (ms * 1e6));
  }

  /** What comes next: check-ins have their share, unless one of the two kinds has no item left. */
  Transaction next() {
    var checkIn = random.nextDouble() < load.checkInShare();
    var patron = random.nextInt(inventory.patrons());
    var item = checkIn ? stock.toTakeBack() : stock.toLend();
    if (item.isEmpty()) {
      checkIn = !checkIn;
      item = checkIn ? stock.toTakeBack() : stock.toLend();
    }
    return new Transaction(
        checkIn ? FlowOperation.CHECK_IN : FlowOperation.CHECK_OUT,
        item.orElseThrow(() -> new IllegalStateException("all items are in the desks' hands")),
        patron);
  }

  /** The transaction went well: its item changes sides. */
  void done(Transaction transaction) {
    if (transaction.kind().equals(FlowOperation.CHECK_IN)) {
      stock.returned(transaction.item());
    } else {
      stock.lent(transaction.item());
    }
  }
}
