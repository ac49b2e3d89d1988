package org.reprise.load.run;

import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;

/**
 * A figure outside the report's tables and what was measured for it.
 *
 * @param id the statement's
 * @param title what it is, in a few words
 * @param kind where the published value comes from
 * @param published the report's value
 * @param measured the run's value; null where there is none
 * @param spread half of the interval in which {@code measured} lies with 95 % confidence; null
 *     where nothing tells it
 * @param unit of all three; empty for a bare ratio
 * @param ratio measured / published; null where there is none
 * @param verdict the word of the {@link Verdict}
 * @param why its reason; null where it has none
 */
public record StatementRecord(
    String id,
    String title,
    FigureKind kind,
    double published,
    @Nullable Double measured,
    @Nullable Double spread,
    String unit,
    @Nullable Double ratio,
    String verdict,
    @Nullable String why) {
  public StatementRecord {
    Verdict.of(verdict, why);
  }
}
