package org.reprise.cps.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.path.Xpath;

/**
 * Combines what the paths of a {@link CompositeQuery} have matched. A query may have a hundred
 * paths that match the same hundred thousand nodes: a set of nodes is one bit for each, and the
 * node above each is looked for once.
 */
final class CompositeMatch {
  // Whatever was matched, parents before what is below them.
  private final List<Xpath> nodes;
  // The index of the nearest matched node above each; -1 without one.
  private final int[] above;
  private final Map<String, BitSet> matches = new HashMap<>();
  private final BitSet base;
  private final List<Xpath> selected;

  CompositeMatch(CompositeQuery query, Map<String, Set<Xpath>> matches) {
    this.nodes = matches.values().stream().flatMap(Collection::stream).distinct().sorted().toList();
    this.above = above(nodes);
    matches.forEach((path, found) -> this.matches.put(path, bits(found)));
    this.base = ofPath(query.cpsPath());
    BitSet all =
        query.conditions().isEmpty()
            ? base
            : combine(query.operator(), query.conditions().stream().map(this::select).toList());
    this.selected = all.stream().mapToObj(nodes::get).toList();
  }

  private static int[] above(List<Xpath> nodes) {
    int[] above = new int[nodes.size()];
    // Those that the next one begins with; a sibling whose name is longer is among them.
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < above.length; i++) {
      Xpath node = nodes.get(i);
      while (!open.isEmpty() && !node.text().startsWith(nodes.get(open.element()).text())) {
        open.pop();
      }
      above[i] = open.stream().filter(at -> node.isBelow(nodes.get(at))).findFirst().orElse(-1);
      open.push(i);
    }
    return above;
  }

  private BitSet bits(Set<Xpath> found) {
    BitSet bits = new BitSet(nodes.size());
    found.forEach(xpath -> bits.set(Collections.binarySearch(nodes, xpath)));
    return bits;
  }

  List<Xpath> roots() {
    return base.stream().mapToObj(nodes::get).filter(this::belongsToResult).toList();
  }

  /** Leaves out what is neither selected, nor above or below something that is. */
  DataNode prune(DataNode node) {
    if (isSelected(node.xpath())) {
      return node;
    }
    List<DataNode> kept =
        node.children().stream()
            .filter(child -> belongsToResult(child.xpath()))
            .map(this::prune)
            .toList();
    return new DataNode(node.xpath(), node.leaves(), kept);
  }

  private boolean isSelected(Xpath xpath) {
    return Collections.binarySearch(selected, xpath) >= 0;
  }

  // Whether it is selected, or above a node that is: the first that could be.
  private boolean belongsToResult(Xpath xpath) {
    int below = -1 - Collections.binarySearch(selected, new Xpath(xpath.text() + "/"));
    return isSelected(xpath) || (below < selected.size() && selected.get(below).isBelow(xpath));
  }

  private BitSet select(CompositeQuery condition) {
    BitSet own = ofPath(condition.cpsPath());
    own.and(within(base));
    if (condition.conditions().isEmpty()) {
      return own;
    }
    List<BitSet> sets = new ArrayList<>();
    sets.add(own);
    condition.conditions().forEach(inner -> sets.add(select(inner)));
    return combine(condition.operator(), sets);
  }

  private BitSet ofPath(String path) {
    return (BitSet) Objects.requireNonNull(matches.get(path), "every path was asked for").clone();
  }

  private BitSet combine(CompositeQuery.Operator operator, List<BitSet> sets) {
    BitSet all = new BitSet();
    sets.forEach(all::or);
    if (operator == CompositeQuery.Operator.AND) {
      sets.forEach(set -> all.and(within(set)));
    }
    return all;
  }

  // The nodes at or below those of a set.
  private BitSet within(BitSet set) {
    BitSet within = (BitSet) set.clone();
    for (int i = 0; i < above.length; i++) {
      if (above[i] >= 0 && within.get(above[i])) {
        within.set(i);
      }
    }
    return within;
  }
}
