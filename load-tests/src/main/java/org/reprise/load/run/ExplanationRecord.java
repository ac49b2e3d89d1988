package org.reprise.load.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An explanation and what its experiment showed.
 *
 * @param id the explanation's
 * @param hypothesis the supposed reason
 * @param evidence what in the published figures points to it
 * @param experiment what was run
 * @param judgedBy how the outcome is judged
 * @param verdict the word of the {@link Verdict}
 * @param why its reason; null where it has none
 * @param cameOut what came out, in sentences with their numbers
 * @param offsets the extra time of each operation, of a cost on each request; empty where it was
 *     not measured
 * @param rates published and measured ones, of a cost on each item; empty of other costs
 */
public record ExplanationRecord(
    String id,
    String hypothesis,
    String evidence,
    String experiment,
    String judgedBy,
    String verdict,
    @Nullable String why,
    String cameOut,
    List<Offset> offsets,
    List<Rate> rates) {
  public ExplanationRecord {
    Verdict.of(verdict, why);
    offsets = List.copyOf(offsets);
    rates = List.copyOf(rates);
  }

  /** The verdict as a value. */
  public Verdict outcome() {
    return Verdict.of(verdict, why);
  }

  /**
   * The extra time of one operation.
   *
   * @param operation the operation's id
   * @param publishedMs the report's difference of the minima, milliseconds
   * @param controlMs the measured minimum without the cost, milliseconds
   * @param treatmentMs the measured minimum with it, milliseconds
   */
  public record Offset(String operation, double publishedMs, double controlMs, double treatmentMs) {
    /** The measured extra time, milliseconds. */
    public double extraMs() {
      return treatmentMs - controlMs;
    }
  }

  /**
   * One of the rates that are compared, items in a second.
   *
   * @param title what it is the rate of
   * @param published the report's; null where it gives none
   * @param measured here; null where it was not measured
   * @param spread half of the interval in which {@code measured} lies with 95 % confidence; null
   *     where nothing tells it
   */
  public record Rate(
      String title,
      @Nullable Double published,
      @Nullable Double measured,
      @Nullable Double spread) {}
}
