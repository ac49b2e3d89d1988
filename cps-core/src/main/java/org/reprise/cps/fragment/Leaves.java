package org.reprise.cps.fragment;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * The leafs of one node by their names, in their order: a map that cannot be changed. A node has
 * few, and an answer has many nodes, so that two arrays cost less than a hash table.
 */
final class Leaves extends AbstractMap<String, Object> {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Leaves NONE = new Leaves(new String[0], new Object[0]);

  private final String[] names;
  private final Object[] values;

  private Leaves(String[] names, Object[] values) {
    this.names = names;
    this.values = values;
  }

  /** The same leafs, but for leaf-lists without values; copied where they could be changed. */
  static Leaves of(Map<String, Object> leaves) {
    if (leaves instanceof Leaves already) {
      return already;
    }
    Map<String, Object> present = new LinkedHashMap<>(leaves);
    present.values().removeIf(List.of()::equals);
    return new Leaves(present.keySet().toArray(new String[0]), present.values().toArray());
  }

  static Leaves parse(byte[] attributes) {
    List<String> names = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    try (JsonParser json = JSON.createParser(attributes)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        Object value = value(json);
        // A leaf-list without values is not there, though a PATCH may have stored it.
        if (!List.of().equals(value)) {
          names.add(name);
          values.add(value);
        }
      }
    }
    return names.isEmpty() ? NONE : new Leaves(names.toArray(new String[0]), values.toArray());
  }

  private static @Nullable Object value(JsonParser json) {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case START_ARRAY -> {
        List<@Nullable Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          values.add(value(json));
        }
        yield Collections.unmodifiableList(values);
      }
      default -> throw new IllegalStateException("a leaf cannot be stored as an object");
    };
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name)) {
        return values[i];
      }
    }
    return null;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super Object> action) {
    for (int i = 0; i < names.length; i++) {
      action.accept(names[i], values[i]);
    }
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    Set<Entry<String, Object>> entries = new LinkedHashSet<>();
    forEach((name, value) -> entries.add(new SimpleImmutableEntry<>(name, value)));
    return Collections.unmodifiableSet(entries);
  }
}
