package org.reprise.load.lists;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One desk: what it does next, and how long it thinks before. A seed determines all of it. */
record Desk(ListsLoad.Desks load, Stock stock, Random random) {
  Desk(ListsLoad.Desks load, Stock stock, int number) {
    this(load, stock, new Random(load.seed() * 31 + number));
  }

  record Transaction(boolean isCheckIn, String item, String patron) {}

  /**
   * Barcodes of the items that desks may lend and of those that they may take back. An item in a
   * desk's hands is in neither queue: two desks never get the same one.
   */
  record Stock(Queue<String> shelf, Queue<String> lent, List<String> patrons) {
    /** The inventory that a run has filled, in an order that the seed decides. */
    static Stock of(Inventory inventory, long seed) {
      var random = new Random(seed);
      var shelf = shuffled(inventory.numbers(false), random);
      var lent = shuffled(inventory.numbers(true), random);
      var patrons = IntStream.range(0, inventory.patrons()).mapToObj(Inventory::patronBarcode);
      return new Stock(shelf, lent, patrons.toList());
    }

    private static Queue<String> shuffled(IntStream items, Random random) {
      var barcodes = items.mapToObj(Inventory::barcode).collect(toCollection(ArrayList::new));
      Collections.shuffle(barcodes, random);
      return new ConcurrentLinkedQueue<>(barcodes);
    }

    /** What a service has, up to 1,000 of each; patrons are made where there are none. */
    static Stock of(ListsApi api) throws IOException, InterruptedException {
      var shelf = api.barcodes("inventory/items", "status.name==Available");
      var lent = api.barcodes("inventory/items", "status.name==\"Checked out\"");
      if (shelf.isEmpty() && lent.isEmpty()) {
        throw new IOException("there is no item to lend or to take back: import some first");
      }
      return new Stock(
          new ConcurrentLinkedQueue<>(shelf), new ConcurrentLinkedQueue<>(lent), api.patrons());
    }

    private @Nullable String take(boolean checkIn) {
      return (checkIn ? lent : shelf).poll();
    }
  }

  Duration think() {
    var think = load.think();
    var seconds =
        think.fromSeconds() + random.nextDouble() * (think.toSeconds() - think.fromSeconds());
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  /** Check-ins have their share, unless one of the two kinds has no item left. */
  Transaction next() {
    var checkIn = random.nextDouble() < load.checkInShare();
    var patron = stock.patrons().get(random.nextInt(stock.patrons().size()));
    var item = stock.take(checkIn);
    if (item == null) {
      checkIn = !checkIn;
      item = stock.take(checkIn);
    }
    if (item == null) {
      throw new IllegalStateException("no item is left that a desk could lend or take back");
    }
    return new Transaction(checkIn, item, patron);
  }

  void done(Transaction transaction) {
    (transaction.isCheckIn() ? stock.shelf() : stock.lent()).add(transaction.item());
  }
}
