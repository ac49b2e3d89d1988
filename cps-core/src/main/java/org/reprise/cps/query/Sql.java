package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a statement with the values for its question marks. All that a caller sent is such a
 * value; the text is made of this package's own literals.
 */
record Sql(String text, List<Object> values) {
  static Sql of(String text, Object... values) {
    return new Sql(text, List.of(values));
  }

  static Sql concat(Sql... parts) {
    return join("", List.of(parts));
  }

  static Sql join(String separator, List<Sql> parts) {
    StringBuilder text = new StringBuilder();
    List<Object> values = new ArrayList<>();
    for (Sql part : parts) {
      text.append(text.isEmpty() ? "" : separator).append(part.text);
      values.addAll(part.values);
    }
    return new Sql(text.toString(), values);
  }

  Sql with(Object placeholder, Object value) {
    return new Sql(text, values.stream().map(one -> one == placeholder ? value : one).toList());
  }
}
