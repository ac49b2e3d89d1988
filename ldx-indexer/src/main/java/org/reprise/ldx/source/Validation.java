package org.reprise.ldx.source;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a comparison of a feed with the index found.
 *
 * @param members of the feed
 * @param missing listed by the feed, neither indexed nor skipped
 * @param extra indexed, and not listed
 * @param stale indexed otherwise than their server has them
 * @param failed those whose server did not give them, so that they were not compared
 * @param examples some of each, by "missing", "extra", "stale" and "failed"
 */
public record Validation(
    Instant ended,
    long members,
    long missing,
    long extra,
    long stale,
    long failed,
    Map<String, List<String>> examples) {
  public Validation {
    examples = Map.copyOf(examples);
  }
}
