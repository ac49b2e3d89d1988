package org.reprise.cps.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reprise.cps.CpsServer;
import org.reprise.cps.CpsStore;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.JsonText;
import org.reprise.cps.payload.JsonText.Names;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.json.JsonMapper;

/** Applying the report of A to B to A makes A's data equal to B's, for generated data. */
class DeltaRoundTripIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int TRIALS = 12;

  private final CpsStore store = CpsServer.shared().store();

  @ParameterizedTest
  @EnumSource(Grouping.class)
  void reportTurnsOneTopologyIntoAnother(Grouping grouping) {
    String dataspace = CpsServer.shared().topologyDataspace();
    int changes = trials(dataspace, "l2", RandomTrees::topology, grouping);
    assertThat(changes).isGreaterThan(TRIALS);
  }

  @ParameterizedTest
  @EnumSource(Grouping.class)
  void reportTurnsOneInventoryIntoAnother(Grouping grouping) {
    String dataspace = CpsServer.freshName("dataspace");
    store.dataspaces().create(dataspace);
    store.schemaSets().create(dataspace, "devices", YangSources.zip(Devices.yangZip()));
    int changes = trials(dataspace, "devices", RandomTrees::devices, grouping);
    assertThat(changes).isGreaterThan(TRIALS);
  }

  private int trials(
      String dataspace, String schemaSet, LongFunction<String> trees, Grouping grouping) {
    int changes = 0;
    for (int seed = 1; seed <= TRIALS; seed++) {
      AnchorRef source = anchor(dataspace, schemaSet, trees.apply(seed));
      AnchorRef target = anchor(dataspace, schemaSet, trees.apply(-seed));
      DeltaReport report = between(source, target, grouping);
      assertThat(JSON.readTree(against(source, target, grouping).json()))
          .isEqualTo(JSON.readTree(report.json()));
      changes += report.deltas().size();

      Payload sent = seed % 2 == 0 ? Payload.json(report.json()) : Payload.xml(report.xml());
      store.deltas().apply(source, sent);

      assertThat(data(source)).as("seed %d", seed).isEqualTo(data(target));
      assertThat(between(source, target, grouping).deltas()).isEmpty();
    }
    return changes;
  }

  private AnchorRef anchor(String dataspace, String schemaSet, String data) {
    String name = CpsServer.freshName("anchor");
    store.anchors().create(dataspace, schemaSet, name);
    AnchorRef anchor = new AnchorRef(dataspace, name);
    store.dataNodes().create(anchor, "/", Payload.json(data));
    return anchor;
  }

  private DeltaReport between(AnchorRef source, AnchorRef target, Grouping grouping) {
    return store.deltas().between(source, target, "/", Descendants.ALL, grouping);
  }

  private DeltaReport against(AnchorRef source, AnchorRef target, Grouping grouping) {
    List<DataNode> nodes = store.dataNodes().read(target, "/", Descendants.ALL);
    String text =
        new JsonText(store.dataNodes().schema(target), Names.RFC_7951, characters -> {})
            .merged(nodes);
    return store.deltas().against(source, "/", Payload.json(text), null, grouping);
  }

  /** Siblings sorted: their order is no part of a report. */
  private List<DataNode> data(AnchorRef anchor) {
    return sorted(store.dataNodes().read(anchor, "/", Descendants.ALL));
  }

  private static List<DataNode> sorted(List<DataNode> nodes) {
    return nodes.stream()
        .sorted(Comparator.comparing(DataNode::xpath))
        .map(node -> new DataNode(node.xpath(), node.leaves(), sorted(node.children())))
        .toList();
  }
}
