package org.reprise.load.baseline;

import org.jspecify.annotations.Nullable;

/**
 * One cell of a published table.
 *
 * @param id unique in its report, for example {@code remote-10x100.create-node.avg}
 * @param operation the operation's id, for example {@code create-node}
 * @param statistic {@code min}, {@code max}, {@code avg}, {@code p90} (90th percentile), {@code
 *     error} (share of flows that failed) or, of a derived one, what it derives, for example {@code
 *     delta}
 * @param unit {@code ms}, {@code s}, {@code min}, {@code ops/s} or {@code %}
 * @param value as published
 * @param better which direction is good
 * @param kind where it comes from
 * @param cell where it stands in the report, in words
 * @param formula how it was derived, see {@link Formula}; given exactly for {@link
 *     FigureKind#DERIVED}
 */
public record Figure(
    String id,
    String operation,
    String statistic,
    String unit,
    double value,
    Better better,
    FigureKind kind,
    String cell,
    @Nullable String formula) {
  public Figure {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(id + ": the value is not a finite number");
    }
    if ((kind == FigureKind.DERIVED) != (formula != null)) {
      throw new IllegalArgumentException(
          id + ": a formula belongs to a DERIVED figure, and to no other; this one is " + kind);
    }
  }
}
