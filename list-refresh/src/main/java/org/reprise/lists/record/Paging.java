package org.reprise.lists.record;

import org.jspecify.annotations.Nullable;
import org.reprise.lists.web.Refusal;

/**
 * A page that was asked for.
 *
 * @param offset how many come before it
 * @param size how many are on it at most
 */
public record Paging(int offset, int size) {
  /** The size of a page where a request does not say. */
  public static final int DEFAULT_SIZE = 100;

  /** The largest page. */
  public static final int LARGEST = 1000;

  /**
   * Reads {@code offset} and {@code size} of a request, as {@link #of(Integer, Integer, String)}.
   */
  public static Paging of(@Nullable Integer offset, @Nullable Integer size) {
    return of(offset, size, "size");
  }

  /**
   * Reads what a request says.
   *
   * @param name what the request calls the size
   * @throws Refusal 400 when the offset is below 0, or the size not 1 to {@link #LARGEST}
   */
  public static Paging of(@Nullable Integer offset, @Nullable Integer size, String name) {
    Paging paging = new Paging(offset == null ? 0 : offset, size == null ? DEFAULT_SIZE : size);
    if (paging.offset < 0) {
      throw Definitions.invalid("offset", "must be 0 or more, was " + paging.offset);
    }
    if (paging.size < 1 || paging.size > LARGEST) {
      throw Definitions.invalid(name, "must be 1 to %d, was %d".formatted(LARGEST, paging.size));
    }
    return paging;
  }

  /** How many pages there are. */
  public long pages(long total) {
    return (total + size - 1) / size;
  }
}
