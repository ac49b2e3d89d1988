package org.reprise.cps.fragment;

import java.util.List;
import java.util.Map;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.read.ReadLimits;

/**
 * A container or list entry with its leafs and the descendants that were read with it.
 *
 * @param leaves leafs and leaf-lists by name; values as in RFC 7951: texts, whole numbers,
 *     booleans, lists of them, and a list of one null for the empty type
 */
public record DataNode(Xpath xpath, Map<String, Object> leaves, List<DataNode> children) {
  public DataNode {
    leaves = Leaves.of(leaves);
    children = List.copyOf(children);
  }

  public String name() {
    return xpath.name();
  }

  /** Returns about how many bytes it counts in a read, with its descendants. */
  public long bytes() {
    long bytes = ReadLimits.BYTES_PER_ROW + xpath.text().length();
    for (Map.Entry<String, Object> leaf : leaves.entrySet()) {
      bytes += leaf.getKey().length() + String.valueOf(leaf.getValue()).length();
    }
    return bytes + children.stream().mapToLong(DataNode::bytes).sum();
  }
}
