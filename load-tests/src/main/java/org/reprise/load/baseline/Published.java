package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value of a report, in its tables or outside them. */
public sealed interface Published permits Figure, Statement {
  /** Unique in its report. */
  String id();

  /** See {@link Unit}. */
  String unit();

  double value();

  /** Where it comes from. */
  FigureKind kind();

  /** Where it stands in the report, in words. */
  String cell();

  /** How it was derived, an {@link Expression}; null where it was not. */
  @Nullable String formula();

  /** The published value in the base unit of what it measures. */
  @JsonIgnore
  default double baseValue() {
    return Unit.of(unit()).toBase(value());
  }

  /** How it was derived; empty where it was not. */
  @JsonIgnore
  default Optional<Expression> derivation() {
    return Optional.ofNullable(formula()).map(Expression::parse);
  }

  /** What every one of them must hold. */
  static void require(String id, double value, FigureKind kind, @Nullable String formula) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(id + ": the value is not a finite number");
    }
    if ((kind == FigureKind.DERIVED) != (formula != null)) {
      throw new IllegalArgumentException(
          id + ": a formula belongs to a DERIVED figure, and to no other; this one is " + kind);
    }
  }
}
