package org.reprise.load.measure;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A rule of validity that an execution broke.
 *
 * @param fatal whether the execution says nothing for it; else it is only noted
 */
public record Violation(
    Rule rule, String experiment, String variant, int repetition, String why, boolean fatal) {

  /** A reason for which an execution says nothing about the system under test. */
  public enum Rule {
    @JsonProperty("nothing-done")
    NOTHING_DONE,
    @JsonProperty("generator-saturated")
    GENERATOR_SATURATED,
    @JsonProperty("rate-missed")
    RATE_MISSED,
    @JsonProperty("target-errors")
    TARGET_ERRORS,
    @JsonProperty("neighbour")
    NEIGHBOUR,
    @JsonProperty("cold")
    COLD
  }

  /**
   * Returns whether the machine spoiled the execution: measured again it may come out otherwise,
   * and only its own figures are worth nothing.
   */
  public boolean isDisturbance() {
    return fatal && (rule == Rule.NEIGHBOUR || rule == Rule.GENERATOR_SATURATED);
  }

  /** Returns the same as a note, for an execution that was measured again. */
  public Violation repeated() {
    return new Violation(rule, experiment, variant, repetition, why + "; measured again", false);
  }

  /** Returns the reason with its place, as it stands among a run's reasons. */
  public String text() {
    return "%s, %s%s: %s"
        .formatted(experiment, variant, repetition == 1 ? "" : " (" + repetition + ")", why);
  }
}
