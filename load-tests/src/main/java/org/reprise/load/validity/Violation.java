package org.reprise.load.validity;

/**
 * A rule that an execution broke.
 *
 * @param experiment the baseline's experiment id
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

  /** Whether the machine spoiled the execution, and no other. */
  public boolean isDisturbance() {
    return fatal && rule.isOfTheMachine();
  }

  /** The same as a note, where its execution was measured again. */
  public Violation repeated() {
    return new Violation(rule, experiment, variant, repetition, why + "; measured again", false);
  }

  /** The reason with its place, as it stands among a run's reasons. */
  public String text() {
    return "%s, %s%s: %s"
        .formatted(experiment, variant, repetition == 1 ? "" : " (" + repetition + ")", why);
  }
}
