package org.reprise.cps.delta;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.anchor.AnchorNotFound;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.Anchors;
import org.reprise.cps.anchor.StoredAnchor;
import org.reprise.cps.data.DataNodes;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.payload.PayloadNodes;
import org.reprise.cps.payload.PayloadReader;
import org.reprise.cps.read.BoundedReads;
import org.reprise.cps.read.BoundedReads.ReadTotal;
import org.reprise.cps.schema.DataPath;
import org.reprise.cps.schema.SchemaSets;
import org.reprise.cps.schema.UnknownXpath;
import org.reprise.cps.schema.YangSchema;
import org.reprise.kit.limits.ByteBudget;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Finds what turns the data of an anchor into other data, and does it. Reports have the actions of
 * RFC 9144; applying a report of all levels to its source makes the source's data equal to the
 * target's, but for the order of siblings.
 *
 * <p>All methods throw {@link org.reprise.cps.anchor.AnchorNotFound}, {@link
 * org.reprise.cps.dataspace.DataspaceNotFound}, and {@link org.reprise.cps.path.InvalidCpsPath} for
 * an xpath that the schema has no place for.
 */
public final class Deltas {
  private final TransactionOperations snapshot;
  private final Anchors anchors;
  private final SchemaSets schemaSets;
  private final DataNodes dataNodes;
  private final BoundedReads reads;
  private final ByteBudget memory;

  /** Created by {@code CpsStore}; all payloads take their memory from one budget. */
  public Deltas(
      TransactionOperations snapshot,
      Anchors anchors,
      SchemaSets schemaSets,
      DataNodes dataNodes,
      BoundedReads reads,
      ByteBudget memory) {
    this.snapshot = snapshot;
    this.anchors = anchors;
    this.schemaSets = schemaSets;
    this.dataNodes = dataNodes;
    this.reads = reads;
    this.memory = memory;
  }

  /**
   * What turns the data of one anchor into that of another of the same schema.
   *
   * @param xpath what is compared: one node, all entries of a list, or {@code /}; an anchor without
   *     data there has all of it created or removed
   * @param descendants levels below it that are compared
   * @throws InvalidRequest when the anchors' schema sets hold different modules
   * @throws org.reprise.cps.read.ReadTooLarge where both sides together are more than one answer
   *     may hold
   */
  public DeltaReport between(
      AnchorRef source,
      AnchorRef target,
      String xpath,
      Descendants descendants,
      Grouping grouping) {
    StoredAnchor from = anchors.find(source);
    StoredAnchor to = anchors.find(target);
    if (!from.digest().equals(to.digest())) {
      throw new InvalidRequest(
          "Anchors cannot be compared",
          "The schema sets of anchors %s and %s in dataspace %s hold different modules."
              .formatted(source.anchor(), target.anchor(), source.dataspace()));
    }
    YangSchema schema = schemaSets.schema(from.digest());
    DataPath path;
    try {
      path = schema.locate(xpath);
    } catch (UnknownXpath e) {
      // As the original answers.
      return new DeltaReport(List.of(), schema, schema, reads);
    }
    ReadTotal total = new ReadTotal();
    // Two reads, which must see the data of the same moment. A parser of YANG is not awaited here,
    // with a connection that its owner may wait for.
    List<List<DataNode>> both =
        snapshot.execute(tx ->
            List.of(
                read(source, from, path, descendants, total),
                read(target, to, path, descendants, total)));
    return new DeltaReport(
        Comparison.of(both.getFirst(), both.getLast(), grouping), schema, schema, reads);
  }

  /**
   * What turns the data of an anchor into other data.
   *
   * @param xpath what is compared: one node, all entries of a list, or {@code /}
   * @param target data of what the xpath names, as a read of it gives it, or the whole tree
   * @param modules the schema that the target conforms to, null for that of the anchor
   * @throws org.reprise.cps.fault.InvalidData when the target does not conform, or is of something
   *     else
   * @throws org.reprise.cps.read.ReadTooLarge where both sides together are more than one answer
   *     may hold
   */
  public DeltaReport against(
      AnchorRef source,
      String xpath,
      Payload target,
      @Nullable YangSchema modules,
      Grouping grouping) {
    StoredAnchor stored = anchors.find(source);
    YangSchema schema = schemaSets.schema(stored.digest());
    YangSchema targetSchema = modules == null ? schema : modules;
    try (PayloadNodes nodes = new PayloadNodes(memory)) {
      List<DataNode> targetNodes = new PayloadReader(targetSchema, nodes).readTrees(xpath, target);
      ReadTotal total = new ReadTotal();
      reads.count(targetNodes.stream().mapToLong(DataNode::bytes).sum(), total);
      List<DataNode> sourceNodes =
          read(source, stored, schema.locate(xpath), Descendants.ALL, total);
      return new DeltaReport(
          Comparison.of(sourceNodes, targetNodes, grouping), schema, targetSchema, reads);
    }
  }

  private List<DataNode> read(
      AnchorRef anchor,
      StoredAnchor stored,
      DataPath path,
      Descendants descendants,
      ReadTotal total) {
    // Else an anchor that was deleted in the meantime would look like one without data.
    if (!anchors.find(anchor).equals(stored)) {
      throw new AnchorNotFound(anchor);
    }
    return dataNodes.read(stored, path, descendants, total);
  }

  /**
   * Makes the changes of a report, all of them or none.
   *
   * @param report as {@link DeltaReport#json} or {@link DeltaReport#xml} has it; {@code sourceData}
   *     only says which nodes and leafs are meant, its values are not compared
   * @throws InvalidRequest when it cannot be read
   * @throws org.reprise.cps.fault.InvalidData when the changed data would violate the schema
   * @throws DataNodeNotFound when something to remove or to replace does not exist
   * @throws org.reprise.cps.fault.AlreadyDefined when something to create exists already
   */
  public void apply(AnchorRef anchor, Payload report) {
    try (PayloadNodes nodes = new PayloadNodes(memory)) {
      List<ReportEntry> entries = ReportText.read(report, nodes);
      dataNodes.change(
          anchor, report.bytes(), nodes, changes -> entries.forEach(entry -> entry.addTo(changes)));
    }
  }
}
