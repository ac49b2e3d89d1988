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

  /** Takes the parameters; null for no paging, which as in ONAP CPS needs both of them. */
  static @Nullable Paging of(@Nullable Integer index, @Nullable Integer size) {
    Paging paging = new Paging(index == null ? 1 : index, size == null ? 1 : size);
    return index == null || size == null ? null : paging;
  }

  int pages(int anchors) {
    return Math.max(1, (int) ((anchors + (long) size - 1) / size));
  }

  long before() {
    return (index - 1L) * size;
  }
}
