package org.reprise.load.lists;

import java.util.Collections;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which items desks may lend and which they may take back. An item that a desk holds in its hands
 * is in neither queue: two desks never get the same one.
 */
final class Stock {
  private final Queue<Integer> shelf;
  private final Queue<Integer> lent;

  private Stock(Queue<Integer> shelf, Queue<Integer> lent) {
    this.shelf = shelf;
    this.lent = lent;
  }

  /** The inventory in an order that the seed decides. */
  static Stock of(InventorySize inventory, long seed) {
    var random = new Random(seed);
    return new Stock(shuffled(inventory.available(), random), shuffled(inventory.lent(), random));
  }

  private static Queue<Integer> shuffled(IntStream items, Random random) {
    var all = items.boxed().collect(Collectors.toList());
    Collections.shuffle(all, random);
    return new ConcurrentLinkedQueue<>(all);
  }

  OptionalInt toLend() {
    return taken(shelf.poll());
  }

  OptionalInt toTakeBack() {
    return taken(lent.poll());
  }

  private static OptionalInt taken(@Nullable Integer item) {
    return item == null ? OptionalInt.empty() : OptionalInt.of(item);
  }

  void lent(int item) {
    lent.add(item);
  }

  void returned(int item) {
    shelf.add(item);
  }
}
