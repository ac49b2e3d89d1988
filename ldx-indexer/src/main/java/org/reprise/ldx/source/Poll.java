package org.reprise.ldx.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of a data source's change log: one polling interval.
 *
 * @param runs how often the feed was read in it: more than once where hints came
 * @param retrieved artifacts that were fetched or removed
 * @param millis how long it read and indexed
 */
public record Poll(
    long id,
    Kind kind,
    Instant began,
    @Nullable Instant ended,
    int runs,
    long retrieved,
    long deleted,
    long skipped,
    long links,
    long millis,
    @Nullable String failure,
    @Nullable String warning) {
  public enum Kind {
    /** Reads the base, then the log since its cutoff. */
    INITIAL,

    /** Reads the log since the sync point. */
    INCREMENTAL
  }
}
