package org.reprise.load.baseline;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One cell of a published table.
 *
 * @param operation null where it is of whole flows or of a role
 * @param role whose use of resources it is; null where it is of none
 * @param statistic the word of an {@link Operand}, or, of a derived one, what it derives, for
 *     example {@code delta}
 */
public record Figure(
    String id,
    @Nullable String operation,
    @Nullable String role,
    String statistic,
    String unit,
    double value,
    FigureKind kind,
    String cell,
    @Nullable String formula)
    implements Published {
  public Figure {
    Published.require(id, value, kind, formula);
  }

  /**
   * What measures it, for example {@code avg(remote-10x100, create-node)}; empty where it is
   * derived or where its statistic is measured by nobody.
   *
   * @param experiment that it belongs to
   */
  Optional<Expression> measuredBy(String experiment) {
    return formula == null
        ? Operand.of(statistic).filter(Operand::isStatistic).map(it -> measuredBy(it, experiment))
        : Optional.empty();
  }

  private Expression measuredBy(Operand operand, String experiment) {
    if (operand.isOfName()) {
      return Expression.parse("%s(%s)".formatted(operand.word(), id));
    }
    return Expression.parse(
        Stream.of(role, experiment, operation)
            .filter(it -> it != null)
            .map(String::valueOf)
            .collect(Collectors.joining(", ", operand.word() + "(", ")")));
  }
}
