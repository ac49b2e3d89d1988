package org.reprise.oslc.query;

import java.util.List;
import java.util.Objects;

/**
 * One condition of {@code oslc.where}.
 *
 * @param property its URI
 * @param operator as it is written, or {@code in}, or {@link #NESTED}
 * @param values to compare with; one, but for {@code in}; none of a nested condition
 * @param nested what must hold for one and the same thing that the property points at
 */
public record Term(String property, String operator, List<Value> values, List<Term> nested) {
  /** The operator of {@code property{…}}. */
  public static final String NESTED = "{}";

  /** Copies the lists. */
  public Term {
    Objects.requireNonNull(property);
    Objects.requireNonNull(operator);
    values = List.copyOf(values);
    nested = List.copyOf(nested);
    if (operator.equals(NESTED) == nested.isEmpty()) {
      throw new IllegalArgumentException("a nested condition, and no other, has further ones");
    }
  }

  /** A comparison. */
  public Term(String property, String operator, List<Value> values) {
    this(property, operator, values, List.of());
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
