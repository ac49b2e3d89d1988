package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A figure that stands outside the result tables: what was asked for, what was concluded, and what
 * follows from both.
 *
 * @param id unique in its report; where something measures it, the name of that quantity
 * @param unit empty for a bare ratio
 * @param formula names only what stands before it
 * @param measuredBy what measures it, an {@link Expression}; null where the quantity of its id
 *     does, or, of a projection, where nobody tries it
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
    @Nullable String note)
    implements Published {
  public Statement {
    Published.require(id, value, kind, formula);
    if (measuredBy != null && (kind == FigureKind.DERIVED || kind == FigureKind.REQUIREMENT)) {
      throw new IllegalArgumentException(
          id + ": only what is MEASURED, STATED or PROJECTED has a measure, not " + kind);
    }
  }

  /** Whether something of a run stands beside it that does not follow from others. */
  public boolean hasMeasure() {
    return kind == FigureKind.MEASURED || measuredBy != null;
  }

  /** Whether the report takes it for granted, and so do we. */
  @JsonIgnore
  public boolean isInput() {
    return formula == null && !hasMeasure();
  }

  /** What measures it, the quantity of its id included; empty where nothing does. */
  Optional<Expression> measure() {
    return hasMeasure()
        ? Optional.of(
            Expression.parse(Objects.requireNonNullElse(measuredBy, "quantity(" + id + ")")))
        : Optional.empty();
  }
}
