package org.reprise.cps.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * A leafref that requires an instance (RFC 7950, section 9.9), resolved to the schema.
 *
 * @param up how many data nodes to go up from the referring leaf; a negative number starts at the
 *     root
 * @param down the nodes to go down from there; the last is the leaf that must have the value
 * @param keys key conditions on the way
 */
public record Leafref(int up, List<SchemaNode> down, List<KeyCondition> keys) {
  /** Copies its lists. */
  public Leafref {
    down = List.copyOf(down);
    keys = List.copyOf(keys);
  }

  /** Says who may hold the value, for messages. */
  @Override
  public String toString() {
    return target().toString();
  }

  /** The leaf that must have the value. */
  public SchemaNode target() {
    return down.getLast();
  }

  /**
   * Where the path turns from going up to going down: values are looked for below the same data
   * node that the referring leaf is below.
   *
   * @param referring the leaf that this is the reference of
   */
  public SchemaNode base(SchemaNode referring) {
    return up < 0 ? referring.root() : referring.ancestor(up);
  }

  /**
   * Whether values are looked for in the whole anchor: the path goes down from a node that is in no
   * list entry, as every absolute path does.
   *
   * @param referring the leaf that this is the reference of
   */
  public boolean isAnchorWide(SchemaNode referring) {
    for (SchemaNode at = base(referring); at != null; at = at.parent()) {
      if (at.kind() == Kind.LIST) {
        return false;
      }
    }
    return true;
  }

  /** The containers and lists to go down through, in their order; the last has the target. */
  public List<SchemaNode> steps() {
    return down.subList(0, down.size() - 1);
  }

  /**
   * The keys of a list on the way whose values a reference says: by the conditions, and by its own
   * value where the target is a key.
   *
   * @param step index in {@link #steps}
   */
  public Set<String> knownKeys(int step) {
    Set<String> known = new HashSet<>();
    for (KeyCondition condition : keys) {
      if (condition.step() == step) {
        known.add(condition.key());
      }
    }
    if (step == steps().size() - 1 && targetIsKey()) {
      known.add(target().name());
    }
    return known;
  }

  /** Whether the target is a key of the list that it is in. */
  public boolean targetIsKey() {
    return target().fragmentNode().keys().contains(target().name());
  }

  /** Whether a reference says all keys on the way, so that only one node can have its target. */
  public boolean namesOneNode() {
    List<SchemaNode> steps = steps();
    for (int i = 0; i < steps.size(); i++) {
      if (!knownKeys(i).containsAll(steps.get(i).keys())) {
        return false;
      }
    }
    return true;
  }

  /**
   * {@code [key = current()/../…/leaf]}: a key of a list on the way must equal what another leaf
   * holds.
   *
   * @param step index in {@link Leafref#down} of the list
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
