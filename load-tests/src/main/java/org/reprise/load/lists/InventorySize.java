package org.reprise.load.lists;

import java.util.stream.IntStream;

/**
 * A seeded inventory in numbers: everything about an item follows from its number.
 *
 * <p>Two items of three are out. All that are not available are checked out, so that the report's
 * two queries, {@code != Available} and {@code == Checked out}, give the same list: whatever time
 * they differ by is the query's own.
 *
 * @param items a multiple of three
 */
public record InventorySize(int items) {
  private static final int ITEMS_PER_PATRON = 10;
  private static final int ITEMS_PER_INSTANCE = 3;

  /** Requires a number that can be parted in three. */
  public InventorySize {
    if (items < 30 || items % 3 != 0) {
      throw new IllegalArgumentException("items: 30 or more and a multiple of 3, not " + items);
    }
  }

  /** One for ten items. */
  public int patrons() {
    return items / ITEMS_PER_PATRON;
  }

  /** One for three items. */
  public int instances() {
    return items / ITEMS_PER_INSTANCE;
  }

  /** Items that are out, which is how long the report's list is. */
  public int out() {
    return items / 3 * 2;
  }

  static boolean isOut(int item) {
    return item % 3 != 0;
  }

  static int instanceOf(int item) {
    return item / ITEMS_PER_INSTANCE;
  }

  int patronOf(int item) {
    return item % patrons();
  }

  static String barcode(int item) {
    return "RI%09d".formatted(item);
  }

  static String patronBarcode(int patron) {
    return "RP%07d".formatted(patron);
  }

  IntStream available() {
    return IntStream.range(0, items).filter(item -> !isOut(item));
  }

  IntStream lent() {
    return IntStream.range(0, items).filter(InventorySize::isOut);
  }
}
