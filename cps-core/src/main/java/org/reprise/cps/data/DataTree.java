package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/** Puts fragments, parents first, together to trees. */
public final class DataTree {
  private final List<Fragments.Stored> fragments = new ArrayList<>();

  /**
   * Adds a fragment as the database has it.
   *
   * @param attributes its leafs, as JSON
   * @param position its place in the order of the data
   */
  public void add(String xpath, String attributes, long position) {
    fragments.add(new Fragments.Stored(xpath, Fragments.leaves(attributes), position));
  }

  /** The trees of what was added; a fragment whose parent was not is the top of one. */
  public List<DataNode> nodes() {
    return of(
        fragments.stream().sorted(Comparator.comparingLong(Fragments.Stored::position)).toList());
  }

  /**
   * Reads data without storing it.
   *
   * @param xpath what it must be: one node, all entries of a list, or {@code /} for top-level nodes
   * @return the nodes with all that is below them
   * @throws InvalidData when the schema does not allow it, or when it is of something else
   */
  public static List<DataNode> parse(YangSchema schema, String xpath, Payload payload) {
    DataPath path = schema.locate(xpath);
    DataPath parent =
        path.isRoot() ? path : schema.locate(path.xpath().substring(0, lastStep(path.xpath())));
    DataTree tree = new DataTree();
    for (Fragment fragment : new PayloadReader(schema).read(parent, payload)) {
      boolean top = fragment.depth() == parent.depth() + 1;
      boolean wanted =
          path.isRoot()
              || (path.wholeList()
                  ? fragment.schema() == path.schema()
                  : fragment.xpath().equals(path.xpath()));
      if (top && !wanted) {
        throw new InvalidData(
            "The data is of %s instead of %s.".formatted(fragment.xpath(), path.xpath()));
      }
      long position = tree.fragments.size();
      tree.fragments.add(new Fragments.Stored(fragment.xpath(), fragment.leaves(), position));
    }
    return tree.nodes();
  }

  private record Node(
      @Nullable Node parent, String name, Fragments.Stored fragment, List<Node> children) {
    boolean isAt(String xpath, int length) {
      String own = fragment.xpath();
      return own.length() == length && xpath.startsWith(own);
    }

    DataNode dataNode() {
      List<DataNode> below = new ArrayList<>(children.size());
      for (Node child : children) {
        below.add(child.dataNode());
      }
      return new DataNode(fragment.xpath(), name, fragment.leaves(), below);
    }
  }

  /** The trees; a fragment whose parent is not among the fragments is the top of one. */
  static List<DataNode> of(List<Fragments.Stored> fragments) {
    Map<String, Node> nodes = HashMap.newHashMap(fragments.size());
    List<Node> tops = new ArrayList<>();
    Node previous = null;
    for (Fragments.Stored fragment : fragments) {
      String xpath = fragment.xpath();
      int lastStep = lastStep(xpath);
      Node parent = parent(previous, xpath, lastStep, nodes);
      Node node = new Node(parent, name(xpath, lastStep), fragment, new ArrayList<>(0));
      nodes.put(xpath, node);
      (parent == null ? tops : parent.children).add(node);
      previous = node;
    }
    return tops.stream().map(Node::dataNode).toList();
  }

  // Mostly the fragment before, or one that is above that.
  private static @Nullable Node parent(
      @Nullable Node previous, String xpath, int lastStep, Map<String, Node> nodes) {
    for (Node near = previous; near != null; near = near.parent) {
      if (near.isAt(xpath, lastStep)) {
        return near;
      }
    }
    return nodes.get(xpath.substring(0, lastStep));
  }

  /** Where the last step's slash is; slashes within quoted keys do not count. */
  public static int lastStep(String xpath) {
    int last = 0;
    boolean quoted = false;
    for (int i = 0; i < xpath.length(); i++) {
      char c = xpath.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == '/' && !quoted) {
        last = i;
      }
    }
    return last;
  }

  private static String name(String xpath, int lastStep) {
    int bracket = xpath.indexOf('[', lastStep);
    return xpath.substring(lastStep + 1, bracket < 0 ? xpath.length() : bracket);
  }
}
