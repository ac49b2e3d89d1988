package org.reprise.cps.data;

import java.util.List;
import java.util.Map;
import org.reprise.cps.path.Xpath;

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

  /** Itself and all descendants. */
  public int fragments() {
    int fragments = 1;
    for (DataNode child : children) {
      fragments += child.fragments();
    }
    return fragments;
  }
}
