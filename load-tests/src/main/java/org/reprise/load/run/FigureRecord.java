package org.reprise.load.run;

import org.jspecify.annotations.Nullable;

/**
 * A published value beside the measured one: a figure, a statement, or what is computed from these
 * for a cell of a table or a point of a chart.
 *
 * @param id of the figure or statement, or the expression that was computed
 * @param published null where the report gives none
 * @param measured null where it was not measured
 * @param spread half of the interval in which {@code measured} lies with 95 % confidence; null
 *     where nothing tells it
 * @param unit of all three; {@code ×} of a ratio, {@code +%} for how much more it is than one
 * @param ratio measured / published; null where there is none
 * @param why its reason; null where it has none
 */
public record FigureRecord(
    String id,
    @Nullable Double published,
    @Nullable Double measured,
    @Nullable Double spread,
    String unit,
    @Nullable Double ratio,
    Verdict verdict,
    @Nullable String why) {}
