package org.reprise.load.baseline;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim.Given;

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
 * @param measuredBy what measures it, an {@link Expression}; null where the quantity of its id
 *     does, or, of a projection, where nobody tries it
 * @param byConstructionWith an input of ours that only some runs have, from which what they measure
 *     follows; null where there is none
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
    @Nullable Given byConstructionWith,
    @Nullable String note)
    implements Published {
  public Statement {
    Published.require(id, value, kind, formula);
    if (byConstructionWith != null && byConstructionWith.check() != null) {
      throw new IllegalArgumentException(id + ": a claim has a check, a figure has none");
    }
    if (measuredBy != null && kind != FigureKind.MEASURED && kind != FigureKind.PROJECTED) {
      throw new IllegalArgumentException(
          id + ": only what is MEASURED or PROJECTED has a measure, not " + kind);
    }
  }

  /** Whether something of a run stands beside it that does not follow from others. */
  public boolean hasMeasure() {
    return kind == FigureKind.MEASURED || measuredBy != null;
  }

  /** What measures it, the quantity of its id included; empty where nothing does. */
  Optional<Expression> measure() {
    return hasMeasure()
        ? Optional.of(
            Expression.parse(Objects.requireNonNullElse(measuredBy, "quantity(" + id + ")")))
        : Optional.empty();
  }
}
