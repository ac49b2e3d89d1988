package org.reprise.lists.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a resource, and how many there are without offset and limit.
 *
 * @param total null where the request did not want to know
 * @param <T> the resource
 */
public record Found<T>(List<T> rows, @Nullable Integer total) {
  /** Copies the rows. */
  public Found {
    rows = List.copyOf(rows);
  }
}
