package org.reprise.cps.query;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.reprise.cps.path.CpsPath;
import org.reprise.cps.path.CpsPath.Axis;
import org.reprise.cps.path.CpsPath.Step;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.SchemaNode.Kind;

/**
 * Finds the nodes of a schema that a cps-path can lead to, without looking at the data. Each of
 * these places becomes a condition on stored xpaths.
 */
final class Places {
  /** With more places, the statement would be too long. */
  static final int MAX_PLACES = 1_000;

  private final CpsPath path;
  private final QuerySize size;

  // A place holds what was tested on its way: each one that is kept costs as much.
  private final int conditions;

  /** Begins with one path; the conditions on its places take their memory from the size. */
  Places(CpsPath path, QuerySize size) {
    this.path = path;
    this.size = size;
    this.conditions =
        Stream.concat(path.steps().stream(), path.ancestor().stream())
            .mapToInt(Step::conditionCount)
            .sum();
  }

  /** Finds the places, maybe none; throws InvalidCpsPath for more than {@value #MAX_PLACES}. */
  Set<Place> in(SchemaNode root) {
    Set<Place> places = Set.of(Place.at(root));
    for (int i = 0; i < path.steps().size(); i++) {
      Step step = path.steps().get(i);
      boolean last = i == path.steps().size() - 1;
      Set<Place> next = new LinkedHashSet<>();
      for (Place place : places) {
        walk(place.target(), step.axis(), parent -> take(place, parent, step, last, next));
      }
      places = next;
    }
    return path.ancestor().isEmpty() ? places : ancestors(places);
  }

  private void walk(SchemaNode from, Axis axis, Consumer<SchemaNode> visitor) {
    size.visit(1);
    visitor.accept(from);
    if (axis == Axis.DESCENDANT) {
      from.children().forEach(child -> walk(child, axis, visitor));
    }
  }

  private void take(Place from, SchemaNode parent, Step step, boolean last, Set<Place> next) {
    SchemaNode child = parent.child(step.name());
    if (child == null) {
      return;
    }
    switch (child.kind()) {
      case CONTAINER, LIST -> add(next, from.moved(child), child, tests(step, child));
      case LEAF, LEAF_LIST -> {
        // Leafs at the top level are not stored: no fragment holds them.
        if (last && parent.kind() != Kind.ROOT) {
          add(next, from.moved(parent).endingOnLeaf(), parent, leafTests(step, child));
        }
      }
      case ROOT, OPAQUE -> {}
    }
  }

  private List<LeafTest> leafTests(Step step, SchemaNode leaf) {
    return step.conditions().isEmpty() ? List.of(new LeafTest.Present(leaf)) : tests(step, leaf);
  }

  private void add(Set<Place> places, Place place, SchemaNode tested, List<LeafTest> tests) {
    size.visit(conditions);
    Place added = place.tested(tested, tests);
    if (added != null && places.add(added)) {
      checkCount(places);
    }
  }

  private record Climb(Place place, int at) {}

  // Matches the steps after ancestor:: with the nodes between the root and the target, in every
  // possible way.
  private Set<Place> ancestors(Set<Place> places) {
    Set<Place> found = new LinkedHashSet<>();
    for (Place place : places) {
      List<SchemaNode> chain = place.chain();
      // A leaf's ancestors begin with the node that holds it.
      List<SchemaNode> above = place.onLeaf() ? chain : chain.subList(0, chain.size() - 1);
      Set<Climb> climbs = Set.of(new Climb(place, 0));
      for (Step step : path.ancestor()) {
        Set<Climb> next = new LinkedHashSet<>();
        climbs.forEach(climb -> climb(climb, above, step, next));
        climbs = next;
      }
      for (Climb climb : climbs) {
        SchemaNode result = above.get(climb.at - 1);
        add(found, climb.place.resultingIn(result), result, List.of());
      }
    }
    return found;
  }

  private void climb(Climb from, List<SchemaNode> above, Step step, Set<Climb> next) {
    int beyond = step.axis() == Axis.CHILD ? Math.min(from.at + 1, above.size()) : above.size();
    for (int i = from.at; i < beyond; i++) {
      size.visit(1);
      SchemaNode node = above.get(i);
      SchemaNode parent = node.parent();
      if (parent != null && parent.child(step.name()) == node) {
        size.visit(conditions);
        Place tested = from.place.tested(node, tests(step, node));
        if (tested != null && next.add(new Climb(tested, i + 1))) {
          checkCount(next);
        }
      }
    }
  }

  private List<LeafTest> tests(Step step, SchemaNode node) {
    size.addConditions(step.conditionCount());
    return step.conditions().stream().map(one -> LeafTest.of(one, node)).toList();
  }

  private void checkCount(Set<?> places) {
    if (places.size() > MAX_PLACES) {
      throw size.tooLarge("fits more than %d places of the schema".formatted(MAX_PLACES));
    }
  }
}
