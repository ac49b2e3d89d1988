package org.reprise.load.judge;

import org.jspecify.annotations.Nullable;
import org.reprise.load.run.Verdict;

/** A verdict and its reason; only one that decides has none. */
record Judgement(Verdict verdict, @Nullable String why) {
  static Judgement invalid(String why) {
    return new Judgement(Verdict.INVALID, why);
  }

  static Judgement notComparable(String why) {
    return new Judgement(Verdict.NOT_COMPARABLE, why);
  }

  static Judgement notMeasured(String why) {
    return new Judgement(Verdict.NOT_MEASURED, why);
  }
}
