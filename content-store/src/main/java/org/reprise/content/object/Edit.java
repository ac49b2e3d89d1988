package org.reprise.content.object;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * New values of some properties. The others stay as they are when the change is made.
 *
 * @param values by the properties' ids; null removes a value
 */
public record Edit(Map<String, @Nullable Object> values) {
  public static final Edit NONE = new Edit(Map.of());

  public Edit {
    values = Collections.unmodifiableMap(new HashMap<>(values));
  }

  /** Returns the new name; the old one where no other is given. */
  String name(String before) {
    return values.get(Types.NAME) instanceof String name ? name : before;
  }

  @Nullable Integer searchType(@Nullable Integer before) {
    return values.containsKey(Types.SEARCH_TYPE) ? (Integer) values.get(Types.SEARCH_TYPE) : before;
  }

  /** Returns those properties that have no column, and a value. */
  Map<String, Object> properties(Map<String, Object> before) {
    Map<String, Object> after = new HashMap<>(before);
    after.putAll(values);
    after.keySet().removeAll(Set.of(Types.NAME, Types.SEARCH_TYPE));
    after.values().removeIf(Objects::isNull);
    return after;
  }
}
