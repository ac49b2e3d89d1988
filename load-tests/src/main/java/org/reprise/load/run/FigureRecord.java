package org.reprise.load.run;

import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;

/**
 * One published cell and what was measured for it.
 *
 * @param id the figure's
 * @param operation the operation's id
 * @param statistic {@code min}, {@code max} or {@code avg}
 * @param kind where the published value comes from
 * @param published the report's value
 * @param measured the run's value; null where it was not measured
 * @param unit of both
 * @param ratio measured / published; null where there is none
 * @param verdict the word of the {@link Verdict}
 * @param why its reason; null where it has none
 */
public record FigureRecord(
    String id,
    String operation,
    String statistic,
    FigureKind kind,
    double published,
    @Nullable Double measured,
    String unit,
    @Nullable Double ratio,
    String verdict,
    @Nullable String why) {
  public FigureRecord {
    Verdict.of(verdict, why);
  }

  /** The verdict as a value. */
  public Verdict outcome() {
    return Verdict.of(verdict, why);
  }
}
