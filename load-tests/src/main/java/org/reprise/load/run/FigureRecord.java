package org.reprise.load.run;

import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;

/**
 * One published cell and what was measured for it.
 *
 * @param id the figure's
 * @param operation the operation's id; null where it is of whole flows or of a role
 * @param role whose use of resources it is; null where it is of none
 * @param statistic what of it, for example {@code avg}
 * @param kind where the published value comes from
 * @param published the report's value
 * @param measured the run's value; null where it was not measured
 * @param spread half of the interval in which {@code measured} lies with 95 % confidence; null
 *     where nothing tells it
 * @param unit of all three
 * @param ratio measured / published; null where there is none
 * @param verdict the word of the {@link Verdict}
 * @param why its reason; null where it has none
 */
public record FigureRecord(
    String id,
    @Nullable String operation,
    @Nullable String role,
    String statistic,
    FigureKind kind,
    double published,
    @Nullable Double measured,
    @Nullable Double spread,
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
