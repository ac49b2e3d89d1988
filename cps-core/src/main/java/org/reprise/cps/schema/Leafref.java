package org.reprise.cps.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.reprise.cps.schema.SchemaNode.Kind;

/** A leafref that requires an instance (RFC 7950, section 9.9), resolved to the schema. */
public final class Leafref {
  private final int up;
  private final SchemaNode base;
  private final List<SchemaNode> steps;
  private final SchemaNode target;
  private final String targetPath;
  private final List<KeyCondition> keys;
  private final boolean isAnchorWide;
  private final boolean targetIsKey;
  private final List<List<String>> namedKeys = new ArrayList<>();

  /**
   * A reference.
   *
   * @param leaf the leaf that refers
   * @param up how many data nodes to go up from it; a negative number starts at the root
   * @param down the nodes to go down from there; the last is the leaf that must have the value
   * @param keys key conditions on the way
   */
  Leafref(SchemaNode leaf, int up, List<SchemaNode> down, List<KeyCondition> keys) {
    this.up = up;
    this.base = up < 0 ? leaf.root() : leaf.ancestor(up);
    this.steps = List.copyOf(down.subList(0, down.size() - 1));
    this.target = down.getLast();
    this.targetPath = target.toString();
    this.keys = List.copyOf(keys);
    this.isAnchorWide =
        Stream.iterate(base, at -> at != null, SchemaNode::parent)
            .noneMatch(at -> at.kind() == Kind.LIST);
    this.targetIsKey = target.fragmentNode().keys().contains(target.name());
    for (int i = 0; i < steps.size(); i++) {
      int step = i;
      namedKeys.add(steps.get(i).keys().stream().filter(key -> names(step, key)).toList());
    }
  }

  private boolean names(int step, String key) {
    boolean byValue = step == steps.size() - 1 && targetIsKey && key.equals(target.name());
    return byValue || keys.stream().anyMatch(one -> one.step() == step && one.key().equals(key));
  }

  /**
   * How many data nodes to go up from the leaf that refers; a negative number starts at the root.
   */
  public int up() {
    return up;
  }

  /**
   * Where the path turns from going up to going down: values are looked for below the same data
   * node that the referring leaf is below.
   */
  public SchemaNode base() {
    return base;
  }

  /** The containers and lists to go down through from the base; the last has the target. */
  public List<SchemaNode> steps() {
    return steps;
  }

  /** The leaf that must have the value. */
  public SchemaNode target() {
    return target;
  }

  /** The target's place in the schema, as text. */
  public String targetPath() {
    return targetPath;
  }

  /** Whether the target is a key of the list that it is in. */
  public boolean targetIsKey() {
    return targetIsKey;
  }

  /** Key conditions on the way. */
  public List<KeyCondition> keys() {
    return keys;
  }

  /**
   * Whether values are looked for in the whole anchor: the path goes down from a node that is in no
   * list entry, as every absolute path does.
   */
  public boolean isAnchorWide() {
    return isAnchorWide;
  }

  /**
   * The keys whose values a reference says, for each step: by the conditions, and by its own value
   * where the target is a key.
   */
  public List<List<String>> namedKeys() {
    return namedKeys;
  }

  /** Whether a reference says all keys on the way, so that only one node can have its target. */
  public boolean namesOneNode() {
    for (int i = 0; i < steps.size(); i++) {
      if (namedKeys.get(i).size() < steps.get(i).keys().size()) {
        return false;
      }
    }
    return true;
  }

  /** Says who may hold the value, for messages. */
  @Override
  public String toString() {
    return targetPath;
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
    /** Copies its list. */
    public KeyCondition {
      down = List.copyOf(down);
    }

    /** The leaf that the key is compared with. */
    public SchemaNode leaf() {
      return down.getLast();
    }

    /**
     * Where the condition's path turns from going up to going down.
     *
     * @param referring the leaf that this is a condition of the reference of
     */
    public SchemaNode base(SchemaNode referring) {
      return referring.ancestor(up);
    }

    /** The container or list that has that leaf. */
    public SchemaNode holder() {
      return Objects.requireNonNull(leaf().parent(), "a leaf is in something");
    }
  }
}
