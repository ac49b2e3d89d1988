package org.reprise.cps.query;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.schema.SchemaNode;

/**
 * A node of the schema that a cps-path can lead to.
 *
 * @param target the container or list at which the path's steps end
 * @param onLeaf whether the last step is a leaf of the target
 * @param result the node that the path selects: the target, or with {@code ancestor::} a node above
 *     it
 */
record Place(
    SchemaNode target, boolean onLeaf, SchemaNode result, Map<SchemaNode, List<LeafTest>> tests) {
  static Place at(SchemaNode node) {
    return new Place(node, false, node, Map.of());
  }

  /** The same place with further tests; null if no data can pass them. */
  @Nullable Place tested(SchemaNode node, List<LeafTest> further) {
    if (further.isEmpty()) {
      return this;
    }
    if (!further.stream().allMatch(LeafTest::isPossible)) {
      return null;
    }
    Map<SchemaNode, List<LeafTest>> all = new LinkedHashMap<>(tests);
    Set<LeafTest> ofNode = new LinkedHashSet<>(all.getOrDefault(node, List.of()));
    ofNode.addAll(further);
    all.put(node, List.copyOf(ofNode));
    return new Place(target, onLeaf, result, all);
  }

  Place moved(SchemaNode to) {
    return new Place(to, false, to, tests);
  }

  Place endingOnLeaf() {
    return new Place(target, true, result, tests);
  }

  Place resultingIn(SchemaNode ancestor) {
    return new Place(target, onLeaf, ancestor, tests);
  }

  List<LeafTest> testsOf(SchemaNode node) {
    return tests.getOrDefault(node, List.of());
  }

  /** Whether the target is the result and only the target is tested. */
  boolean isPlain() {
    return result == target && (tests.isEmpty() || tests.keySet().equals(Set.of(target)));
  }

  /** The nodes from below the root down to the target. */
  List<SchemaNode> chain() {
    return target.below(target.root());
  }
}
