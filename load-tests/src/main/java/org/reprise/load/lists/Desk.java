package org.reprise.load.lists;

import java.time.Duration;
import java.util.Random;

/** One desk: what it does next, and how long it thinks before. Its whole course follows from a seed. */
final class Desk {
  private static final double SHORTEST_THINK_SECONDS = 1;
  private static final double LONGEST_THINK_SECONDS = 7;

  private final Random random;
  private final Stock stock;
  private final InventorySize inventory;
  private final double scale;

  /**
   * A desk.
   *
   * @param scale of the think time, 1 as in the report
   */
  Desk(long seed, Stock stock, InventorySize inventory, double scale) {
    this.random = new Random(seed);
    this.stock = stock;
    this.inventory = inventory;
    this.scale = scale;
  }

  /** A transaction that is due. */
  record Transaction(FlowOperation kind, int item, int patron) {}

  Duration think() {
    var seconds = random.nextDouble(SHORTEST_THINK_SECONDS, LONGEST_THINK_SECONDS);
    return Duration.ofNanos((long) (seconds * scale * 1e9));
  }

  /** What comes next: 43 check-ins of a hundred, unless one of the two kinds has no item left. */
  Transaction next() {
    var checkIn = random.nextInt(100) < DeskFlow.CHECK_INS_OF_100;
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
    if (transaction.kind() == FlowOperation.CHECK_IN) {
      stock.returned(transaction.item());
    } else {
      stock.lent(transaction.item());
    }
  }
}
