package org.reprise.ldx.source;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.Origin;
import org.reprise.ldx.rdf.Texts;
import org.springframework.util.Assert;

/**
 * The settings of a data source.
 *
 * @param name for people; no two share one
 * @param trs the address of its tracked resource set; no two share one
 * @param origins of artifacts, where they are not that of {@code trs}
 * @param poll how long after one poll the next one begins
 * @param threads how many fetch and index
 */
public record Definition(
    String name, URI trs, @Nullable URI catalog, List<String> origins, Duration poll, int threads) {
  private static final int MAX_NAME = 100;
  private static final int MAX_URI = 600;
  private static final int MAX_ORIGINS = 20;
  static final int MAX_THREADS = 64;
  static final Duration MAX_POLL = Duration.ofDays(7);

  /** Validates all members; the message of a failure names one. */
  public Definition {
    Assert.noNullElements(origins, "origins: no null");
    origins = List.copyOf(origins);
    Assert.isTrue(!name.isBlank() && name.length() <= MAX_NAME, "name: 1 to 100 characters");
    Assert.isTrue(name.equals(Texts.storable(name, MAX_NAME)), "name: no control characters");
    Assert.isTrue(trs.toString().length() <= MAX_URI, "trs: at most 600 characters");
    Origin.of(trs);
    Assert.isTrue(trs.getUserInfo() == null, "trs: no credentials in an address");
    if (catalog != null) {
      Assert.isTrue(catalog.toString().length() <= MAX_URI, "catalog: at most 600 characters");
      Origin.of(catalog);
    }
    Assert.isTrue(origins.size() <= MAX_ORIGINS, "origins: at most 20");
    origins.forEach(Origin::of);
    Assert.isTrue(
        poll.toSeconds() >= 1 && poll.compareTo(MAX_POLL) <= 0, "pollSeconds: from 1 to 604,800");
    Assert.isTrue(threads >= 1 && threads <= MAX_THREADS, "threads: from 1 to 64");
  }
}
