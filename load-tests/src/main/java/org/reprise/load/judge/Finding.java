package org.reprise.load.judge;

import java.util.function.DoublePredicate;

/**
 * One of the comparisons that a claim consists of.
 *
 * @param where what was compared, for example {@code remote-10x100}
 * @param margin above 0 where it holds, below where it does not, in any unit
 */
record Finding(String where, Reading margin) {
  /** It holds, and not only within its spread; of repetitions it does in most of them. */
  boolean holds() {
    return (margin.value() > margin.spread() || (margin.value() >= 0 && margin.spread() == 0))
        && most(m -> m >= 0);
  }

  /**
   * It does not hold, and not only within its spread; of repetitions it does in the fewest.
   *
   * @param comparisons of the claim: of many, one lies beyond its own spread by chance
   */
  boolean fails(int comparisons) {
    return margin.value() < 0
        && -margin.value() > margin.deviation().spread(comparisons)
        && most(m -> m < 0);
  }

  private boolean most(DoublePredicate wanted) {
    long all = margin.repetitions().size();
    long those = margin.repetitions().values().stream().filter(wanted::test).count();
    return !margin.isRepeated() || 2 * those > all;
  }

  /** Why it decides nothing. */
  String open() {
    if (margin.isUncertain()) {
      return "one repetition tells no spread, and the difference may be smaller than it";
    }
    if (Math.abs(margin.value()) <= margin.spread()) {
      return "the difference is smaller than its own spread";
    }
    return most(m -> margin.value() < 0 ? m < 0 : m >= 0)
        ? "the difference is larger than its own spread, but one of so many comparisons is by"
            + " chance"
        : "most repetitions say otherwise than their mean";
  }
}
