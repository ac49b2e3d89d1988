package org.reprise.lists.search;

import java.util.List;

/**
 * Rows of a resource, and how many there are without offset and limit.
 *
 * @param <T> the resource
 */
public record Found<T>(List<T> rows, int total) {
  /** Copies the rows. */
  public Found {
    rows = List.copyOf(rows);
  }
}
