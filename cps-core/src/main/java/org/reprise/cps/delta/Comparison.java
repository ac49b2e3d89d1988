package org.reprise.cps.delta;

import com.google.common.collect.Maps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/** Compares data trees node by node. Reports cannot express the order of siblings. */
final class Comparison {
  private final YangSchema schema;
  private final List<Delta> deltas = new ArrayList<>();

  private Comparison(YangSchema schema) {
    this.schema = schema;
  }

  /** What turns the source into the target. */
  static List<Delta> of(
      YangSchema schema, List<DataNode> source, List<DataNode> target, Grouping grouping) {
    Comparison comparison = new Comparison(schema);
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
      DataNode becomes = targets.get(xpath);
      if (becomes == null) {
        deltas.add(Delta.remove(xpath, List.of(alone(node, node.leaves()))));
      } else {
        compareLeaves(node, becomes);
      }
    });
    targets.forEach((xpath, node) -> {
      if (!sources.containsKey(xpath)) {
        deltas.add(Delta.create(xpath, List.of(alone(node, node.leaves()))));
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
        .forEach((xpath, nodes) -> deltas.add(Delta.remove(xpath, nodes)));
    for (DataNode node : source) {
      DataNode becomes = targets.get(node.xpath());
      if (becomes != null) {
        compareLeaves(node, becomes);
        compareTopmost(node.children(), becomes.children());
      }
    }
    group(target.stream().filter(node -> !sources.containsKey(node.xpath())).toList())
        .forEach((xpath, nodes) -> deltas.add(Delta.create(xpath, nodes)));
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
    Map<String, Object> were = differing(source, target);
    Map<String, Object> become = differing(target, source);
    if (were.isEmpty() && become.isEmpty()) {
      return;
    }
    deltas.add(
        new Delta(
            Delta.Action.REPLACE,
            source.xpath(),
            List.of(withKeys(source, were)),
            List.of(withKeys(target, become))));
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

  private DataNode withKeys(DataNode node, Map<String, Object> leaves) {
    SchemaNode kind = schema.locate(node.xpath()).schema();
    Map<String, Object> all = new LinkedHashMap<>();
    for (String key : kind.keys()) {
      Object value = node.leaves().get(key);
      if (value != null) {
        all.put(key, value);
      }
    }
    all.putAll(leaves);
    return alone(node, all);
  }

  private static DataNode alone(DataNode node, Map<String, Object> leaves) {
    return new DataNode(node.xpath(), leaves, List.of());
  }
}
