package org.reprise.load.judge;

/**
 * One of the comparisons that a claim consists of.
 *
 * @param where what was compared, for example {@code remote-10x100}
 * @param margin above 0 where it holds, below where it does not: a logarithm, or a difference
 * @param measuredOnce whether nothing tells how far the margin may be off
 * @param needed how far from 0 the margin must lie to decide anything
 */
record Finding(String where, double margin, boolean measuredOnce, double needed) {
  /**
   * A value that must be above another.
   *
   * @param singleFactor how many times one the other must be where their spread is unknown
   */
  static Finding above(String where, Estimate greater, Estimate less, double singleFactor) {
    Estimate margin = greater.above(less);
    double room =
        greater.isPositive() && less.isPositive()
            ? Math.log(singleFactor)
            : (singleFactor - 1) * Math.max(Math.abs(greater.value()), Math.abs(less.value()));
    return of(where, margin.value(), margin, room);
  }

  /** A value that must be another within a factor; both are above 0. */
  static Finding alike(
      String where, Estimate one, Estimate other, double factor, double singleFactor) {
    Estimate ratio = one.above(other);
    double margin = Math.log(factor) - Math.abs(ratio.value());
    return of(where, margin, ratio, Math.log(singleFactor));
  }

  private static Finding of(String where, double margin, Estimate from, double room) {
    return new Finding(where, margin, !from.isKnown(), from.isKnown() ? from.halfWidth() : room);
  }

  boolean holds() {
    return margin > needed || (margin >= 0 && needed == 0);
  }

  boolean fails() {
    return margin < -needed;
  }

  /** Why it decides nothing. */
  String open() {
    return measuredOnce
        ? "it was measured once, which decides only what is further from its bound"
        : "the difference is smaller than its own spread";
  }
}
