package org.reprise.gc.search;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of results.
 *
 * @param total how many there are on all pages
 * @param page its number, from 1 on
 */
public record ResultPage(long total, int page, List<Hit> hits) {
  /** The hits of a full page: what the report's users list at a time. */
  public static final int PAGE_SIZE = 25;

  public ResultPage {
    hits = List.copyOf(hits);
  }

  /** Returns how many pages there are; one where nothing was found. */
  public long pages() {
    return Math.max(1, (total + PAGE_SIZE - 1) / PAGE_SIZE);
  }

  /**
   * A component, stream or baseline.
   *
   * @param component whose stream or baseline it is; null of a component
   */
  public record Hit(
      ResultType type, long id, String title, Instant created, @Nullable Owner component) {}

  public record Owner(long id, String title) {}
}
