package org.reprise.cps.data;

import org.reprise.cps.fault.InvalidData;

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
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/** Puts fragments together to trees. */
public final class DataTree {
  private DataTree() {}

  /**
   * A fragment as it was read.
   *
   * @param position gives the order among siblings
   */
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

  /**
   * Reads data without storing it.
   *
   * @param xpath what is wanted: one node, all entries of a list, or {@code /} for top-level nodes
   * @param payload what is wanted with its siblings, or a whole tree from the root; whatever else
   *     it holds is left out
   * @return the wanted nodes with all that is below them
   * @throws InvalidData when the schema does not allow it, or when nothing wanted is in it
   */
  public static List<DataNode> parse(
      YangSchema schema, String xpath, Payload payload, PayloadNodes nodes) {
    DataPath path = schema.locate(xpath);
    List<Fragment> fragments = read(schema, path, payload, nodes);
    List<StoredFragment> wanted = new ArrayList<>();
    for (Fragment fragment : fragments) {
      if (path.includes(fragment.xpath())) {
        wanted.add(new StoredFragment(fragment.xpath(), fragment.leaves(), wanted.size()));
      }
    }
    if (wanted.isEmpty()) {
      throw new InvalidData(
          "The data is of %s instead of %s.".formatted(fragments.getFirst().xpath(), path.xpath()));
    }
    return of(wanted);
  }

  private static List<Fragment> read(
      YangSchema schema, DataPath path, Payload payload, PayloadNodes nodes) {
    PayloadReader reader = new PayloadReader(schema, nodes);
    DataPath parent = path.isRoot() ? path : schema.locate(path.xpath().parent());
    try {
      return reader.read(parent, payload);
    } catch (InvalidData notBelowParent) {
      if (parent.isRoot()) {
        throw notBelowParent;
      }
      nodes.restart();
      try {
        return reader.read(schema.locate(Xpath.ROOT), payload);
      } catch (InvalidData notFromRoot) {
        throw notBelowParent;
      }
    }
  }

  /**
   * The trees; a fragment whose parent is not among the fragments is the root of one.
   *
   * @param fragments in any order; their positions give the order of siblings and of roots
   */
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
