package org.reprise.load.baseline;

import java.util.function.ToDoubleFunction;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Expression.Number;

/** Computes formulas from figures alone. */
public final class Formulas {
  private Formulas() {}

  /** The value of a formula, given those of figures by their ids. */
  public static double value(String formula, ToDoubleFunction<String> figures) {
    return value(Expression.parse(formula), figures);
  }

  private static double value(Expression it, ToDoubleFunction<String> figures) {
    return switch (it) {
      case Number(double number) -> number;
      case Name(String id) -> figures.applyAsDouble(id);
      case Binary(char sign, Expression left, Expression right) -> {
        double one = value(left, figures);
        double other = value(right, figures);
        yield switch (sign) {
          case '+' -> one + other;
          case '-' -> one - other;
          case '*' -> one * other;
          default -> one / other;
        };
      }
      case Expression.Call call -> throw new IllegalArgumentException(call + " is no figure");
    };
  }
}
