package org.reprise.lists.fql;

/**
 * What a query may be at most; all are at least one.
 *
 * @param characters length of the JSON text
 * @param depth levels of objects and arrays in each other
 * @param conditions conditions on a field
 * @param values values of all {@code $in} and {@code $nin} together
 * @param text length of one text value
 */
public record FqlLimits(int characters, int depth, int conditions, int values, int text) {
  /** Wide enough for a query of 10,000 barcodes. */
  public static final FqlLimits DEFAULTS = new FqlLimits(1_000_000, 32, 200, 10_000, 2_000);

  public FqlLimits {
    if (Math.min(Math.min(characters, depth), Math.min(conditions, Math.min(values, text))) < 1) {
      throw new IllegalArgumentException("A limit of a query is below one");
    }
  }
}
