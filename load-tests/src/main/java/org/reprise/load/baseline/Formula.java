package org.reprise.load.baseline;

import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a derived figure follows from another one: {@code <number> / <figure id>}.
 *
 * @param numerator divided by the figure
 * @param figure the id of the figure that divides
 */
public record Formula(double numerator, String figure) {
  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?) / (\\S+)");

  /**
   * Reads a formula.
   *
   * @throws IllegalArgumentException where the text has another form
   */
  public static Formula parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a formula reads <number> / <figure id>, this one \"" + text + "\"");
    }
    return new Formula(Double.parseDouble(matcher.group(1)), matcher.group(2));
  }

  /** The derived value, given the values of figures by id. */
  public double value(ToDoubleFunction<String> values) {
    return numerator / values.applyAsDouble(figure);
  }
}
