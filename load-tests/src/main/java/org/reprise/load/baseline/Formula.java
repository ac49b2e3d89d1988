package org.reprise.load.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * How a derived figure follows from others: numbers and figure ids, multiplied and divided from
 * left to right, for example {@code 1000 / read.avg} or {@code knee * 3600}.
 *
 * @param factors in their order; at least one is a figure
 */
public record Formula(List<Factor> factors) {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
  private static final Pattern ID = Pattern.compile("[a-z][\\w.-]*");

  public Formula {
    factors = List.copyOf(factors);
  }

  /**
   * One operand.
   *
   * @param operand a number or the id of a figure
   * @param divides whether what stands before it is divided by it
   */
  public record Factor(String operand, boolean divides) {
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
      String operator = i == 0 ? "*" : words.get(i - 1);
      String operand = words.get(i);
      boolean known = operator.equals("*") || operator.equals("/");
      if (!known || !(NUMBER.matcher(operand).matches() || ID.matcher(operand).matches())) {
        throw wrong(text);
      }
      factors.add(new Factor(operand, operator.equals("/")));
    }
    Formula formula = new Formula(factors);
    if (words.size() % 2 == 0 || formula.figures().isEmpty()) {
      throw wrong(text);
    }
    return formula;
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "a formula reads <number or figure id> with * or / and another one, and names a figure, this one \""
            + text
            + "\"");
  }

  /** The ids that it names. */
  public List<String> figures() {
    return factors.stream().filter(f -> !f.isNumber()).map(Factor::operand).distinct().toList();
  }

  /** The derived value, given the values of figures by id. */
  public double value(ToDoubleFunction<String> values) {
    double result = 1;
    for (Factor factor : factors) {
      double value = factor.value(values);
      result = factor.divides() ? result / value : result * value;
    }
    return result;
  }
}
