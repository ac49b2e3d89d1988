package org.reprise.load.judge;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
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
  static String of(Expression expression, Reading reading) {
    return switch (dimension(expression)) {
      case TIME ->
          Math.abs(reading.value()) >= LONG_MS
              ? amount(reading, 1000, " s")
              : amount(reading, 1, " ms");
      case RATE -> amount(reading, 1, "/s");
      case SHARE -> amount(reading, 1, " %");
      case BYTES -> amount(reading, 1, " MiB");
      case COUNT ->
          expression instanceof Binary(char sign, Expression _, Expression _) && sign == '/'
              ? Digits.times(reading.value()) + spread(reading)
              : amount(reading, 1, "");
    };
  }

  private static String amount(Reading reading, double divisor, String unit) {
    String spread = spread(reading).isEmpty() ? "" : " ± " + Digits.of(reading.spread() / divisor);
    return Digits.of(reading.value() / divisor) + spread + unit;
  }

  /** Empty where there is none worth writing, or nothing tells it. */
  static String spread(Reading reading) {
    boolean none = reading.spread() <= NOTHING * Math.abs(reading.value());
    return none || reading.isUncertain() ? "" : " ± " + Digits.of(reading.spread());
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

  /** An operand in words, for example {@code avg CREATE NODE in remote-2x500}. */
  static String name(Expression expression, Baseline baseline) {
    if (!(expression instanceof Call call)) {
      return expression.toString();
    }
    if (call.operand().isOneOfSeveral()) {
      return call.operand().word()
          + " of "
          + String.join(", ", call.arguments().stream().map(it -> name(it, baseline)).toList());
    }
    List<String> arguments =
        call.arguments().stream().map(it -> title(it.toString(), baseline)).toList();
    String word = call.operand().word();
    if (call.operand().isOfRole()) {
      return "%s of %s in %s".formatted(word, arguments.getFirst(), arguments.getLast());
    }
    String others =
        IntStream.range(1, arguments.size())
            .mapToObj(arguments::get)
            .collect(Collectors.joining(" "));
    return others.isEmpty()
        ? "%s of %s".formatted(word, arguments.getFirst())
        : "%s %s in %s".formatted(word, others, arguments.getFirst());
  }

  private static String title(String id, Baseline baseline) {
    return baseline.operations().stream()
        .filter(it -> it.id().equals(id))
        .map(Operation::title)
        .findFirst()
        .orElse(id);
  }
}
