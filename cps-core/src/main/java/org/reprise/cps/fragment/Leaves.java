package org.reprise.cps.fragment;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The leafs of one node by their names, in their order: a map that cannot be changed. A node has
 * few, and an answer has many nodes, so that two arrays cost less than a hash table.
 */
final class Leaves extends AbstractMap<String, Object> {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final String[] names;
  private final Object[] values;

  private Leaves(String[] names, Object[] values) {
    this.names = names;
    this.values = values;
  }

  /** The same leafs, but for leaf-lists without values; copied where they could be changed. */
  static Leaves of(Map<String, Object> leaves) {
    return leaves instanceof Leaves already ? already : present(new LinkedHashMap<>(leaves));
  }

  static Leaves parse(byte[] attributes) {
    return present(JSON.readValue(attributes, OBJECT));
  }

  // A leaf-list without values is not there, though a PATCH may have stored it.
  private static Leaves present(Map<String, Object> leaves) {
    leaves.values().removeIf(List.of()::equals);
    return new Leaves(leaves.keySet().toArray(new String[0]), leaves.values().toArray());
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
