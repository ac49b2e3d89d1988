package org.reprise.ldx.source;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Origin;

/**
 * What people set of a data source.
 *
 * @param name for people; no two share one
 * @param trs the address of its tracked resource set; no two share one
 * @param catalog of its service providers; null where there is none
 * @param origins of artifacts, where they are not that of {@code trs}
 * @param poll how long after one poll the next one begins
 * @param threads how many fetch and index
 */
public record Definition(
    String name, URI trs, @Nullable URI catalog, List<String> origins, Duration poll, int threads) {
  private static final int MAX_NAME = 100;
  private static final int MAX_URI = 600;
  private static final int MAX_ORIGINS = 20;
  private static final int MAX_THREADS = 64;
  private static final Duration MAX_POLL = Duration.ofDays(7);

  /** Checks everything; a message names the member that is wrong. */
  public Definition {
    origins = List.copyOf(origins);
    require(!name.isBlank() && name.length() <= MAX_NAME, "name: 1 to 100 characters");
    require(name.chars().noneMatch(Character::isISOControl), "name: no control characters");
    require(trs.toString().length() <= MAX_URI, "trs: at most 600 characters");
    Origin.of(trs);
    require(trs.getUserInfo() == null, "trs: no credentials in an address");
    if (catalog != null) {
      require(catalog.toString().length() <= MAX_URI, "catalog: at most 600 characters");
      Origin.of(catalog);
    }
    require(origins.size() <= MAX_ORIGINS, "origins: at most 20");
    origins.forEach(Origin::of);
    require(
        poll.toSeconds() >= 1 && poll.compareTo(MAX_POLL) <= 0, "pollSeconds: from 1 to 604,800");
    require(threads >= 1 && threads <= MAX_THREADS, "threads: from 1 to 64");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(reason);
    }
  }
}
