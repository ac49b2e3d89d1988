package org.reprise.load.lists;

import java.time.Duration;
import java.util.Map;

/**
 * How the compatible refresh is scaled. The original asks for the rows after an offset, so what it
 * reads grows with the square of the number of pages: a shorter list has shorter pages, or it would
 * read next to nothing beside what it writes, and reading from the standby would change nothing.
 *
 * @param poll how often it looks for its query's end; 10 s in the original
 * @param page how many results it reads and saves at once; 1,000 in the original, 200 times for the
 *     report's lists
 */
record CompatRefresh(Duration poll, int page) {
  /** The original's, for lists as long as the report's. */
  static final CompatRefresh ORIGINAL = new CompatRefresh(Duration.ofSeconds(10), 1_000);

  /** Refuses what the service does not start with. */
  CompatRefresh {
    if (poll.toMillis() < 1 || page < 1) {
      throw new IllegalArgumentException(
          "a compatible refresh with a look every %s and pages of %d".formatted(poll, page));
    }
  }

  Map<String, String> environment() {
    return Map.of(
        "REPRISE_LISTS_REFRESH_POLL",
        poll.toMillis() + "ms",
        "REPRISE_LISTS_REFRESH_PAGE",
        Integer.toString(page));
  }

  /** For example {@code a look every 250 ms, pages of 15 records}. */
  String text() {
    return "a look every %,d ms, pages of %,d records".formatted(poll.toMillis(), page);
  }
}
