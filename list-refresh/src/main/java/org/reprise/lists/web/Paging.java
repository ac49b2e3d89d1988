package org.reprise.lists.web;

import org.jspecify.annotations.Nullable;

/**
 * A page that was asked for.
 *
 * @param offset how many come before it
 * @param size how many are on it at most
 */
public record Paging(int offset, int size) {
  private static final Sizes OF_RECORDS = new Sizes("size", 1, 100, 1_000);

  /**
   * The sizes that pages of a kind may have.
   *
   * @param name what requests call the size
   * @param usual where a request does not say
   */
  public record Sizes(String name, int min, int usual, int max) {
    public Sizes named(String other) {
      return new Sizes(other, min, usual, max);
    }
  }

  /** Sizes of pages of lists and of their records: {@code size}, 1 to 1,000, 100 as a rule. */
  public static Sizes ofRecords() {
    return OF_RECORDS;
  }

  /**
   * Reads what a request says.
   *
   * @throws Refusal 400 when the offset is below 0, or the size not one of those
   */
  public static Paging of(@Nullable Integer offset, @Nullable Integer size, Sizes sizes) {
    Paging paging = new Paging(offset == null ? 0 : offset, size == null ? sizes.usual : size);
    if (paging.offset < 0) {
      throw Refusal.invalid("offset", "must be 0 or more, was " + paging.offset);
    }
    if (paging.size < sizes.min || paging.size > sizes.max) {
      throw Refusal.invalid(
          sizes.name, "must be %d to %d, was %d".formatted(sizes.min, sizes.max, paging.size));
    }
    return paging;
  }

  public long pages(long total) {
    return (total + size - 1) / size;
  }
}
