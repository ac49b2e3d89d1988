package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value of a report: a cell of a table, or a statement outside the tables, such as what was asked
 * for, what was concluded and what follows from both.
 *
 * @param operation null where it is of whole flows or of a role
 * @param role whose use of resources it is; null where it is of none
 * @param statistic of a cell, the word of an {@link Operand}, or, of a derived one, what it
 *     derives, for example {@code delta}; null for a statement
 * @param unit see {@link Unit}; empty for a bare ratio
 * @param formula how the report derived it, an {@link Expression}; null where it did not
 * @param measuredBy what measures a statement, an {@link Expression}; null where the quantity of
 *     its id does, or, of a projection, where nobody tries it
 * @param note what a measured value beside it means, or what the report leaves open
 */
public record Figure(
    String id,
    @Nullable String title,
    @Nullable String operation,
    @Nullable String role,
    @Nullable String statistic,
    String unit,
    double value,
    Kind kind,
    String cell,
    @Nullable String formula,
    @Nullable String measuredBy,
    @Nullable String note) {
  public enum Kind {
    MEASURED,
    STATED, // in words that point to another number
    DERIVED, // from other figures, by a formula that the baseline states
    PROJECTED, // extrapolated by the report
    REQUIREMENT // not a result but what was asked for
  }

  /** Returns the value in the base unit of what it measures. */
  @JsonIgnore
  public double baseValue() {
    return value * Unit.of(unit).base();
  }

  /** Whether the report takes it for granted, and so do we. */
  @JsonIgnore
  public boolean isInput() {
    return statistic == null && formula == null && measuredBy == null && kind != Kind.MEASURED;
  }

  /**
   * Returns what measures it, for example {@code avg(remote-10x100, create-node)}; empty where it
   * is derived or an input.
   *
   * @param experiment that it belongs to; null for a statement
   */
  Optional<Expression> measure(@Nullable String experiment) {
    if (formula != null || isInput()) {
      return Optional.empty();
    }
    var measure =
        statistic == null || statistic.equals(Operand.QUANTITY.word())
            ? Objects.requireNonNullElse(measuredBy, "quantity(" + id + ")")
            : Stream.of(role, experiment, operation)
                .flatMap(Stream::ofNullable)
                .collect(Collectors.joining(", ", statistic + "(", ")"));
    return Optional.of(Expression.parse(measure));
  }
}
