package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.schema.SchemaNode;

/**
 * A place of the schema that a cps-path leads to.
 *
 * @param target the container or list that the path's steps end at
 * @param onLeaf whether the last step is one of its leafs
 * @param result what is wanted: the target, or with {@code ancestor::} a node above it
 * @param tests what must hold of the target and of the nodes above it
 */
record Place(
    SchemaNode target, boolean onLeaf, SchemaNode result, Map<SchemaNode, List<LeafTest>> tests) {
  Place {
    tests = Map.copyOf(tests);
  }

  static Place at(SchemaNode node) {
    return new Place(node, false, node, Map.of());
  }

  /** The same with further tests; null where no data could pass them. */
  @Nullable Place tested(SchemaNode node, List<LeafTest> further) {
    if (further.isEmpty()) {
      return this;
    }
    if (!further.stream().allMatch(LeafTest::isPossible)) {
      return null;
    }
    Map<SchemaNode, List<LeafTest>> all = new LinkedHashMap<>(tests);
    List<LeafTest> ofNode = new ArrayList<>(all.getOrDefault(node, List.of()));
    further.stream().filter(test -> !ofNode.contains(test)).forEach(ofNode::add);
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

  /** Whether nothing but the target itself decides. */
  boolean isPlain() {
    return result == target && (tests.isEmpty() || tests.keySet().equals(Set.of(target)));
  }

  /** The target and what is above it but for the root, from the top. */
  List<SchemaNode> chain() {
    List<SchemaNode> chain = new ArrayList<>();
    SchemaNode at = target;
    while (at != null && at.kind() != SchemaNode.Kind.ROOT) {
      chain.addFirst(at);
      at = at.parent();
    }
    return chain;
  }
}
