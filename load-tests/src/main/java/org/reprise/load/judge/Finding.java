package org.reprise.load.judge;

/**
 * One of the comparisons that a claim consists of.
 *
 * @param where what was compared, for example {@code remote-10x100}
 * @param margin above 0 where it holds, below where it does not, in any unit
 * @param spread how far the margin may be off, in the same unit
 */
record Finding(String where, double margin, double spread) {
  /** The spread of what was measured once and varies by nobody knows how much. */
  static final double UNKNOWN = Double.POSITIVE_INFINITY;

  /** It holds, and not only within its spread. */
  boolean holds() {
    return margin > spread || (margin >= 0 && spread == 0);
  }

  /** It does not hold, and not only within its spread. */
  boolean fails() {
    return margin < 0 && -margin > spread;
  }
}
