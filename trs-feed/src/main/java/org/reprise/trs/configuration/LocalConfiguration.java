package org.reprise.trs.configuration;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.reprise.oslc.refusal.Refusal;

/**
 * A stream or a baseline of one component (OSLC Configuration Management 1.1).
 *
 * @param project number of the component
 * @param baseline what only a baseline has; null for a stream
 * @param previous of a baseline the one before it, of a stream its newest baseline; else the one
 *     that the stream began from; null if there is none
 */
public record LocalConfiguration(
    long id,
    int project,
    String title,
    Instant created,
    @Nullable Baseline baseline,
    @Nullable Long previous) {
  /**
   * The state that a baseline froze.
   *
   * @param stream whose selections
   * @param moment as of when, as moments of the stream's selections are numbered
   */
  public record Baseline(long stream, long moment) {}

  /** Returns whether artifacts can be changed in it. */
  public boolean isStream() {
    return baseline == null;
  }

  /** Rejects a baseline with 409. */
  public void requireStream() {
    if (!isStream()) {
      throw Refusal.conflict("Configuration " + id + " is a baseline: nothing is changed in it.");
    }
  }

  /** Returns the stream whose selections count: its own, or those that a baseline froze. */
  public long stream() {
    return baseline == null ? id : baseline.stream();
  }
}
