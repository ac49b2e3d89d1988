package org.reprise.oslc.query;

import java.util.List;
import java.util.Objects;

/**
 * One comparison of {@code oslc.where}.
 *
 * @param property its URI
 * @param operator as it is written, or {@code in}
 * @param values to compare with; one, but for {@code in}
 */
public record Term(String property, String operator, List<Value> values) {
  /** Copies; checks that all is there. */
  public Term {
    Objects.requireNonNull(property);
    Objects.requireNonNull(operator);
    values = List.copyOf(values);
  }

  /** What a property is compared with. */
  public sealed interface Value {
    /** As text. */
    String text();
  }

  /** A URI. */
  public record Uri(String text) implements Value {}

  /** A string, a number or a truth value. */
  public record Literal(String text) implements Value {}
}
