package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.sample.L2Topology;
import tools.jackson.databind.json.JsonMapper;

class DataNodesIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private String dataspace = "";

  @BeforeEach
  void prepare() {
    dataspace = server.topologyDataspace();
    server.store().anchors().create(dataspace, "l2", "a");
  }

  private String v2(String rest) {
    return anchor("v2", dataspace, "a") + rest;
  }

  private String v3(String rest) {
    return anchor("v3", dataspace, "a") + rest;
  }

  private void storeTopology() {
    assertThat(client.json("POST", v2("/nodes"), L2Topology.appendixB()).status()).isEqualTo(201);
  }

  private int fragments() {
    return server
        .store()
        .dataNodes()
        .read(new AnchorRef(dataspace, "a"), "/", Descendants.ALL)
        .stream()
        .mapToInt(CpsServer::fragments)
        .sum();
  }

  @Test
  void storesTheReportsTreeAndReadsItBackEqual() {
    storeTopology();

    Answer whole = client.get(v3("/node") + query("descendants", "all"));

    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.json()).isEqualTo(JSON.readTree(L2Topology.appendixB()));
    assertThat(fragments()).isEqualTo(52);
  }

  @Test
  void theReportsUpdateReplacesOneFragmentAndLeavesFiftyTwo() {
    storeTopology();

    Answer update =
        client.json(
            "PUT",
            v2("/nodes") + query("xpath", L2Topology.UPDATE_PARENT_XPATH),
            "{\"ietf-l2-topology:l2-node-attributes\":{\"name\":\"third\"}}");

    assertThat(update.status()).isEqualTo(200);
    assertThat(fragments()).isEqualTo(52);
    Answer read =
        client.get(
            v3("/node") + query("xpath", L2Topology.UPDATE_PARENT_XPATH + "/l2-node-attributes"));
    assertThat(read.body())
        .isEqualTo("{\"ietf-l2-topology:l2-node-attributes\":{\"name\":\"third\"}}");
  }
}
