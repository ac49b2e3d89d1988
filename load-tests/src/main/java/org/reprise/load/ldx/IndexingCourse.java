package org.reprise.load.ldx;

import java.util.OptionalDouble;

/**
 * How the first indexing of a data source went, by the index's own clock.
 *
 * @param halfSeconds until half of them were
 * @param seconds until all of them were
 */
record IndexingCourse(long members, double halfSeconds, double seconds) {
  double rate() {
    return members / seconds;
  }

  /**
   * Artifacts by second in the first half, during which the other data source is read, too, where
   * one has twice the artifacts of the other; all of it where it was over too soon to see its half.
   */
  double firstHalf() {
    return halfSeconds < seconds ? members / 2.0 / halfSeconds : rate();
  }

  /** Rate of the second half divided by that of the first; empty where nobody saw its half. */
  OptionalDouble trend() {
    return halfSeconds < seconds
        ? OptionalDouble.of(halfSeconds / (seconds - halfSeconds))
        : OptionalDouble.empty();
  }
}
