package org.reprise.cps.data;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.data.ChangeLog.Action;
import org.reprise.cps.data.WritePlan.Destination;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.DataTree;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.fragment.Fragments;
import org.reprise.cps.fragment.Subtrees;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.payload.PayloadReader;
import org.reprise.cps.payload.PayloadReader.Content;
import org.reprise.cps.payload.ReadNodes;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.reprise.cps.read.ReadTooLarge;
import org.reprise.cps.reference.References;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.YangSchema;
import org.reprise.kit.limits.ByteBudget;
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
  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final Subtrees subtrees;
  private final BoundedReads reads;
  private final Writes writes;
  private final ByteBudget memory;

  /** Created by {@code CpsStore}; all payloads take their memory from one budget. */
  public DataNodes(
      DataSource dataSource,
      TransactionOperations transactions,
      Anchors anchors,
      SchemaSets schemaSets,
      BoundedReads reads,
      ByteBudget memory) {
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.memory = memory;
    this.reads = reads;
    this.subtrees = new Subtrees(reads);
    Fragments fragments = new Fragments(dataSource);
    this.writes =
        new Writes(
            anchors, schemaSets, transactions, fragments, new References(dataSource, fragments));
  }

  public void recordChanges(ChangeLog log) {
    writes.recordChanges(log);
  }

  /** Checks a payload against the schema alone and stores nothing: the API's dry run. */
  public void validate(AnchorRef anchor, String parent, Payload payload, boolean entriesOnly) {
    YangSchema schema = schema(anchor);
    try (PayloadNodes nodes = new PayloadNodes(memory)) {
      new PayloadReader(schema, nodes).readContent(schema.locate(parent), payload, entriesOnly);
    }
  }

  private void write(
      AnchorRef anchor,
      Map<String, Payload> payloads,
      boolean entriesOnly,
      BiFunction<Destination, Content, WritePlan> plan) {
    try (PayloadNodes nodes = new PayloadNodes(memory)) {
      writes.write(
          anchor,
          payloads,
          (to, payload) -> {
            PayloadReader reader = new PayloadReader(to.schema(), nodes);
            return plan.apply(to, reader.readContent(to.path(), payload, entriesOnly));
          },
          nodes,
          () -> payloads.values().stream().mapToLong(Payload::bytes).sum());
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
    write(
        anchor,
        Map.of(parentXpath, payload),
        false,
        (to, sent) -> WritePlan.create(Action.CREATE, to, sent));
  }

  /** Creates list entries (POST of list-nodes); throws AlreadyDefined for an existing one. */
  public void createListElements(AnchorRef anchor, String parentXpath, Payload payload) {
    write(
        anchor,
        Map.of(parentXpath, payload),
        true,
        (to, sent) -> WritePlan.create(Action.REPLACE, to, sent));
  }

  /**
   * Replaces nodes below a parent with all that is below them, or creates them: PUT of nodes. What
   * the payload does not name stays, as at CPS 1.0.1, the report's version: a list entry named by
   * {@code parentXpath} keeps its other children, and those of its leafs that are not in the
   * payload.
   */
  public void replace(AnchorRef anchor, String parentXpath, Payload payload) {
    replace(anchor, Map.of(parentXpath, payload));
  }

  /** Replaces nodes below several parents, all of them or none. */
  public void replace(AnchorRef anchor, Map<String, Payload> byParentXpath) {
    write(anchor, byParentXpath, false, WritePlan::replaceNodes);
  }

  /** Replaces the lists that the payload names, whose other entries go: PUT of list-nodes. */
  public void replaceListContent(AnchorRef anchor, String parentXpath, Payload payload) {
    write(anchor, Map.of(parentXpath, payload), true, WritePlan::replaceLists);
  }

  /**
   * Changes leafs of nodes that are there: PATCH of nodes. Leafs that the payload does not have
   * stay. The payload's members are children of the addressed node, with their own children, and
   * leafs of that node itself.
   *
   * @throws DataNodeNotFound when one of the nodes, at any level, has no data
   */
  public void update(AnchorRef anchor, String parentXpath, Payload payload) {
    update(anchor, Map.of(parentXpath, payload));
  }

  /** Changes leafs of nodes at or below several xpaths, all of them or none. */
  public void update(AnchorRef anchor, Map<String, Payload> byXpath) {
    write(anchor, byXpath, false, WritePlan::update);
  }

  /** Deletes a node, all entries of a list, or for {@code /} all, with what is below. */
  public void delete(AnchorRef anchor, String xpath) {
    delete(anchor, List.of(xpath));
  }

  /** Deletes several nodes or lists with all below them, all or none. */
  public void delete(AnchorRef anchor, Collection<String> xpaths) {
    delete(anchor, xpaths, false);
  }

  /** Deletes a list entry, or all entries of a list: DELETE of list-nodes. */
  public void deleteListElements(AnchorRef anchor, String xpath) {
    delete(anchor, List.of(xpath), true);
  }

  private void delete(AnchorRef anchor, Collection<String> xpaths, boolean entriesOnly) {
    writes.write(
        anchor,
        Map.of("/", xpaths),
        (in, all) -> WritePlan.delete(in, all, entriesOnly),
        new PayloadNodes(memory),
        () -> 0);
  }

  /**
   * Makes several changes together: removals first, then changes of leafs, then creations.
   *
   * @param reportBytes what the caller holds besides while this waits for other writers
   * @param changes makes them, for the schema of the anchor
   * @throws AlreadyDefined when something to create is there already
   */
  public void change(
      AnchorRef anchor, long reportBytes, PayloadNodes nodes, Consumer<ChangeSet> changes) {
    writes.write(
        anchor,
        Map.of("/", changes),
        (to, makes) -> {
          ChangeSet set = new ChangeSet(to.schema(), nodes, PayloadReader.MAX_FRAGMENTS);
          makes.accept(set);
          return set.plan();
        },
        nodes,
        () -> reportBytes);
  }

  /**
   * Reads a node, or all entries of a list.
   *
   * @param xpath {@code /} for all top-level nodes
   * @return the nodes in their order; several only for the root and for a list without keys
   * @throws ReadTooLarge where that is more than one answer may hold
   * @throws org.reprise.cps.fault.Busy where other reads leave no room for it
   */
  public List<DataNode> read(AnchorRef anchor, String xpath, Descendants descendants) {
    return readWithSchema(anchor, xpath, descendants).nodes();
  }

  /**
   * Reads several nodes or lists, in the order of the xpaths; those without data are left out. They
   * count together as one read, and each is read for itself: they may be of different moments.
   */
  public List<DataNode> read(AnchorRef anchor, Collection<String> xpaths, Descendants descendants) {
    StoredAnchor stored = anchors.find(anchor);
    YangSchema schema = schemaSets.schema(stored.digest());
    ReadTotal total = new ReadTotal();
    return xpaths.stream()
        .flatMap(xpath -> read(stored, schema.locate(xpath), descendants, total).stream())
        .toList();
  }

  /** The same with the schema that the nodes conform to. */
  public ReadNodes readWithSchema(AnchorRef anchor, String xpath, Descendants descendants) {
    StoredAnchor stored = anchors.find(anchor);
    YangSchema schema = schemaSets.schema(stored.digest());
    DataPath path = schema.locate(xpath);
    List<DataNode> nodes = read(stored, path, descendants, new ReadTotal());
    if (nodes.isEmpty()) {
      throw new DataNodeNotFound(anchor, path.xpath());
    }
    return new ReadNodes(schema, nodes, reads);
  }

  /** Reads by one statement of several for an answer; empty if the path has no data. */
  public List<DataNode> read(
      StoredAnchor anchor, DataPath path, Descendants descendants, ReadTotal total) {
    return DataTree.of(subtrees.read(anchor.id(), path, descendants, total));
  }

  public YangSchema schema(AnchorRef anchor) {
    return schemaSets.schema(anchors.find(anchor).digest());
  }
}
