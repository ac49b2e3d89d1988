package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.anchor.WriterTurns;
import org.reprise.cps.data.Constraints.Written;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.path.Xpath;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaNode.Kind;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The data of anchors. Every write is one transaction: all of it is stored, or nothing. Writers of
 * one anchor wait for each other, those of different anchors do not.
 *
 * <p>All methods throw {@link AnchorNotFound} for an unknown anchor, {@link
 * org.reprise.cps.dataspace.DataspaceNotFound} for an unknown dataspace, {@link
 * org.reprise.cps.path.InvalidCpsPath} for an xpath that the schema has no place for, {@link
 * DataNodeNotFound} for one without data, and those with a payload throw {@link InvalidData} for
 * data that the schema does not allow.
 */
public final class DataNodes {
  private static final Pattern DUPLICATE_KEY =
      Pattern.compile("\\(anchor_id, xpath\\)=\\(\\d+, (.*)\\) already exists", Pattern.DOTALL);

  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final Fragments fragments;
  private final Constraints constraints;
  private final TransactionOperations transactions;

  /** Created by {@code CpsStore}. */
  public DataNodes(
      JdbcTemplate jdbc,
      TransactionOperations transactions,
      Anchors anchors,
      SchemaSets schemaSets,
      ReadLimits limits) {
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.fragments = new Fragments(jdbc, limits);
    this.constraints = new Constraints(jdbc, fragments);
    this.transactions = transactions;
  }

  /**
   * Checks a payload against the schema and stores nothing, nor looks at what is stored: the API's
   * dry run.
   */
  public void validate(AnchorRef anchor, String parentXpath, Payload payload) {
    YangSchema schema = schema(anchor);
    new PayloadReader(schema).readContent(schema.locate(parentXpath), payload);
  }

  /** Checks a payload of list entries, as {@link #validate} does. */
  public void validateListElements(AnchorRef anchor, String parentXpath, Payload payload) {
    YangSchema schema = schema(anchor);
    readListEntries(schema, schema.locate(parentXpath), payload);
  }

  /** The anchor, its schema and the place that a write is about. */
  private record Writing(StoredAnchor anchor, YangSchema schema, DataPath path) {
    List<Fragment> topmost(Content content) {
      return DataNodes.topmost(path, content.nodes());
    }

    OtherCases otherCases(Content content) {
      return OtherCases.beside(written(content), path.depth() + 1);
    }

    /** The children, and the addressed node where leafs of it were sent. */
    List<Fragment> written(Content content) {
      List<Fragment> written = new ArrayList<>(content.nodes());
      if (content.hasLeaves()) {
        written.add(content.parent());
      }
      return written;
    }
  }

  /**
   * Creates nodes below a parent: POST of nodes. Leafs of the parent itself may be among them.
   *
   * @param parentXpath {@code /} for top-level nodes
   * @throws AlreadyDefined when one of them is there already; a leaf that is there may have the
   *     value that was sent
   */
  public void create(AnchorRef anchor, String parentXpath, Payload payload) {
    create(anchor, parentXpath, to -> new PayloadReader(to.schema).readContent(to.path, payload));
  }

  /**
   * Creates list entries below a parent: POST of list-nodes.
   *
   * @throws AlreadyDefined when one of them is there already
   */
  public void createListElements(AnchorRef anchor, String parentXpath, Payload payload) {
    create(anchor, parentXpath, to -> readListEntries(to.schema, to.path, payload));
  }

  private void create(AnchorRef anchor, String parentXpath, Function<Writing, Content> read) {
    try {
      if (!inOneRoundTrip(anchor, parentXpath, to -> createInOneRoundTrip(to, read.apply(to)))) {
        write(anchor, parentXpath, to -> createBelow(anchor, to, read.apply(to)));
      }
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }

  private boolean createInOneRoundTrip(Writing to, Content content) {
    List<Fragment> nodes = content.nodes();
    if (content.hasLeaves() || nodes.isEmpty()) {
      return false;
    }
    long id = to.anchor.id();
    boolean atRoot = to.path.isRoot();
    OtherCases others = to.otherCases(content);
    if (Constraints.hold(to.schema, nodes, others, List.of())) {
      return (atRoot
              ? fragments.createAtRoot(id, nodes)
              : fragments.lockAndCreateBelow(id, to.path.xpath(), nodes))
          > 0;
    }
    return atRoot && Constraints.holdAlone(nodes, others) && fragments.createFirst(id, nodes) > 0;
  }

  private void createBelow(AnchorRef anchor, Writing to, Content content) {
    long id = to.anchor.id();
    checkParent(anchor, to.anchor, to.path);
    keep(
        to,
        content,
        List.of(),
        () -> {
          if (!content.nodes().isEmpty()) {
            fragments.createAtRoot(id, content.nodes());
          }
          if (content.hasLeaves()) {
            checkNewLeaves(anchor, id, content.parent());
          }
        });
  }

  // Leafs of the addressed node are merged with those that it has.
  private void keep(
      Writing to, Content content, List<Touched> replaced, Constraints.Change change) {
    List<Touched> touched = new ArrayList<>(replaced);
    if (content.hasLeaves()) {
      touched.add(Touched.leafs(content.parent()));
    }
    constraints.keep(
        to.anchor.id(),
        to.schema,
        to.otherCases(content),
        touched,
        new Written(to.written(content), !content.hasLeaves()),
        () -> {
          change.make();
          if (content.hasLeaves()) {
            fragments.merge(to.anchor.id(), List.of(content.parent()));
          }
        });
  }

  private void checkNewLeaves(AnchorRef anchor, long id, Fragment parent) {
    Map<String, Object> stored =
        fragments.leaves(id, List.of(parent.xpath())).getOrDefault(parent.xpath(), Map.of());
    parent
        .leaves()
        .forEach((leaf, value) -> {
          if (stored.containsKey(leaf) && !value.equals(stored.get(leaf))) {
            throw new AlreadyDefined(
                "Leaf", parent.xpath() + "/" + leaf, "anchor " + anchor.anchor());
          }
        });
  }

  /**
   * Replaces nodes below a parent with all that is below them, or creates them: PUT of nodes. What
   * the payload does not name stays, as at CPS 1.0.1, the report's version: a list entry named by
   * {@code parentXpath} keeps its other children, and those of its leafs that are not in the
   * payload.
   */
  public void replace(AnchorRef anchor, String parentXpath, Payload payload) {
    if (!inOneRoundTrip(anchor, parentXpath, to -> replaceInOneRoundTrip(to, payload))) {
      write(
          anchor,
          parentXpath,
          to -> {
            Content content = new PayloadReader(to.schema).readContent(to.path, payload);
            List<Fragments.Range> removed = new ArrayList<>();
            topmost(to.path, content.nodes())
                .forEach(top -> removed.add(Fragments.Range.below(top.xpath())));
            List<Touched> touched = to.topmost(content).stream().map(Touched::subtree).toList();
            replace(anchor, to, content, removed, touched, to.path.depth() + 1);
          });
    }
  }

  private boolean replaceInOneRoundTrip(Writing to, Payload payload) {
    Content content = new PayloadReader(to.schema).readContent(to.path, payload);
    List<Fragment> nodes = content.nodes();
    List<Fragment> topmost = topmost(to.path, nodes);
    return topmost.size() == 1
        && !content.hasLeaves()
        && Constraints.hold(
            to.schema, nodes, to.otherCases(content), List.of(Touched.subtree(topmost.getFirst())))
        && fragments.lockAndReplaceRange(
                to.anchor.id(),
                to.path.xpath(),
                Fragments.Range.below(topmost.getFirst().xpath()),
                nodes,
                to.path.depth() + 1)
            > 0;
  }

  /**
   * Replaces the content of the lists that the payload names: PUT of list-nodes. Entries that the
   * payload does not have are deleted.
   */
  public void replaceListContent(AnchorRef anchor, String parentXpath, Payload payload) {
    write(
        anchor,
        parentXpath,
        writing -> {
          Content content = readListEntries(writing.schema, writing.path, payload);
          Map<Xpath, Touched> lists = new LinkedHashMap<>();
          for (Fragment top : writing.topmost(content)) {
            Xpath list = writing.path.xpath().child(top.schema().name());
            lists.put(list, Touched.subtree(new DataPath(list, top.schema(), true)));
          }
          List<Fragments.Range> removed =
              lists.keySet().stream().map(Fragments.Range::entries).toList();
          List<Touched> touched = List.copyOf(lists.values());
          replace(anchor, writing, content, removed, touched, writing.path.depth());
        });
  }

  private void replace(
      AnchorRef anchor,
      Writing to,
      Content content,
      List<Fragments.Range> removed,
      List<Touched> touched,
      int kept) {
    long id = to.anchor.id();
    List<Fragment> nodes = content.nodes();
    keep(
        to,
        content,
        touched,
        () -> {
          if (removed.size() == 1) {
            if (fragments.replaceRange(id, to.path.xpath(), removed.getFirst(), nodes, kept) == 0) {
              throw new DataNodeNotFound(anchor, to.path.xpath());
            }
            return;
          }
          checkParent(anchor, to.anchor, to.path);
          if (!nodes.isEmpty()) {
            fragments.delete(id, removed, nodes.stream().map(Fragment::xpath).toList());
            fragments.replace(id, nodes, kept);
          }
        });
  }

  /**
   * Changes leafs of nodes that are there: PATCH of nodes. Leafs that the payload does not have
   * stay. The payload's members are children of the addressed node, with their own children, and
   * leafs of that node itself.
   *
   * @throws DataNodeNotFound when one of the nodes, at any level, has no data
   */
  public void update(AnchorRef anchor, String parentXpath, Payload payload) {
    write(
        anchor,
        parentXpath,
        writing -> {
          Content content = new PayloadReader(writing.schema).readContent(writing.path, payload);
          List<Fragment> nodes = new ArrayList<>(content.nodes());
          if (content.hasLeaves() || nodes.isEmpty()) {
            nodes.add(content.parent());
          }
          List<Xpath> xpaths = nodes.stream().map(Fragment::xpath).toList();
          Set<Xpath> existing = new HashSet<>(fragments.existing(writing.anchor.id(), xpaths));
          for (Xpath xpath : xpaths) {
            if (!existing.contains(xpath)) {
              throw new DataNodeNotFound(anchor, xpath);
            }
          }
          constraints.keep(
              writing.anchor.id(),
              writing.schema,
              OtherCases.within(nodes),
              nodes.stream().map(Touched::leafs).toList(),
              new Written(nodes, false),
              () -> fragments.merge(writing.anchor.id(), nodes));
        });
  }

  /** Deletes a node with all below it; a list without keys means all its entries, / everything. */
  public void delete(AnchorRef anchor, String xpath) {
    write(anchor, xpath, writing -> delete(anchor, writing));
  }

  /** Deletes a list entry, or all entries of a list: DELETE of list-nodes. */
  public void deleteListElements(AnchorRef anchor, String xpath) {
    write(
        anchor,
        xpath,
        writing -> {
          if (writing.path.schema().kind() != Kind.LIST) {
            throw new InvalidData("%s is neither a list nor an entry of one.".formatted(xpath));
          }
          delete(anchor, writing);
        });
  }

  private void delete(AnchorRef anchor, Writing at) {
    constraints.keep(
        at.anchor.id(),
        at.schema,
        OtherCases.NONE,
        List.of(Touched.subtree(at.path)),
        Written.NOTHING,
        () -> {
          if (fragments.delete(at.anchor.id(), at.path) == 0) {
            throw new DataNodeNotFound(anchor, at.path.xpath());
          }
        });
  }

  /**
   * Makes several changes together: removals first, then changes of leafs, then creations.
   *
   * @throws AlreadyDefined when something to create is there already
   */
  public void change(AnchorRef anchor, List<Change> changes) {
    try {
      write(
          anchor,
          "/",
          writing ->
              new ChangeSet(writing.schema, changes)
                  .make(anchor, writing.anchor.id(), fragments, constraints));
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }

  /**
   * Reads a node, or all entries of a list.
   *
   * @param xpath {@code /} for all top-level nodes
   * @return the nodes in their order; several only for the root and for a list without keys
   * @throws ReadTooLarge where that is more than one answer may hold
   */
  public List<DataNode> read(AnchorRef anchor, String xpath, Descendants descendants) {
    StoredAnchor stored = anchors.find(anchor);
    DataPath path = schemaSets.schema(stored.schemaSetId()).locate(xpath);
    List<DataNode> nodes = DataTree.of(fragments.read(stored.id(), path, descendants));
    if (nodes.isEmpty()) {
      throw new DataNodeNotFound(anchor, path.xpath());
    }
    return nodes;
  }

  /** The schema that an anchor's data conforms to. */
  public YangSchema schema(AnchorRef anchor) {
    return schemaSets.schema(anchors.find(anchor).schemaSetId());
  }

  // Common writes take one round trip: a statement that changes nothing unless the cached anchor
  // still exists. All others, and invalid ones, are made by a transaction that reads the anchor and
  // its schema anew.
  private boolean inOneRoundTrip(AnchorRef anchor, String xpath, Predicate<Writing> change) {
    StoredAnchor known = anchors.known(anchor);
    Optional<YangSchema> schema = schemaSets.parsed(known.schemaSetId());
    if (schema.isEmpty()) {
      return false;
    }
    try (WriterTurns.Turn turn = anchors.turn(anchor)) {
      if (change.test(new Writing(known, schema.get(), schema.get().locate(xpath)))) {
        return true;
      }
    } catch (InvalidRequest | Missing e) {
      // It may be valid for another anchor that has the name now.
    }
    anchors.forget(anchor);
    return false;
  }

  private void write(AnchorRef anchor, String xpath, Consumer<Writing> change) {
    // Before a connection is taken.
    try (WriterTurns.Turn turn = anchors.turn(anchor)) {
      transactions.executeWithoutResult(tx -> {
        StoredAnchor locked = anchors.lock(anchor);
        YangSchema schema = schemaSets.schema(locked.schemaSetId());
        change.accept(new Writing(locked, schema, schema.locate(xpath)));
      });
    }
  }

  private void checkParent(AnchorRef anchor, StoredAnchor stored, DataPath parent) {
    if (!parent.isRoot() && !fragments.exists(stored.id(), parent.xpath())) {
      throw new DataNodeNotFound(anchor, parent.xpath());
    }
  }

  private static List<Fragment> topmost(DataPath parent, List<Fragment> nodes) {
    int depth = parent.depth() + 1;
    return nodes.stream().filter(node -> node.depth() == depth).toList();
  }

  private static Content readListEntries(YangSchema schema, DataPath parent, Payload payload) {
    Content content = new PayloadReader(schema).readContent(parent, payload);
    for (Fragment top : topmost(parent, content.nodes())) {
      if (top.schema().kind() != Kind.LIST) {
        throw new InvalidData("%s is no list entry.".formatted(top.xpath()));
      }
    }
    if (content.hasLeaves() || content.nodes().isEmpty()) {
      throw new InvalidData("Only list entries can be in the payload.");
    }
    return content;
  }

  private static AlreadyDefined alreadyDefined(AnchorRef anchor, DuplicateKeyException e) {
    Matcher matcher = DUPLICATE_KEY.matcher(String.valueOf(e.getMostSpecificCause().getMessage()));
    String xpath = matcher.find() ? matcher.group(1) : "of the payload";
    return new AlreadyDefined("DataNode", xpath, "anchor " + anchor.anchor());
  }
}
