package org.reprise.cps.schema;

import java.util.List;
import java.util.Objects;

/**
 * A leafref that requires an instance (RFC 7950, section 9.9), resolved to the schema.
 *
 * @param up how many data nodes to go up from the referring leaf; a negative number starts at the
 *     top
 * @param down the nodes to go down from there; the last is the leaf that must have the value
 * @param keys key conditions on the way: a key of the node at {@code step} must equal what {@code
 *     leaf}, reached from the referring leaf by going {@code up}, holds
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
   * {@code [key = current()/../…/leaf]}.
   *
   * @param step index in {@link Leafref#down} of the list
   * @param key the list's key leaf
   * @param up how many data nodes to go up from the referring leaf
   * @param leaf the leaf there
   */
  public record KeyCondition(int step, String key, int up, String leaf) {
    /** The node that holds the leaf which the key is compared with. */
    public SchemaNode holder(SchemaNode referring) {
      SchemaNode at = referring;
      for (int i = 0; i < up; i++) {
        at = Objects.requireNonNull(at.parent(), "a path above the root");
      }
      return at;
    }
  }
}
