package org.reprise.cps.data;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.SchemaNode;

/** The leafs of a payload that references of the same payload may lead to. */
final class PayloadTargets {
  private final Map<Xpath, Map<String, Object>> leaves = new HashMap<>();
  private final Set<TargetKey> targets = new HashSet<>();

  PayloadTargets(List<Fragment> nodes) {
    for (Fragment node : nodes) {
      leaves.put(node.xpath(), node.leaves());
      for (SchemaNode referring : node.schema().referredToBy()) {
        targets.addAll(Reference.targets(node, referring));
      }
    }
  }

  boolean satisfy(Reference reference) {
    TargetKey key = reference.key(xpath -> leaves.getOrDefault(xpath, Map.of()));
    return key != null && targets.contains(key);
  }
}
