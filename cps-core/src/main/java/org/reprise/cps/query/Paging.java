package org.reprise.cps.query;

import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.InvalidRequest;

/**
 * Which anchors of a query across anchors are wanted.
 *
 * @param index of the page, from 1
 * @param size anchors on a page, at least 1
 */
public record Paging(int index, int size) {
  public Paging {
    if (index < 1 || size < 1) {
      throw new InvalidRequest(
          "pageIndex and pageSize must be at least 1, were %d and %d.".formatted(index, size));
    }
  }

  /** Reads the parameters; null for no paging, which as in ONAP CPS needs both of them. */
  static @Nullable Paging of(@Nullable String index, @Nullable String size) {
    int pageIndex = index == null ? 1 : number("pageIndex", index);
    int pageSize = size == null ? 1 : number("pageSize", size);
    Paging paging = new Paging(pageIndex, pageSize);
    return index == null || size == null ? null : paging;
  }

  private static int number(String parameter, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new InvalidRequest(
          "%s must be a number from 1 to %d, was '%s'."
              .formatted(parameter, Integer.MAX_VALUE, value));
    }
  }

  int pages(int anchors) {
    return Math.max(1, (int) ((anchors + (long) size - 1) / size));
  }

  long before() {
    return (index - 1L) * size;
  }
}
