package org.reprise.cps.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opendaylight.yangtools.yang.common.QName;
import org.opendaylight.yangtools.yang.model.api.EffectiveModelContext;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack;
import org.opendaylight.yangtools.yang.model.util.SchemaInferenceStack.Inference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class L2TopologyTest {

  private static EffectiveModelContext context;

  @BeforeAll
  static void parseModules() throws Exception {
    context = YangTrees.context(L2Topology.yangModules());
  }

  @Test
  void theElevenModulesOfTheReportFormOneSchema() {
    assertThat(context.getModules())
        .extracting(module -> module.getName())
        .containsExactlyInAnyOrder(
            "ietf-inet-types",
            "ietf-yang-types",
            "ietf-interfaces",
            "iana-if-type",
            "ietf-network",
            "ietf-network-topology",
            "ietf-network-state",
            "ietf-network-topology-state",
            "ieee802-dot1q-types",
            "ietf-l2-topology",
            "ietf-l2-topology-state");
  }

  @Test
  void theArchiveHoldsTheModulesAndIsTheSameEachTime() throws Exception {
    Map<String, String> unpacked = new LinkedHashMap<>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(L2Topology.yangZip()))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        unpacked.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    assertThat(unpacked).isEqualTo(L2Topology.yangModules()).hasSize(11);
    assertThat(L2Topology.yangZip()).isEqualTo(L2Topology.yangZip());
  }

  @Test
  void appendixBIsValidAndHas52Fragments() {
    assertThat(fragments(L2Topology.appendixB())).isEqualTo(L2Topology.FRAGMENTS).isEqualTo(52);
  }

  @Test
  void appendixBHasTheNodesPointsAndLinksOfTheRfc() {
    JsonNode network = network(L2Topology.appendixB());
    assertThat(network.get("node"))
        .extracting(node -> node.get("ietf-network-topology:termination-point").size())
        .containsExactly(5, 3, 2);
    assertThat(network.get("ietf-network-topology:link"))
        .extracting(link -> link.get("link-id").asString())
        .containsExactly(
            "D1,1-2-1,D2,2-1-1",
            "D2,2-1-1,D1,1-2-1",
            "D1,1-3-1,D3,3-1-1",
            "D3,3-1-1,D1,1-3-1",
            "D2,2-3-1,D3,3-2-1",
            "D3,3-2-1,D2,2-3-1");
  }

  @Test
  void theUpdateIsOneFragmentUnderANode() {
    QName networks =
        QName.create("urn:ietf:params:xml:ns:yang:ietf-network", "2018-02-26", "networks");
    Inference node =
        SchemaInferenceStack.ofDataTreePath(
                context,
                networks,
                QName.create(networks, "network"),
                QName.create(networks, "node"))
            .toInference();
    assertThat(YangTrees.fragmentsBelow(YangTrees.parse(context, node, L2Topology.UPDATE_FRAGMENT)))
        .isEqualTo(1);
    assertThat(L2Topology.UPDATE_PARENT_XPATH)
        .contains("'" + network(L2Topology.appendixB()).get("network-id").asString() + "'");
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0, 6", "1, 1, 1, 8", "1, 2, 1, 20", "2, 3, 4, 99", "3, 10, 8, 766"})
  void aGeneratedTreeIsValidAndHasTheFragmentsPromised(
      int networks, int nodes, int points, int expected) {
    String tree = L2Topology.topology(networks, nodes, points);
    assertThat(fragments(tree)).isEqualTo(expected);
    assertThat(L2Topology.topologyFragments(networks, nodes, points)).isEqualTo(expected);
    assertThat(L2Topology.topology(networks, nodes, points)).isEqualTo(tree);
  }

  @Test
  void generatedLinksJoinTerminationPointsThatExist() {
    JsonNode network = network(L2Topology.topology(1, 4, 3));
    var ends =
        network
            .get("node")
            .valueStream()
            .flatMap(node ->
                node.get("ietf-network-topology:termination-point")
                    .valueStream()
                    .map(point ->
                        node.get("node-id").asString() + " " + point.get("tp-id").asString()))
            .toList();
    assertThat(ends).doesNotHaveDuplicates().hasSize(12);
    assertThat(network.get("ietf-network-topology:link"))
        .hasSize(6)
        .allSatisfy(link -> {
          assertThat(ends).contains(end(link.get("source"), "source"));
          assertThat(ends).contains(end(link.get("destination"), "dest"));
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1",
    "1, 0, 1",
    "1, 1, -1",
    "1, 1000000, 1",
    "2147483647, 2147483647, 2147483647"
  })
  void sizesOutOfBoundsAreRefused(int networks, int nodes, int points) {
    assertThatThrownBy(() -> L2Topology.topology(networks, nodes, points))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(networks));
  }

  @Test
  void theSchemaRefusesWhatRfc8944DoesNotAllow() {
    String tree = L2Topology.appendixB();
    assertThat(catchThrowable(() -> fragments(tree.replace("00:00:5e:00:53:d0", "00:00:5e:00:53"))))
        .hasMessageContaining("00:00:5e:00:53");
    assertThat(catchThrowable(() -> fragments(tree.replace("\"lag\":", "\"lagg\":"))))
        .hasMessageContaining("lagg");
    assertThat(
            catchThrowable(() -> fragments(tree.replace("\"rate\":\"1000\"", "\"rate\":\"-1\""))))
        .isNotNull();
  }

  @Test
  void vlanTagsAndEncapsulationAreOfTheStandardsTypes() {
    String tagged =
        L2Topology.appendixB()
            .replace(
                "\"lag\":true",
                """
                "lag":true,"outer-tag":"1,10-20","outer-tpid":"ieee802-dot1q-types:s-vlan",\
                "encapsulation-type":"ietf-l2-topology:vxlan","vxlan":{"vni-id":16777215}\
                """);
    assertThat(fragments(tagged)).isEqualTo(53);
    assertThat(catchThrowable(() -> fragments(tagged.replace("1,10-20", "0-20"))))
        .hasMessageContaining("0-20");
    assertThat(catchThrowable(() -> fragments(tagged.replace("16777215", "16777216")))).isNotNull();
    assertThat(catchThrowable(() -> fragments(tagged.replace(":s-vlan", ":t-vlan")))).isNotNull();
  }

  private static int fragments(String json) {
    var root = SchemaInferenceStack.of(context).toInference();
    return YangTrees.fragmentsBelow(YangTrees.parse(context, root, json));
  }

  private static JsonNode network(String json) {
    return JsonMapper.shared().readTree(json).get("ietf-network:networks").get("network").get(0);
  }

  private static String end(JsonNode end, String prefix) {
    return end.get(prefix + "-node").asString() + " " + end.get(prefix + "-tp").asString();
  }
}
