package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.YangSchema;

/** Puts fragments together to trees. */
public final class DataTree {
  /**
   * A fragment as it was read.
   *
   * @param position gives the order among siblings
   */
  record StoredFragment(Xpath xpath, Map<String, Object> leaves, long position) {}

  private final List<StoredFragment> fragments = new ArrayList<>();

  /**
   * Adds a fragment as the database has it.
   *
   * @param position its place in the order of the data
   */
  public void add(Xpath xpath, byte[] attributes, long position) {
    fragments.add(new StoredFragment(xpath, Leaves.parse(attributes), position));
  }

  /** The trees of the added fragments; one whose parent was not added is the root of a tree. */
  public List<DataNode> nodes() {
    return of(fragments);
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

  private static boolean isWanted(DataPath path, Xpath xpath) {
    return path.wholeList()
        ? xpath.text().startsWith(path.xpath().text() + "[")
        : xpath.isWithin(path.xpath());
  }

  private static final class Node {
    final StoredFragment fragment;
    List<Node> children = List.of();
    @Nullable DataNode done;

    Node(StoredFragment fragment) {
      this.fragment = fragment;
    }

    void add(Node child) {
      if (children.isEmpty()) {
        children = new ArrayList<>();
      }
      children.add(child);
    }

    void finish() {
      done = new DataNode(fragment.xpath(), fragment.leaves(), inOrder(children));
    }
  }

  /**
   * The trees; a fragment whose parent is not among the fragments is the root of one.
   *
   * @param fragments in any order; their positions give the order of siblings and of roots
   */
  static List<DataNode> of(List<StoredFragment> fragments) {
    // Sorted by their texts, xpaths that begin with another one follow it. So those that the next
    // one begins with are on a stack, its parent among them.
    List<StoredFragment> sorted = new ArrayList<>(fragments);
    sorted.sort(Comparator.comparing(StoredFragment::xpath));
    List<Node> roots = new ArrayList<>();
    List<Node> stack = new ArrayList<>();
    for (StoredFragment fragment : sorted) {
      String text = fragment.xpath().text();
      while (!stack.isEmpty() && !text.startsWith(stack.getLast().fragment.xpath().text())) {
        stack.removeLast().finish();
      }
      Node node = new Node(fragment);
      Node parent = withLength(stack, fragment.xpath().lengthOfParent());
      if (parent == null) {
        roots.add(node);
      } else {
        parent.add(node);
      }
      stack.add(node);
    }
    while (!stack.isEmpty()) {
      stack.removeLast().finish();
    }
    return inOrder(roots);
  }

  private static @Nullable Node withLength(List<Node> stack, int length) {
    for (int i = stack.size() - 1; i >= 0; i--) {
      Node node = stack.get(i);
      if (node.fragment.xpath().text().length() <= length) {
        return node.fragment.xpath().text().length() == length ? node : null;
      }
    }
    return null;
  }

  private static List<DataNode> inOrder(List<Node> siblings) {
    if (siblings.isEmpty()) {
      return List.of();
    }
    siblings.sort(Comparator.comparingLong(node -> node.fragment.position()));
    DataNode[] nodes = new DataNode[siblings.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = Objects.requireNonNull(siblings.get(i).done, "a child that is not finished");
    }
    return List.of(nodes);
  }
}
