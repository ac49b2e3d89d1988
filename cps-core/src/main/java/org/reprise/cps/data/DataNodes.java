package org.reprise.cps.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.data.Constraints.Written;
import org.reprise.cps.data.PayloadReader.Content;
import org.reprise.cps.data.Writes.Place;
import org.reprise.cps.fault.AlreadyDefined;
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
  private final Subtrees subtrees;
  private final Constraints constraints;
  private final Writes writes;

  /** Created by {@code CpsStore}. */
  public DataNodes(
      JdbcTemplate jdbc,
      TransactionOperations transactions,
      Anchors anchors,
      SchemaSets schemaSets,
      BoundedReads reads) {
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.fragments = new Fragments(jdbc);
    this.subtrees = new Subtrees(reads);
    this.constraints = new Constraints(jdbc, fragments);
    this.writes = new Writes(anchors, schemaSets, transactions);
  }

  /**
   * Checks a payload against the schema and stores nothing, nor looks at what is stored: the API's
   * dry run.
   */
  public void validate(AnchorRef anchor, String parentXpath, Payload payload) {
    YangSchema schema = schema(anchor);
    content(payload).read(schema, schema.locate(parentXpath));
  }

  /** Checks a payload of list entries, as {@link #validate} does. */
  public void validateListElements(AnchorRef anchor, String parentXpath, Payload payload) {
    YangSchema schema = schema(anchor);
    listEntries(payload).read(schema, schema.locate(parentXpath));
  }

  /**
   * Creates nodes below a parent: POST of nodes. Leafs of the parent itself may be among them.
   *
   * @param parentXpath {@code /} for top-level nodes
   * @throws AlreadyDefined when one of them is there already; a leaf that is there may have the
   *     value that was sent
   */
  public void create(AnchorRef anchor, String parentXpath, Payload payload) {
    create(anchor, parentXpath, content(payload));
  }

  /**
   * Creates list entries below a parent: POST of list-nodes.
   *
   * @throws AlreadyDefined when one of them is there already
   */
  public void createListElements(AnchorRef anchor, String parentXpath, Payload payload) {
    create(anchor, parentXpath, listEntries(payload));
  }

  // Common writes take one round trip.
  private void create(AnchorRef anchor, String parentXpath, Writes.Reader<Content> reader) {
    Writes.Prepared<Content> write = writes.prepare(anchor, parentXpath, reader);
    try {
      if (!writes.inOneRoundTrip(anchor, write, this::createInOneRoundTrip)) {
        writes.locked(
            anchor, parentXpath, reader, write, (to, content) -> createBelow(anchor, to, content));
      }
    } catch (DuplicateKeyException e) {
      throw alreadyDefined(anchor, e);
    }
  }

  private boolean createInOneRoundTrip(Place to, Content content) {
    List<Fragment> nodes = content.nodes();
    if (content.hasLeaves() || nodes.isEmpty()) {
      return false;
    }
    long id = to.anchor().id();
    boolean atRoot = to.path().isRoot();
    OtherCases others = otherCases(to, content);
    if (Constraints.hold(to.schema(), nodes, others, List.of())) {
      return (atRoot
              ? fragments.createAtRoot(id, nodes)
              : fragments.lockAndCreateBelow(id, to.path().xpath(), nodes))
          > 0;
    }
    return atRoot && Constraints.holdAlone(nodes, others) && fragments.createFirst(id, nodes) > 0;
  }

  private void createBelow(AnchorRef anchor, Place to, Content content) {
    long id = to.anchor().id();
    checkParent(anchor, to);
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

  private static OtherCases otherCases(Place to, Content content) {
    return OtherCases.beside(content.written(), to.path().depth() + 1);
  }

  // Leafs of the addressed node are merged with those that it has.
  private void keep(Place to, Content content, List<Touched> replaced, Constraints.Change change) {
    long id = to.anchor().id();
    List<Touched> touched = new ArrayList<>(replaced);
    if (content.hasLeaves()) {
      touched.add(Touched.leafs(content.parent()));
    }
    constraints.keep(
        id,
        to.schema(),
        otherCases(to, content),
        touched,
        new Written(content.written(), !content.hasLeaves()),
        () -> {
          change.make();
          if (content.hasLeaves()) {
            fragments.merge(id, List.of(content.parent()));
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
    Writes.Reader<Content> reader = content(payload);
    Writes.Prepared<Content> write = writes.prepare(anchor, parentXpath, reader);
    if (!writes.inOneRoundTrip(anchor, write, this::replaceInOneRoundTrip)) {
      writes.locked(
          anchor,
          parentXpath,
          reader,
          write,
          (to, content) -> {
            List<Fragment> topmost = topmost(to.path(), content);
            List<Fragments.Range> removed =
                topmost.stream().map(top -> Fragments.Range.below(top.xpath())).toList();
            List<Touched> touched = topmost.stream().map(Touched::subtree).toList();
            replace(anchor, to, content, removed, touched, to.path().depth() + 1);
          });
    }
  }

  private boolean replaceInOneRoundTrip(Place to, Content content) {
    List<Fragment> nodes = content.nodes();
    List<Fragment> topmost = topmost(to.path(), content);
    return topmost.size() == 1
        && !content.hasLeaves()
        && Constraints.hold(
            to.schema(),
            nodes,
            otherCases(to, content),
            List.of(Touched.subtree(topmost.getFirst())))
        && fragments.lockAndReplaceRange(
                to.anchor().id(),
                to.path().xpath(),
                Fragments.Range.below(topmost.getFirst().xpath()),
                nodes,
                to.path().depth() + 1)
            > 0;
  }

  /**
   * Replaces the content of the lists that the payload names: PUT of list-nodes. Entries that the
   * payload does not have are deleted.
   */
  public void replaceListContent(AnchorRef anchor, String parentXpath, Payload payload) {
    writes.locked(
        anchor,
        parentXpath,
        listEntries(payload),
        (to, content) -> {
          Map<Xpath, Touched> lists = new LinkedHashMap<>();
          for (Fragment top : topmost(to.path(), content)) {
            Xpath list = to.path().xpath().child(top.schema().name());
            lists.put(list, Touched.subtree(new DataPath(list, top.schema(), true)));
          }
          List<Fragments.Range> removed =
              lists.keySet().stream().map(Fragments.Range::entries).toList();
          List<Touched> touched = List.copyOf(lists.values());
          replace(anchor, to, content, removed, touched, to.path().depth());
        });
  }

  private void replace(
      AnchorRef anchor,
      Place to,
      Content content,
      List<Fragments.Range> removed,
      List<Touched> touched,
      int kept) {
    long id = to.anchor().id();
    Xpath parent = to.path().xpath();
    List<Fragment> nodes = content.nodes();
    keep(
        to,
        content,
        touched,
        () -> {
          if (removed.size() == 1) {
            if (fragments.replaceRange(id, parent, removed.getFirst(), nodes, kept) == 0) {
              throw new DataNodeNotFound(anchor, parent);
            }
            return;
          }
          checkParent(anchor, to);
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
    writes.locked(
        anchor, parentXpath, content(payload), (to, content) -> update(anchor, to, content));
  }

  private void update(AnchorRef anchor, Place to, Content content) {
    long id = to.anchor().id();
    List<Fragment> nodes = new ArrayList<>(content.nodes());
    if (content.hasLeaves() || nodes.isEmpty()) {
      nodes.add(content.parent());
    }
    List<Xpath> xpaths = nodes.stream().map(Fragment::xpath).toList();
    Set<Xpath> existing = new HashSet<>(fragments.existing(id, xpaths));
    for (Xpath xpath : xpaths) {
      if (!existing.contains(xpath)) {
        throw new DataNodeNotFound(anchor, xpath);
      }
    }
    constraints.keep(
        id,
        to.schema(),
        OtherCases.within(nodes),
        nodes.stream().map(Touched::leafs).toList(),
        new Written(nodes, false),
        () -> fragments.merge(id, nodes));
  }

  /** Deletes a node with all below it; a list without keys means all its entries, / everything. */
  public void delete(AnchorRef anchor, String xpath) {
    writes.locked(anchor, xpath, (schema, path) -> path, (at, path) -> delete(anchor, at));
  }

  /** Deletes a list entry, or all entries of a list: DELETE of list-nodes. */
  public void deleteListElements(AnchorRef anchor, String xpath) {
    writes.locked(
        anchor,
        xpath,
        (schema, path) -> {
          if (path.schema().kind() != Kind.LIST) {
            throw new InvalidData("%s is neither a list nor an entry of one.".formatted(xpath));
          }
          return path;
        },
        (at, path) -> delete(anchor, at));
  }

  private void delete(AnchorRef anchor, Place at) {
    long id = at.anchor().id();
    constraints.keep(
        id,
        at.schema(),
        OtherCases.NONE,
        List.of(Touched.subtree(at.path())),
        Written.NOTHING,
        () -> {
          if (fragments.delete(id, at.path()) == 0) {
            throw new DataNodeNotFound(anchor, at.path().xpath());
          }
        });
  }

  /**
   * Makes several changes together: removals first, then changes of leafs, then creations.
   *
   * @param read makes the changes of a schema, that of the anchor
   * @throws AlreadyDefined when something to create is there already
   */
  public void change(AnchorRef anchor, Function<YangSchema, List<Change>> read) {
    try {
      writes.locked(
          anchor,
          "/",
          (schema, root) -> new ChangeSet(schema, read.apply(schema)),
          (at, changes) -> changes.make(anchor, at.anchor().id(), fragments, constraints));
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
   * @throws ReadsBusy where other reads leave no room for it
   */
  public List<DataNode> read(AnchorRef anchor, String xpath, Descendants descendants) {
    return read(anchor, xpath, descendants, new ReadTotal());
  }

  /**
   * The same for one of several reads of one answer.
   *
   * @param total what was read for it before
   * @throws ReadTooLarge where both are more than one answer may hold
   */
  public List<DataNode> read(
      AnchorRef anchor, String xpath, Descendants descendants, ReadTotal total) {
    return readWithSchema(anchor, xpath, descendants, total).nodes();
  }

  /** The same with the schema that the nodes conform to. */
  public ReadNodes readWithSchema(AnchorRef anchor, String xpath, Descendants descendants) {
    return readWithSchema(anchor, xpath, descendants, new ReadTotal());
  }

  private ReadNodes readWithSchema(
      AnchorRef anchor, String xpath, Descendants descendants, ReadTotal total) {
    StoredAnchor stored = anchors.find(anchor);
    YangSchema schema = schemaSets.schema(stored.schemaSetId());
    DataPath path = schema.locate(xpath);
    List<DataNode> nodes = DataTree.of(subtrees.read(stored.id(), path, descendants, total));
    if (nodes.isEmpty()) {
      throw new DataNodeNotFound(anchor, path.xpath());
    }
    return new ReadNodes(schema, nodes);
  }

  /** The schema that an anchor's data conforms to. */
  public YangSchema schema(AnchorRef anchor) {
    return schemaSets.schema(anchors.find(anchor).schemaSetId());
  }

  private void checkParent(AnchorRef anchor, Place to) {
    if (!to.path().isRoot() && !fragments.exists(to.anchor().id(), to.path().xpath())) {
      throw new DataNodeNotFound(anchor, to.path().xpath());
    }
  }

  private static List<Fragment> topmost(DataPath parent, Content content) {
    int depth = parent.depth() + 1;
    return content.nodes().stream().filter(node -> node.depth() == depth).toList();
  }

  private static Writes.Reader<Content> content(Payload payload) {
    return (schema, parent) -> new PayloadReader(schema).readContent(parent, payload);
  }

  private static Writes.Reader<Content> listEntries(Payload payload) {
    return (schema, parent) -> {
      Content content = content(payload).read(schema, parent);
      for (Fragment top : topmost(parent, content)) {
        if (top.schema().kind() != Kind.LIST) {
          throw new InvalidData("%s is no list entry.".formatted(top.xpath()));
        }
      }
      if (content.hasLeaves() || content.nodes().isEmpty()) {
        throw new InvalidData("Only list entries can be in the payload.");
      }
      return content;
    };
  }

  private static AlreadyDefined alreadyDefined(AnchorRef anchor, DuplicateKeyException e) {
    Matcher matcher = DUPLICATE_KEY.matcher(String.valueOf(e.getMostSpecificCause().getMessage()));
    String xpath = matcher.find() ? matcher.group(1) : "of the payload";
    return new AlreadyDefined("DataNode", xpath, "anchor " + anchor.anchor());
  }
}
