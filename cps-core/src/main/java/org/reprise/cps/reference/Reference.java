package org.reprise.cps.reference;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.fragment.Fragments.Range;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.Leafref.KeyCondition;
import org.reprise.cps.schema.SchemaNode;

/** A value of a leafref at a container or list entry, which some other leaf must have. */
record Reference(SchemaNode leaf, Xpath xpath, String value) {
  /**
   * Where the other leaf may be: in fragments of a range and a depth.
   *
   * @param pattern a regular expression that their xpaths match; null if range and depth suffice
   * @param leaf the name of the leaf; null if the xpath has its value, as a key
   */
  record Target(
      Range range, int depth, @Nullable String pattern, @Nullable String leaf, String value) {}

  /** Adds the values that a fragment's leaf or leaf-list refers with. */
  static void collect(Fragment node, SchemaNode leaf, Collection<Reference> references) {
    texts(node, leaf).forEach(value -> references.add(new Reference(leaf, node.xpath(), value)));
  }

  static List<TargetKey> targets(Fragment node, SchemaNode referring) {
    SchemaNode target = leafref(referring).target();
    return texts(node, target).stream()
        .map(value -> TargetKey.ofTarget(referring, node.xpath(), value))
        .toList();
  }

  private static List<String> texts(Fragment node, SchemaNode leaf) {
    Object value = node.leaves().get(leaf.name());
    if (value instanceof List<?> values) {
      return values.stream().map(String::valueOf).toList();
    }
    return value == null ? List.of() : List.of(value.toString());
  }

  static Leafref leafref(SchemaNode leaf) {
    return Objects.requireNonNull(leaf.leafref(), "only a leafref refers");
  }

  private Leafref to() {
    return leafref(leaf);
  }

  /** Adds the leafs, once read, of the nodes that conditions of the references compare with. */
  static void addHolders(
      Collection<Reference> references,
      Map<Xpath, Map<String, Object>> leaves,
      Function<Collection<Xpath>, Map<Xpath, Map<String, Object>>> read) {
    Set<Xpath> unknown = new HashSet<>();
    references.forEach(reference -> unknown.addAll(reference.holders()));
    unknown.removeAll(leaves.keySet());
    leaves.putAll(read.apply(unknown));
  }

  // The nodes whose leafs the path's conditions compare keys with.
  private List<Xpath> holders() {
    return to().keys().stream().map(this::holder).toList();
  }

  // Going up from a leaf, the first step leads to the fragment that has it.
  private Xpath holder(KeyCondition condition) {
    Xpath at = xpath.ancestor(condition.up() - 1);
    for (SchemaNode container : condition.down().subList(0, condition.down().size() - 1)) {
      at = at.child(container.name());
    }
    return at;
  }

  private Xpath base() {
    return to().up() < 0 ? Xpath.ROOT : xpath.ancestor(to().up() - 1);
  }

  /** Its key, from the leafs at the holders' xpaths; null if no leaf can satisfy it. */
  @Nullable TargetKey key(Map<Xpath, Map<String, Object>> leaves) {
    List<Map<String, String>> keys = keys(leaves);
    Xpath base = to().isAnchorWide() ? Xpath.ROOT : base();
    return keys == null ? null : TargetKey.of(to(), base, keys, value);
  }

  /**
   * Where the leaf with the value may be.
   *
   * @param leaves the leafs of the nodes at the holders' xpaths
   * @throws NullPointerException where no leaf can have it: then it has no {@link #key}
   */
  Target target(Map<Xpath, Map<String, Object>> leaves) {
    List<Map<String, String>> allKeys =
        Objects.requireNonNull(keys(leaves), "keys that contradict each other");
    SchemaNode target = to().target();
    List<SchemaNode> steps = to().steps();
    Xpath at = base();
    Range range = null;
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      SchemaNode step = steps.get(i);
      Map<String, String> keys = allKeys.get(i);
      if (range != null) {
        pattern.append('/').append(quoted(step.name())).append(keysPattern(step, keys));
      } else if (step.kind() != SchemaNode.Kind.LIST) {
        at = at.child(step.name());
      } else if (keys.keySet().containsAll(step.keys())) {
        at = at.entry(step.name(), step.keys(), step.keys().stream().map(keys::get).toList());
      } else {
        Xpath list = at.child(step.name());
        range = Range.entries(list);
        pattern.append('^').append(quoted(list.text())).append(keysPattern(step, keys));
      }
    }
    // Without steps down, the target is a leaf of an ancestor, whose keys were not compared above.
    boolean keyInXpath = to().targetIsKey() && !steps.isEmpty();
    return range == null
        ? new Target(
            Range.exactly(at), target.depth() - 1, null, keyInXpath ? null : target.name(), value)
        : new Target(
            range, target.depth() - 1, pattern.append('$').toString(), target.name(), value);
  }

  // The keys that the path names, by step; null if they contradict each other.
  private @Nullable List<Map<String, String>> keys(Map<Xpath, Map<String, Object>> leaves) {
    List<Map<String, String>> keys = new ArrayList<>();
    to().steps().forEach(step -> keys.add(new LinkedHashMap<>()));
    for (KeyCondition condition : to().keys()) {
      Object known = leaves.getOrDefault(holder(condition), Map.of()).get(condition.leaf().name());
      if (known == null || !agrees(keys.get(condition.step()), condition.key(), known.toString())) {
        return null;
      }
    }
    boolean agree =
        keys.isEmpty()
            || !to().targetIsKey()
            || agrees(keys.getLast(), to().target().name(), value);
    return agree ? keys : null;
  }

  private static boolean agrees(Map<String, String> keys, String key, String value) {
    String other = keys.putIfAbsent(key, value);
    return other == null || other.equals(value);
  }

  // A key's value may hold anything, brackets and slashes too; a quote in it is written twice.
  private static String keysPattern(SchemaNode step, Map<String, String> known) {
    if (step.kind() != SchemaNode.Kind.LIST) {
      return "";
    }
    List<String> keys = new ArrayList<>();
    for (String key : step.keys()) {
      String value = known.get(key);
      String text = value == null ? "(?:[^']|'')*" : quoted(value.replace("'", "''"));
      keys.add("@" + quoted(key) + "='" + text + "'");
    }
    return "\\[" + String.join(" and ", keys) + "\\]";
  }

  private static String quoted(String text) {
    return text.replaceAll("[\\\\^$.|?*+()\\[\\]{}]", "\\\\$0");
  }

  @Override
  public String toString() {
    return "%s of %s refers to '%s', which no %s has.".formatted(leaf.name(), xpath, value, to());
  }
}
