package org.reprise.cps.schema;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * A leafref that requires an instance (RFC 7950, section 9.9), resolved to the schema.
 *
 * @param up how many data nodes to go up from the leaf that refers; a negative number starts at the
 *     root
 * @param base where the path turns from going up to going down: values are looked for below the
 *     same data node that the referring leaf is below
 * @param steps the containers and lists to go down through from the base; the last has the target
 * @param target the leaf that must have the value
 * @param targetIsKey whether the target is a key of the list that it is in
 * @param keys key conditions on the way
 * @param isAnchorWide whether values are looked for in the whole anchor: the path goes down from a
 *     node that is in no list entry, as every absolute path does
 * @param namedKeys the keys whose values a reference says, for each step: by the conditions, and by
 *     its own value where the target is a key
 */
public record Leafref(
    int up,
    SchemaNode base,
    List<SchemaNode> steps,
    SchemaNode target,
    boolean targetIsKey,
    List<KeyCondition> keys,
    boolean isAnchorWide,
    List<List<String>> namedKeys) {

  static Leafref of(SchemaNode leaf, int up, List<SchemaNode> down, List<KeyCondition> keys) {
    SchemaNode base = up < 0 ? leaf.root() : leaf.ancestor(up);
    List<SchemaNode> steps = List.copyOf(down.subList(0, down.size() - 1));
    SchemaNode target = down.getLast();
    boolean targetIsKey = target.fragmentNode().keys().contains(target.name());
    boolean isAnchorWide =
        Stream.iterate(base, at -> at != null, SchemaNode::parent)
            .noneMatch(at -> at.kind() == Kind.LIST);
    List<List<String>> namedKeys =
        IntStream.range(0, steps.size())
            .mapToObj(step ->
                steps.get(step).keys().stream()
                    .filter(key ->
                        (step == steps.size() - 1 && targetIsKey && key.equals(target.name()))
                            || keys.stream()
                                .anyMatch(one -> one.step() == step && one.key().equals(key)))
                    .toList())
            .toList();
    return new Leafref(
        up, base, steps, target, targetIsKey, List.copyOf(keys), isAnchorWide, namedKeys);
  }

  /** Whether a reference says all keys on the way, so that only one node can have its target. */
  public boolean namesOneNode() {
    return IntStream.range(0, steps.size())
        .allMatch(i -> namedKeys.get(i).size() == steps.get(i).keys().size());
  }

  @Override
  public String toString() {
    return target.toString();
  }

  /**
   * {@code [key = current()/../…/leaf]}: a key of a list on the way must equal what another leaf
   * holds.
   *
   * @param step index in {@link Leafref#steps} of the list
   * @param key the name of the list's key
   * @param up how many data nodes to go up from the referring leaf
   * @param down the nodes to go down from there: containers, then the leaf that is compared with
   */
  public record KeyCondition(int step, String key, int up, List<SchemaNode> down) {
    public SchemaNode leaf() {
      return down.getLast();
    }

    public SchemaNode holder() {
      return Objects.requireNonNull(leaf().parent(), "a leaf is in something");
    }
  }
}
