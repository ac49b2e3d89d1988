package org.reprise.cps.fragment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.cps.path.Xpath;

public final class DataTree {
  private DataTree() {}

  /** A fragment as it was read; its position gives the order among siblings. */
  public record StoredFragment(Xpath xpath, Map<String, Object> leaves, long position) {
    /**
     * Reads a row that begins with the xpath, the attributes and the position: the attributes from
     * the driver's bytes, for a text would be made only to be read once.
     */
    public static StoredFragment of(ResultSet row) throws SQLException {
      return new StoredFragment(
          new Xpath(row.getString(1)), Leaves.parse(row.getBytes(2)), row.getLong(3));
    }
  }

  /** The trees of fragments by position; one whose parent is not among them is a root. */
  public static List<DataNode> of(List<StoredFragment> fragments) {
    Set<Xpath> present = HashSet.newHashSet(fragments.size());
    fragments.forEach(fragment -> present.add(fragment.xpath()));
    List<StoredFragment> roots = new ArrayList<>();
    Map<Xpath, List<StoredFragment>> children = new HashMap<>();
    for (StoredFragment fragment : fragments) {
      Xpath parent = fragment.xpath().parent();
      (present.contains(parent) ? children.computeIfAbsent(parent, p -> new ArrayList<>()) : roots)
          .add(fragment);
    }
    return inOrder(roots, children);
  }

  private static List<DataNode> inOrder(
      List<StoredFragment> siblings, Map<Xpath, List<StoredFragment>> children) {
    siblings.sort(Comparator.comparingLong(StoredFragment::position));
    List<DataNode> nodes = new ArrayList<>(siblings.size());
    for (StoredFragment fragment : siblings) {
      List<StoredFragment> below = children.get(fragment.xpath());
      nodes.add(
          new DataNode(
              fragment.xpath(),
              fragment.leaves(),
              below == null ? List.of() : inOrder(below, children)));
    }
    return nodes;
  }
}
