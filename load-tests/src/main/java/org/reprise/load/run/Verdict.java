package org.reprise.load.run;

import org.jspecify.annotations.Nullable;

/**
 * What a comparison says about a claim, a figure or an explanation. These are the only verdict
 * words, on the terminal, the page and in JSON alike.
 */
public sealed interface Verdict {
  /** The measured data show what the report's data show. */
  record Reproduced() implements Verdict {}

  /** They show something else. */
  record Differs() implements Verdict {}

  /** It follows from an input of ours and is no finding. */
  record ByConstruction(String why) implements Verdict {}

  /**
   * Both were measured, yet one does not bear on the other: another machine, or a difference within
   * its own spread.
   */
  record NotComparable(String why) implements Verdict {}

  /** It was measured in a run, or an experiment, that says nothing. */
  record Invalid(String why) implements Verdict {}

  record NotMeasured(String why) implements Verdict {}

  default String word() {
    return switch (this) {
      case Reproduced() -> "Reproduced";
      case Differs() -> "Differs";
      case ByConstruction(_) -> "ByConstruction";
      case NotComparable(_) -> "NotComparable";
      case Invalid(_) -> "Invalid";
      case NotMeasured(_) -> "NotMeasured";
    };
  }

  /** The reason, where the verdict has one. */
  default @Nullable String why() {
    return switch (this) {
      case Reproduced(), Differs() -> null;
      case ByConstruction(String why) -> why;
      case NotComparable(String why) -> why;
      case Invalid(String why) -> why;
      case NotMeasured(String why) -> why;
    };
  }

  /**
   * The verdict that was written as a word and a reason.
   *
   * @throws IllegalArgumentException where there is no such word, or a reason is missing
   */
  static Verdict of(String word, @Nullable String why) {
    return switch (word) {
      case "Reproduced" -> new Reproduced();
      case "Differs" -> new Differs();
      case "ByConstruction" -> new ByConstruction(reason(word, why));
      case "NotComparable" -> new NotComparable(reason(word, why));
      case "Invalid" -> new Invalid(reason(word, why));
      case "NotMeasured" -> new NotMeasured(reason(word, why));
      default -> throw new IllegalArgumentException("unknown verdict \"" + word + "\"");
    };
  }

  private static String reason(String word, @Nullable String why) {
    if (why == null || why.isBlank()) {
      throw new IllegalArgumentException("the verdict " + word + " needs its reason");
    }
    return why;
  }
}
