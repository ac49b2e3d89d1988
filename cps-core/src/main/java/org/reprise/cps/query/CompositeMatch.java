package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reprise.cps.data.DataNode;
import org.reprise.cps.path.Xpath;

/** Combines what the paths of a {@link CompositeQuery} have matched, by xpath. */
final class CompositeMatch {
  private final Map<String, Set<Xpath>> matches;
  private final Set<Xpath> base;
  private final Set<Xpath> selected;
  private final Set<Xpath> above = new HashSet<>();

  /**
   * Combines.
   *
   * @param matches xpaths of nodes by cps-path, for each path of the query
   */
  CompositeMatch(CompositeQuery query, Map<String, Set<Xpath>> matches) {
    this.matches = matches;
    this.base = ofPath(query.cpsPath());
    this.selected =
        query.conditions().isEmpty()
            ? base
            : combine(query.operator(), query.conditions().stream().map(this::select).toList());
    for (Xpath xpath : selected) {
      for (Xpath at = xpath.parent(); !at.isRoot() && above.add(at); ) {
        at = at.parent();
      }
    }
  }

  /** The nodes of the outermost path that belong to the result. */
  List<Xpath> roots() {
    return base.stream().filter(top -> selected.contains(top) || above.contains(top)).toList();
  }

  /** Leaves out what is neither selected, nor above or below something that is. */
  DataNode prune(DataNode node) {
    if (selected.contains(node.xpath())) {
      return node;
    }
    List<DataNode> kept =
        node.children().stream()
            .filter(child -> selected.contains(child.xpath()) || above.contains(child.xpath()))
            .map(this::prune)
            .toList();
    return new DataNode(node.xpath(), node.leaves(), kept);
  }

  private Set<Xpath> select(CompositeQuery condition) {
    Set<Xpath> own = new HashSet<>(ofPath(condition.cpsPath()));
    own.removeIf(xpath -> !isWithin(base, xpath));
    if (condition.conditions().isEmpty()) {
      return own;
    }
    List<Set<Xpath>> sets = new ArrayList<>();
    sets.add(own);
    condition.conditions().forEach(inner -> sets.add(select(inner)));
    return combine(condition.operator(), sets);
  }

  private Set<Xpath> ofPath(String path) {
    return Objects.requireNonNull(matches.get(path), "every path was asked for");
  }

  private static Set<Xpath> combine(CompositeQuery.Operator operator, List<Set<Xpath>> sets) {
    Set<Xpath> all = new HashSet<>();
    sets.forEach(all::addAll);
    switch (operator) {
      case OR -> {}
      case AND -> all.removeIf(xpath -> !sets.stream().allMatch(set -> isWithin(set, xpath)));
    }
    return all;
  }

  private static boolean isWithin(Set<Xpath> set, Xpath xpath) {
    for (Xpath at = xpath; !at.isRoot(); at = at.parent()) {
      if (set.contains(at)) {
        return true;
      }
    }
    return false;
  }
}
