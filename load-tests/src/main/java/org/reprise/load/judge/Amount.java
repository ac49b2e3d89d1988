package org.reprise.load.judge;

import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Unit.Dimension;
import org.reprise.load.run.Digits;

/** Values of expressions as people read them. */
final class Amount {
  /** From here on a time reads better in seconds. */
  private static final double LONG_MS = 10_000;

  /** Rounding, of values that are alike. */
  private static final double NOTHING = 1e-9;

  private Amount() {}

  /** The value with its unit and, where it is known and worth writing, its spread. */
  static String of(Expression expression, Estimate estimate) {
    Dimension dimension = dimension(expression);
    boolean isLong = dimension == Dimension.TIME && Math.abs(estimate.value()) >= LONG_MS;
    double divisor = isLong ? 1000 : 1;
    String unit = isLong ? "s" : dimension.unit();
    boolean varies = estimate.halfWidth() > NOTHING * Math.abs(estimate.value());
    return (isRatio(expression) ? "×" : "")
        + Digits.of(estimate.value() / divisor)
        + (varies ? " ± " + Digits.of(estimate.halfWidth() / divisor) : "")
        + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
  }

  /** Whether its value says how many times one thing is another. */
  static boolean isRatio(Expression expression) {
    return switch (expression) {
      case Binary(char sign, Expression _, Expression _) ->
          sign == '/' && dimension(expression) == Dimension.COUNT;
      case Call call -> call.operand() == Operand.FLATNESS || call.operand() == Operand.TO_REPORT;
      case Expression.Number _, Expression.Name _ -> false;
    };
  }

  /** What it measures: a ratio is a bare number, of a sum it is what its first part measures. */
  static Dimension dimension(Expression expression) {
    return switch (expression) {
      case Call call when call.operand() == Operand.HIGHEST || call.operand() == Operand.LOWEST ->
          dimension(call.arguments().getFirst());
      case Call call -> call.operand().dimension();
      case Binary(char sign, Expression left, Expression right) ->
          sign == '/' && (dimension(right) == dimension(left) || isPublished(right))
              ? Dimension.COUNT
              : dimension(left) == Dimension.COUNT ? dimension(right) : dimension(left);
      case Expression.Number _, Expression.Name _ -> Dimension.COUNT;
    };
  }

  private static boolean isPublished(Expression expression) {
    return expression instanceof Call call && call.operand() == Operand.PUBLISHED;
  }

  /** An operand in words, for example {@code CREATE NODE (remote, 2 threads)}. */
  static String name(Expression expression, Baseline baseline) {
    if (!(expression instanceof Call call)) {
      return baseline.title(expression.toString());
    }
    List<String> arguments =
        call.arguments().stream()
            .map(it -> it instanceof Call ? name(it, baseline) : baseline.title(plain(it)))
            .toList();
    String words = words(call.operand());
    if (call.operand().scope() == Operand.Scope.EXPRESSIONS || arguments.size() == 1) {
      return words + String.join(", ", arguments);
    }
    boolean role = call.operand().scope() == Operand.Scope.ROLE;
    return "%s%s (%s)"
        .formatted(
            words,
            role ? arguments.getFirst() : arguments.getLast(),
            role ? arguments.getLast() : arguments.getFirst());
  }

  private static String plain(Expression argument) {
    return argument.toString().replaceAll("@.*", "");
  }

  private static String words(Operand operand) {
    return switch (operand) {
      case AVG, QUANTITY, PUBLISHED -> "";
      case MIN -> "shortest ";
      case MAX -> "longest ";
      case RATE -> "flows of ";
      case CPU -> "CPU of ";
      case CPU_PEAK -> "highest CPU of ";
      case KNEE -> "highest rate of ";
      default -> operand.word().replace('-', ' ') + " of ";
    };
  }
}
