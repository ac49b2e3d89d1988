package org.reprise.load.judge;

import java.util.List;
import java.util.stream.Collectors;
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

  /** The value with its unit and, where it is known, its spread. */
  static String of(Expression expression, Estimate estimate) {
    return switch (dimension(expression)) {
      case TIME ->
          Math.abs(estimate.value()) >= LONG_MS
              ? amount(estimate, 1000, " s")
              : amount(estimate, 1, " ms");
      case RATE -> amount(estimate, 1, "/s");
      case SHARE -> amount(estimate, 1, " %");
      case BYTES -> amount(estimate, 1, " MiB");
      case COUNT ->
          expression instanceof Binary(char sign, Expression _, Expression _) && sign == '/'
              ? Digits.times(estimate.value()) + spread(estimate)
              : amount(estimate, 1, "");
    };
  }

  private static String amount(Estimate estimate, double divisor, String unit) {
    String spread =
        spread(estimate).isEmpty() ? "" : " ± " + Digits.of(estimate.halfWidth() / divisor);
    return Digits.of(estimate.value() / divisor) + spread + unit;
  }

  /** Empty where there is none worth writing, or nothing tells it. */
  static String spread(Estimate estimate) {
    boolean some = estimate.halfWidth() > NOTHING * Math.abs(estimate.value());
    return some ? " ± " + Digits.of(estimate.halfWidth()) : "";
  }

  /** What it measures: a ratio is a bare number, of a sum it is what its first part measures. */
  static Dimension dimension(Expression expression) {
    return switch (expression) {
      case Call call when call.operand().isOneOfSeveral() -> dimension(call.arguments().getFirst());
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
    if (call.operand().isOneOfSeveral()) {
      return call.arguments().stream()
          .map(it -> name(it, baseline))
          .collect(Collectors.joining(", ", call.operand().word() + " of ", ""));
    }
    List<String> arguments =
        call.arguments().stream()
            .map(it -> baseline.title(it.toString().replaceAll("@.*", "")))
            .toList();
    String first = call.operand().isOfRole() ? arguments.getFirst() : arguments.getLast();
    String second = call.operand().isOfRole() ? arguments.getLast() : arguments.getFirst();
    return words(call.operand()) + first + (arguments.size() > 1 ? " (" + second + ")" : "");
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
