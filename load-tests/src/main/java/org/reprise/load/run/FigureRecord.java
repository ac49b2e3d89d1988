package org.reprise.load.run;

import org.jspecify.annotations.Nullable;

/**
 * A published value beside the measured one: a figure, a statement, or what is computed from these
 * for a cell of a table or a point of a chart. What does not exist is null.
 *
 * @param id of the figure or statement, or the expression that was computed
 * @param spread half of the interval in which {@code measured} lies with 95 % confidence
 * @param unit {@code ×} of a ratio, {@code +%} for how much more it is than one
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
