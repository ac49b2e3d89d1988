package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/** Puts fragments, parents first, together to trees. */
public final class DataTree {
  private final List<StoredFragment> fragments = new ArrayList<>();

  /**
   * Adds a fragment as the database has it.
   *
   * @param attributes its leafs, as JSON
   * @param position its place in the order of the data
   */
  public void add(Xpath xpath, String attributes, long position) {
    fragments.add(new StoredFragment(xpath, Fragments.leaves(attributes), position));
  }

  /** The trees of the added fragments; one whose parent was not added is the root of a tree. */
  public List<DataNode> nodes() {
    return of(
        fragments.stream().sorted(Comparator.comparingLong(StoredFragment::position)).toList());
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
  public static List<DataNode> parse(YangSchema schema, String xpath, Payload payload) {
    DataPath path = schema.locate(xpath);
    List<Fragment> fragments = read(schema, path, payload);
    DataTree tree = new DataTree();
    for (Fragment fragment : fragments) {
      if (isWanted(path, fragment.xpath())) {
        long position = tree.fragments.size();
        tree.fragments.add(new StoredFragment(fragment.xpath(), fragment.leaves(), position));
      }
    }
    if (tree.fragments.isEmpty()) {
      throw new InvalidData(
          "The data is of %s instead of %s.".formatted(fragments.getFirst().xpath(), path.xpath()));
    }
    return tree.nodes();
  }

  private static List<Fragment> read(YangSchema schema, DataPath path, Payload payload) {
    PayloadReader reader = new PayloadReader(schema);
    DataPath parent = path.isRoot() ? path : schema.locate(path.xpath().parent());
    try {
      return reader.read(parent, payload);
    } catch (InvalidData notBelowParent) {
      if (parent.isRoot()) {
        throw notBelowParent;
      }
      try {
        return reader.read(schema.locate(Xpath.ROOT), payload);
      } catch (InvalidData notFromRoot) {
        throw notBelowParent;
      }
    }
  }

  private static boolean isWanted(DataPath path, Xpath xpath) {
    return path.wholeList()
        ? xpath.text().startsWith(path.xpath().text() + "[")
        : xpath.isWithin(path.xpath());
  }

  private record Node(StoredFragment fragment, List<Node> children) {
    DataNode dataNode() {
      List<DataNode> below = new ArrayList<>(children.size());
      for (Node child : children) {
        below.add(child.dataNode());
      }
      return new DataNode(fragment.xpath(), fragment.leaves(), below);
    }
  }

  /**
   * The trees; a fragment whose parent is not among the fragments is the root of one. The order
   * counts among siblings only.
   */
  static List<DataNode> of(List<StoredFragment> fragments) {
    Map<Xpath, Node> nodes = LinkedHashMap.newLinkedHashMap(fragments.size());
    for (StoredFragment fragment : fragments) {
      nodes.put(fragment.xpath(), new Node(fragment, new ArrayList<>(0)));
    }
    List<Node> roots = new ArrayList<>();
    nodes.forEach((xpath, node) -> {
      Node parent = nodes.get(xpath.parent());
      (parent == null ? roots : parent.children).add(node);
    });
    return roots.stream().map(Node::dataNode).toList();
  }
}
