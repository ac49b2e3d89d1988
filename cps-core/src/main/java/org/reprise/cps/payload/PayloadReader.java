package org.reprise.cps.payload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.reprise.cps.fault.Excerpt;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.DataTree;
import org.reprise.cps.fragment.DataTree.StoredFragment;
import org.reprise.cps.fragment.Fragment;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.ParserMessage;
import org.reprise.cps.schema.SchemaNode;
import org.reprise.cps.schema.YangSchema;

/** Reads a payload against a schema, all checks of yangtools included. */
public final class PayloadReader {
  /** YANG models are some ten levels deep; what is deeper than this only exhausts the stack. */
  static final int MAX_DEPTH = 200;

  /** Longest xpath that the primary key of the fragments can hold (a third of a database page). */
  static final int MAX_XPATH_BYTES = 2_600;

  /** Places within a write, see the column {@code position}. */
  public static final int MAX_FRAGMENTS = 1_000_000;

  /**
   * Containers, list entries and values that one payload may have. While yangtools reads, each of
   * them takes some hundred bytes, however few characters it has: a kilobyte of heap for each
   * leaves room for all else.
   */
  static final int MAX_NODES =
      (int) Math.clamp(Runtime.getRuntime().maxMemory() / 1024, 10_000L, 10_000_000L);

  private final YangSchema schema;
  private final PayloadNodes nodes;
  // One for all: a delta report may have a payload in each of 100,000 entries.
  private final PatternBudget patterns;

  /** For the payloads of one request; {@code nodes} counts what they hold. */
  public PayloadReader(YangSchema schema, PayloadNodes nodes) {
    this.schema = schema;
    this.nodes = nodes;
    this.patterns = new PatternBudget(schema);
  }

  /**
   * What a payload holds of a node.
   *
   * @param parent the node that was addressed, with those of its own leafs that were sent, keys
   *     aside
   * @param nodes its children with all that is below them, parents first
   */
  public record Content(Fragment parent, List<Fragment> nodes) {
    /** Returns whether leafs of the addressed node itself were sent. */
    public boolean hasLeaves() {
      return !parent.leaves().isEmpty();
    }

    /** Returns the children of the addressed node at a path, without what is below them. */
    public List<Fragment> topmost(DataPath parent) {
      int depth = parent.schema().depth() + 1;
      return nodes.stream().filter(node -> node.depth() == depth).toList();
    }

    /** The children, and the addressed node where leafs of it, or nothing else, were sent. */
    public List<Fragment> written() {
      List<Fragment> written = new ArrayList<>(nodes);
      if (hasLeaves() || nodes.isEmpty()) {
        written.add(parent);
      }
      return written;
    }

    private void requireListEntries(DataPath parent) {
      for (Fragment top : topmost(parent)) {
        if (top.schema().kind() != SchemaNode.Kind.LIST) {
          throw new InvalidData("%s is no list entry.".formatted(top.xpath()));
        }
      }
      if (hasLeaves() || nodes.isEmpty()) {
        throw new InvalidData("Only list entries can be in the payload.");
      }
    }
  }

  /** Reads children of {@code parent} and no leafs of it; throws InvalidData otherwise. */
  public Content read(DataPath parent, Payload payload) {
    Content content = readContent(parent, payload, false);
    if (content.hasLeaves()) {
      throw standsAlone(content);
    }
    return content;
  }

  /**
   * Reads data as trees.
   *
   * @param xpath what is wanted: one node, all entries of a list, or {@code /} for top-level nodes
   * @param payload what is wanted with its siblings, or a whole tree from the root; whatever else
   *     it holds is left out
   * @return the wanted nodes with all that is below them
   * @throws InvalidData when the schema does not allow it, or when nothing wanted is in it
   */
  public List<DataNode> readTrees(String xpath, Payload payload) {
    DataPath path = schema.locate(xpath);
    List<Fragment> fragments = readBesideOrFromRoot(path, payload);
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
    return DataTree.of(wanted);
  }

  private List<Fragment> readBesideOrFromRoot(DataPath path, Payload payload) {
    DataPath parent = path.xpath().isRoot() ? path : schema.locate(path.xpath().parent().text());
    try {
      return read(parent, payload).nodes();
    } catch (InvalidData notBelowParent) {
      if (parent.xpath().isRoot()) {
        throw notBelowParent;
      }
      nodes.restart();
      try {
        return read(schema.locate("/"), payload).nodes();
      } catch (InvalidData notFromRoot) {
        throw notBelowParent;
      }
    }
  }

  /**
   * The children and leafs of {@code parent} that a payload holds.
   *
   * @param entriesOnly whether it may hold list entries only
   * @throws InvalidData with what is wrong and where; also for keys that are not those of the
   *     parent, and for no content at all
   */
  public Content readContent(DataPath parent, Payload payload, boolean entriesOnly) {
    if (parent.wholeList()) {
      throw new InvalidData("%s is a list: name one of its entries.".formatted(parent.xpath()));
    }
    FragmentCollector collector = new FragmentCollector(schema, parent, payload.format(), nodes);
    try {
      new DocumentParser(schema, parent, patterns, nodes).parse(payload, collector);
    } catch (IOException | XMLStreamException e) {
      throw new InvalidData(ParserMessage.reasons(e));
    }
    Content content = new Content(collector.parent(), collector.fragments());
    if (content.hasLeaves() && parent.xpath().isRoot()) {
      throw standsAlone(content);
    }
    if (!content.hasLeaves() && content.nodes().isEmpty()) {
      throw new InvalidData("The payload holds no container and no list entry.");
    }
    if (content.nodes().size() > MAX_FRAGMENTS) {
      throw new InvalidData(
          "The payload holds more than %d containers and list entries.".formatted(MAX_FRAGMENTS));
    }
    removeKeys(parent, content.parent());
    content.nodes().forEach(PayloadReader::checkLength);
    if (entriesOnly) {
      content.requireListEntries(parent);
    }
    return content;
  }

  private static InvalidData standsAlone(Content content) {
    return new InvalidData(
        "The leaf %s stands alone: send it in the container or list entry that holds it."
            .formatted(content.parent().leaves().keySet().iterator().next()));
  }

  static InvalidData tooManyNodes() {
    return new InvalidData(
        "The payload holds more than %d containers, list entries and values, where each %d characters of an xpath count as one: send it in parts."
            .formatted(MAX_NODES, PayloadNodes.XPATH_OF_NODE));
  }

  // The xpath names the entry: the payload may repeat its keys, not change them.
  private static void removeKeys(DataPath path, Fragment parent) {
    path.xpath()
        .keys()
        .forEach((key, value) -> {
          Object sent = parent.leaves().remove(key);
          if (sent != null && !FragmentCollector.keyText(sent).equals(value)) {
            throw new InvalidData(
                "The key %s of %s cannot become '%s'."
                    .formatted(key, path.xpath(), Excerpt.of(sent.toString(), 200)));
          }
        });
  }

  private static void checkLength(Fragment fragment) {
    String xpath = fragment.xpath().text();
    if (xpath.length() > MAX_XPATH_BYTES / 4
        && xpath.getBytes(StandardCharsets.UTF_8).length > MAX_XPATH_BYTES) {
      throw new InvalidData(
          "The keys of an entry of %s make an xpath of more than %d bytes."
              .formatted(fragment.schema(), MAX_XPATH_BYTES));
    }
  }
}
