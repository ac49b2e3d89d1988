package org.reprise.load.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * How a derived figure follows from others: numbers and figure ids, multiplied, divided and
 * subtracted, for example {@code 1000 / read.avg}, {@code knee * 3600} or {@code on.avg - off.avg}.
 * Products come before differences, each from left to right.
 *
 * @param factors in their order; at least one is a figure
 */
public record Formula(List<Factor> factors) {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
  private static final Pattern ID = Pattern.compile("[a-z][\\w.-]*");

  public Formula {
    factors = List.copyOf(factors);
  }

  /** What happens to an operand. */
  public enum Operator {
    /** What stands before it is multiplied by it. */
    TIMES,

    /** What stands before it is divided by it. */
    DIVIDED_BY,

    /** The product that it begins is subtracted from what stands before it. */
    MINUS;

    private static Optional<Operator> of(String sign) {
      return switch (sign) {
        case "*" -> Optional.of(TIMES);
        case "/" -> Optional.of(DIVIDED_BY);
        case "-" -> Optional.of(MINUS);
        default -> Optional.empty();
      };
    }
  }

  /**
   * One operand.
   *
   * @param operand a number or the id of a figure
   * @param operator what stands before it
   */
  public record Factor(String operand, Operator operator) {
    boolean isNumber() {
      return NUMBER.matcher(operand).matches();
    }

    private double value(ToDoubleFunction<String> figures) {
      return isNumber() ? Double.parseDouble(operand) : figures.applyAsDouble(operand);
    }
  }

  /**
   * Reads a formula.
   *
   * @throws IllegalArgumentException where the text has another form
   */
  public static Formula parse(String text) {
    List<String> words = Pattern.compile(" ").splitAsStream(text).toList();
    List<Factor> factors = new ArrayList<>();
    for (int i = 0; i < words.size(); i += 2) {
      Optional<Operator> operator = Operator.of(i == 0 ? "*" : words.get(i - 1));
      String operand = words.get(i);
      if (operator.isEmpty()
          || !(NUMBER.matcher(operand).matches() || ID.matcher(operand).matches())) {
        throw wrong(text);
      }
      factors.add(new Factor(operand, operator.get()));
    }
    Formula formula = new Formula(factors);
    if (words.size() % 2 == 0 || formula.figures().isEmpty()) {
      throw wrong(text);
    }
    return formula;
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "a formula reads <number or figure id> with *, / or - and another one, and names a figure, this one \""
            + text
            + "\"");
  }

  /** The ids that it names. */
  public List<String> figures() {
    return factors.stream().filter(f -> !f.isNumber()).map(Factor::operand).distinct().toList();
  }

  /** The derived value, given the values of figures by id. */
  public double value(ToDoubleFunction<String> values) {
    double before = 0;
    double product = 1;
    for (Factor factor : factors) {
      double value = factor.value(values);
      switch (factor.operator()) {
        case TIMES -> product *= value;
        case DIVIDED_BY -> product /= value;
        case MINUS -> {
          before += product;
          product = -value;
        }
      }
    }
    return before + product;
  }
}
