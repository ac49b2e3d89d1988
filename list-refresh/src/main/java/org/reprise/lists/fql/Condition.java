package org.reprise.lists.fql;

import java.util.List;
import org.reprise.lists.entity.Field;

/**
 * What an entity must meet. A field without a value (NULL) is different from every value: it meets
 * {@link NotEqual} and {@link NotIn}, and none of the others but {@link Empty}.
 */
public sealed interface Condition {
  record And(List<Condition> all) implements Condition {}

  /** The field has the value; for a day, a moment in it. */
  record Equal(Field field, Value value) implements Condition {}

  record NotEqual(Field field, Value value) implements Condition {}

  record In(Field field, List<Value> values) implements Condition {}

  record NotIn(Field field, List<Value> values) implements Condition {}

  /** The field's value is on that side of the value; of a day, outside the day or within it. */
  record Ordered(Field field, Order order, Value.Ranked value) implements Condition {}

  /** The field's text matches the regular expression somewhere, without regard to case. */
  record Matches(Field field, String expression) implements Condition {}

  /** The field's text begins so, without regard to case. */
  record StartsWith(Field field, String text) implements Condition {}

  /** The field's text has this in it, without regard to case. */
  record Contains(Field field, String text) implements Condition {}

  /** The field has no value or the empty text; or, where {@code empty} is false, it has one. */
  record Empty(Field field, boolean empty) implements Condition {}

  enum Order {
    ABOVE(">"),
    FROM(">="),
    BELOW("<"),
    UP_TO("<=");

    private final String sign;

    Order(String sign) {
      this.sign = sign;
    }

    /** Returns the comparison as SQL and people write it. */
    public String sign() {
      return sign;
    }
  }
}
