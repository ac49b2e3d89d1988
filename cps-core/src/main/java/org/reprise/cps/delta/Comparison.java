package org.reprise.cps.delta;

import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reprise.cps.data.ChangeLog.Action;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.path.Xpath;

/** Compares data trees node by node. Reports cannot express the order of siblings. */
final class Comparison {
  private final List<Delta> deltas = new ArrayList<>();

  static List<Delta> of(List<DataNode> source, List<DataNode> target, Grouping grouping) {
    Comparison comparison = new Comparison();
    switch (grouping) {
      case EACH -> comparison.compareEach(source, target);
      case TOPMOST -> comparison.compareTopmost(source, target);
    }
    return comparison.deltas;
  }

  private void compareEach(List<DataNode> source, List<DataNode> target) {
    Map<Xpath, DataNode> sources = new LinkedHashMap<>();
    Map<Xpath, DataNode> targets = new LinkedHashMap<>();
    flatten(source, sources);
    flatten(target, targets);
    sources.forEach((xpath, node) -> {
      DataNode counterpart = targets.get(xpath);
      if (counterpart == null) {
        deltas.add(new Delta(Action.REMOVE, xpath, List.of(alone(node, node.leaves())), List.of()));
      } else {
        compareLeaves(node, counterpart);
      }
    });
    targets.forEach((xpath, node) -> {
      if (!sources.containsKey(xpath)) {
        deltas.add(new Delta(Action.CREATE, xpath, List.of(), List.of(alone(node, node.leaves()))));
      }
    });
  }

  private static void flatten(List<DataNode> nodes, Map<Xpath, DataNode> flat) {
    for (DataNode node : nodes) {
      flat.put(node.xpath(), node);
      flatten(node.children(), flat);
    }
  }

  private void compareTopmost(List<DataNode> source, List<DataNode> target) {
    Map<Xpath, DataNode> sources = Maps.uniqueIndex(source, DataNode::xpath);
    Map<Xpath, DataNode> targets = Maps.uniqueIndex(target, DataNode::xpath);
    group(source.stream().filter(node -> !targets.containsKey(node.xpath())).toList())
        .forEach((xpath, nodes) -> deltas.add(new Delta(Action.REMOVE, xpath, nodes, List.of())));
    for (DataNode node : source) {
      DataNode counterpart = targets.get(node.xpath());
      if (counterpart != null) {
        compareLeaves(node, counterpart);
        compareTopmost(node.children(), counterpart.children());
      }
    }
    group(target.stream().filter(node -> !sources.containsKey(node.xpath())).toList())
        .forEach((xpath, nodes) -> deltas.add(new Delta(Action.CREATE, xpath, List.of(), nodes)));
  }

  private static Map<Xpath, List<DataNode>> group(List<DataNode> siblings) {
    Map<Xpath, List<DataNode>> groups = new LinkedHashMap<>();
    for (DataNode node : siblings) {
      Xpath parent = node.xpath().parent();
      // Under its parent's xpath, a child with the parent's name would be read as the parent.
      boolean own = parent.isRoot() || node.xpath().localName().equals(parent.localName());
      groups.computeIfAbsent(own ? node.xpath() : parent, p -> new ArrayList<>()).add(node);
    }
    return groups;
  }

  private void compareLeaves(DataNode source, DataNode target) {
    Map<String, Object> sourceLeaves = differing(source, target);
    Map<String, Object> targetLeaves = differing(target, source);
    if (sourceLeaves.isEmpty() && targetLeaves.isEmpty()) {
      return;
    }
    deltas.add(
        new Delta(
            Action.REPLACE,
            source.xpath(),
            List.of(withKeys(source, sourceLeaves)),
            List.of(withKeys(target, targetLeaves))));
  }

  private static Map<String, Object> differing(DataNode node, DataNode from) {
    Map<String, Object> differing = new LinkedHashMap<>();
    node.leaves()
        .forEach((leaf, value) -> {
          if (!Objects.equals(value, from.leaves().get(leaf))) {
            differing.put(leaf, value);
          }
        });
    return differing;
  }

  private static DataNode withKeys(DataNode node, Map<String, Object> leaves) {
    Set<String> keys = node.xpath().keys().keySet();
    Map<String, Object> all = new LinkedHashMap<>(Maps.filterKeys(node.leaves(), keys::contains));
    all.putAll(leaves);
    return alone(node, all);
  }

  private static DataNode alone(DataNode node, Map<String, Object> leaves) {
    return new DataNode(node.xpath(), leaves, List.of());
  }
}
