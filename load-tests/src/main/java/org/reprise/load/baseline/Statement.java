package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * A figure that stands outside the result tables: what was asked for, what was concluded, and what
 * follows from both.
 *
 * @param id unique in its report; where something measures it, the name of that quantity
 * @param title what it is, in a few words
 * @param unit of the value; empty for a bare ratio
 * @param value as published
 * @param kind where it comes from
 * @param cell where it stands in the report, in words
 * @param formula see {@link Expression}; given exactly for {@link FigureKind#DERIVED}, and naming
 *     only what stands before it
 * @param measuredBy what measures it, an {@link Expression}; null where the quantity of its id does
 * @param note what a measured value beside it means, or what the report leaves open; null where
 *     nothing must be known
 */
public record Statement(
    String id,
    String title,
    String unit,
    double value,
    FigureKind kind,
    String cell,
    @Nullable String formula,
    @Nullable String measuredBy,
    @Nullable String note) {
  public Statement {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(id + ": the value is not a finite number");
    }
    if ((kind == FigureKind.DERIVED) != (formula != null)) {
      throw new IllegalArgumentException(
          id + ": a formula belongs to a DERIVED figure, and to no other; this one is " + kind);
    }
    if (measuredBy != null && kind != FigureKind.MEASURED) {
      throw new IllegalArgumentException(id + ": only what is MEASURED has a measure, not " + kind);
    }
  }

  /** The published value in the base unit of what it measures. */
  @JsonIgnore
  public double baseValue() {
    return Unit.of(unit).toBase(value);
  }
}
