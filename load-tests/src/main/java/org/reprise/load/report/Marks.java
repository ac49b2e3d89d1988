package org.reprise.load.report;

import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.ByConstruction;
import org.reprise.load.run.Verdict.Differs;
import org.reprise.load.run.Verdict.Invalid;
import org.reprise.load.run.Verdict.NotComparable;
import org.reprise.load.run.Verdict.NotMeasured;
import org.reprise.load.run.Verdict.Reproduced;

/** The sign and the tone of a verdict on the page. */
final class Marks {
  private Marks() {}

  static String mark(String word) {
    return switch (Verdict.of(word, "-")) {
      case Reproduced() -> "✓";
      case Differs() -> "≠";
      case ByConstruction(_) -> "≡";
      case NotComparable(_) -> "≈";
      case Invalid(_) -> "✕";
      case NotMeasured(_) -> "○";
    };
  }

  static String tone(String word) {
    return switch (Verdict.of(word, "-")) {
      case Reproduced() -> "good";
      case Differs() -> "warn";
      case Invalid(_) -> "bad";
      case ByConstruction(_), NotComparable(_), NotMeasured(_) -> "calm";
    };
  }
}
