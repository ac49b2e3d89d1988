package org.reprise.load.judge;

/**
 * One of the comparisons that a claim consists of: a value that must be above another.
 *
 * @param where what was compared, for example {@code remote-10x100}; may be empty
 * @param margin above 0 where it holds: a logarithm, or a difference
 * @param needed how far from 0 the margin must lie to decide anything
 */
record Finding(String where, Estimate margin, double needed) {
  /** Compares values, one {@code singleFactor} times the other where their spread is unknown. */
  static Finding above(String where, Estimate greater, Estimate less, double singleFactor) {
    Estimate margin = greater.above(less);
    double room =
        greater.isPositive() && less.isPositive()
            ? Math.log(singleFactor)
            : (singleFactor - 1) * Math.max(Math.abs(greater.value()), Math.abs(less.value()));
    return new Finding(where, margin, margin.isKnown() ? margin.halfWidth() : room);
  }

  boolean holds() {
    return margin.value() > needed || (margin.value() >= 0 && needed == 0);
  }

  boolean fails() {
    return margin.value() < -needed;
  }

  /** Why it decides nothing. */
  String open() {
    return margin.isKnown()
        ? "the difference is smaller than its own spread"
        : "it was measured once, which decides only what is further from its bound";
  }
}
