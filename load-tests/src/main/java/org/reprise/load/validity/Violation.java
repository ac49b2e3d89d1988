package org.reprise.load.validity;

/**
 * A rule that an execution broke.
 *
 * @param rule which
 * @param experiment the baseline's experiment id
 * @param variant of it
 * @param repetition 1 for the first (or only) one
 * @param why what was seen and what would have been right
 * @param fatal whether the execution says nothing for it; else it is only noted
 */
public record Violation(
    Rule rule, String experiment, String variant, int repetition, String why, boolean fatal) {
  public Violation {
    if (why.isBlank()) {
      throw new IllegalArgumentException("a violation without a reason");
    }
  }

  /** The reason with its place, as it stands among a run's reasons. */
  public String text() {
    return "%s, %s%s: %s"
        .formatted(experiment, variant, repetition == 1 ? "" : " (" + repetition + ")", why);
  }
}
