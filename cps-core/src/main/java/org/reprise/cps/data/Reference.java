package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.data.Fragments.Range;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.Leafref;
import org.reprise.cps.schema.Leafref.KeyCondition;
import org.reprise.cps.schema.SchemaNode;

/**
 * A value of a leafref, which some other leaf must have.
 *
 * @param leaf the leaf that refers
 * @param xpath the container or list entry that has it
 * @param value what the other leaf must hold, as text
 */
record Reference(SchemaNode leaf, Xpath xpath, String value) {
  /**
   * Where the other leaf may be: in fragments of a range and a depth.
   *
   * @param range of xpaths
   * @param depth of the fragments
   * @param pattern a regular expression that their xpaths match; null where range and depth say all
   * @param leaf the name of the leaf; null where the xpath already has its value, as a key
   * @param value of the leaf
   */
  record Target(
      Range range, int depth, @Nullable String pattern, @Nullable String leaf, String value) {}

  /** Adds the values that a fragment's leaf or leaf-list refers with. */
  static void collect(Fragment node, SchemaNode leaf, Collection<Reference> references) {
    Object value = node.leaves().get(leaf.name());
    if (value instanceof List<?> values) {
      values.forEach(one -> references.add(new Reference(leaf, node.xpath(), String.valueOf(one))));
    } else if (value != null) {
      references.add(new Reference(leaf, node.xpath(), value.toString()));
    }
  }

  private Leafref to() {
    return Objects.requireNonNull(leaf.leafref(), "only a leafref refers");
  }

  /** The nodes whose leafs the path's conditions compare keys with. */
  List<Xpath> holders() {
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

  /**
   * Where the leaf with the value may be, null where it can be nowhere.
   *
   * @param leaves the leafs of the nodes at the holders' xpaths
   */
  @Nullable Target target(Function<Xpath, Map<String, Object>> leaves) {
    Leafref to = to();
    SchemaNode target = to.target();
    List<SchemaNode> steps = to.down().subList(0, to.down().size() - 1);
    Xpath at = to.up() < 0 ? Xpath.ROOT : xpath.ancestor(to.up() - 1);
    boolean isKey = target.fragmentNode().keys().contains(target.name());
    Range range = null;
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      SchemaNode step = steps.get(i);
      Map<String, String> keys = keys(i, leaves);
      boolean last = i == steps.size() - 1;
      if (keys == null
          || (last && isKey && !value.equals(keys.getOrDefault(target.name(), value)))) {
        return null;
      }
      if (last && isKey) {
        keys.put(target.name(), value);
      }
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
    boolean keyInXpath = isKey && !steps.isEmpty();
    return range == null
        ? new Target(
            Range.exactly(at), target.depth() - 1, null, keyInXpath ? null : target.name(), value)
        : new Target(
            range, target.depth() - 1, pattern.append('$').toString(), target.name(), value);
  }

  private @Nullable Map<String, String> keys(
      int step, Function<Xpath, Map<String, Object>> leaves) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (KeyCondition condition : to().keys()) {
      if (condition.step() == step) {
        Object value = leaves.apply(holder(condition)).get(condition.leaf().name());
        if (value == null
            || !value.toString().equals(keys.getOrDefault(condition.key(), value.toString()))) {
          return null;
        }
        keys.put(condition.key(), value.toString());
      }
    }
    return keys;
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

  /** For a regular expression of Java and of PostgreSQL alike. */
  private static String quoted(String text) {
    return text.replaceAll("[\\\\^$.|?*+()\\[\\]{}]", "\\\\$0");
  }

  @Override
  public String toString() {
    return "%s of %s refers to '%s', which no %s has.".formatted(leaf.name(), xpath, value, to());
  }
}
