package org.reprise.lists.web;

import org.jspecify.annotations.Nullable;

/** A page that was asked for: how many rows come before it, and how many are on it at most. */
public record Paging(int offset, int size) {
  /** Sizes of pages of lists and of their records: {@code size}, 1 to 1,000, 100 as a rule. */
  public static final Sizes OF_RECORDS = new Sizes("size", 1, 100, 1_000);

  /** Sizes of pages: the name of their parameter, the bounds, and the size where none is given. */
  public record Sizes(String name, int min, int usual, int max) {
    public Sizes named(String other) {
      return new Sizes(other, min, usual, max);
    }
  }

  /** Reads what a request says; throws Refusal 400 when an offset or a size is out of bounds. */
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
}
