package org.reprise.cps.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reprise.cps.data.DataNode;
import org.reprise.cps.data.DataTree;

/** Combines what the paths of a {@link CompositeQuery} have matched, by xpath. */
final class CompositeMatch {
  private final Map<String, Set<String>> matches;
  private final Set<String> base;
  private final Set<String> selected;
  private final Set<String> above = new HashSet<>();

  /**
   * Combines.
   *
   * @param matches xpaths of nodes by cps-path, for each path of the query
   */
  CompositeMatch(CompositeQuery query, Map<String, Set<String>> matches) {
    this.matches = matches;
    this.base = ofPath(query.cpsPath());
    this.selected =
        query.conditions().isEmpty()
            ? base
            : combine(query.operator(), query.conditions().stream().map(this::select).toList());
    for (String xpath : selected) {
      for (String at = parent(xpath); !at.isEmpty() && above.add(at); ) {
        at = parent(at);
      }
    }
  }

  /** The nodes of the outermost path that have something to show. */
  List<String> tops() {
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
    return new DataNode(node.xpath(), node.name(), node.leaves(), kept);
  }

  private Set<String> select(CompositeQuery condition) {
    Set<String> own = new HashSet<>(ofPath(condition.cpsPath()));
    own.removeIf(xpath -> !isWithin(base, xpath));
    if (condition.conditions().isEmpty()) {
      return own;
    }
    List<Set<String>> sets = new ArrayList<>();
    sets.add(own);
    condition.conditions().forEach(inner -> sets.add(select(inner)));
    return combine(condition.operator(), sets);
  }

  private Set<String> ofPath(String path) {
    return Objects.requireNonNull(matches.get(path), "every path was asked for");
  }

  private static Set<String> combine(CompositeQuery.Operator operator, List<Set<String>> sets) {
    Set<String> all = new HashSet<>();
    sets.forEach(all::addAll);
    switch (operator) {
      case OR -> {}
      case AND -> all.removeIf(xpath -> !sets.stream().allMatch(set -> isWithin(set, xpath)));
    }
    return all;
  }

  private static boolean isWithin(Set<String> set, String xpath) {
    for (String at = xpath; !at.isEmpty(); at = parent(at)) {
      if (set.contains(at)) {
        return true;
      }
    }
    return false;
  }

  private static String parent(String xpath) {
    return xpath.substring(0, DataTree.lastStep(xpath));
  }
}
