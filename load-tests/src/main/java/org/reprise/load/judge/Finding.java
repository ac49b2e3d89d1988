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

  /** It does not hold, and not only within its spread; of repetitions it does in the fewest. */
  boolean fails() {
    return margin.value() < 0 && -margin.value() > margin.spread() && most(m -> m < 0);
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
    return Math.abs(margin.value()) > margin.spread()
        ? "most repetitions say otherwise than their mean"
        : "the difference is smaller than its own spread";
  }
}
