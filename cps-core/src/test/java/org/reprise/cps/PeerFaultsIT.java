package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.sample.L2Topology;
import tools.jackson.databind.json.JsonMapper;

/** Seven faults of ONAP CPS 3.8, and that this store does not have them. The seventh: CrashIT. */
class PeerFaultsIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STATE =
      "{\"ietf-network-state:networks\":{\"network\":[{\"network-id\":\"observed\"}]}}";
  private static final String D1 =
      "/networks/network[@network-id='l2-topo-example']/node[@node-id='D1']";
  private static final String LAG = D1 + "/termination-point[@tp-id='1-0-1']";
  private static final String D3 =
      "/networks/network[@network-id='l2-topo-example']/node[@node-id='D3']";

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

  private Answer store(String json) {
    return client.json("POST", v2("/nodes"), json);
  }

  private Answer whole(String xpath) {
    return client.get(
        anchor("v3", dataspace, "a") + "/node" + query("descendants", "all", "xpath", xpath));
  }

  @Test
  void configurationAndStateOfTheSameNameAreSeparate() {
    assertThat(store(L2Topology.appendixB()).status()).isEqualTo(201);
    assertThat(store(STATE).status()).isEqualTo(201);

    Answer replaced =
        client.json(
            "PUT",
            v2("/nodes"),
            "{\"ietf-network-state:networks\":{\"network\":[{\"network-id\":\"later\"}]}}");

    assertThat(replaced.status()).isEqualTo(200);
    assertThat(whole("/networks").json()).isEqualTo(JSON.readTree(L2Topology.appendixB()));
    assertThat(whole("/ietf-network:networks").body()).isEqualTo(whole("/networks").body());
    assertThat(whole("/ietf-network-state:networks").body())
        .isEqualTo(STATE.replace("observed", "later"));
    assertThat(whole("/ietf-network-state:networks/network[@network-id='later']").body())
        .isEqualTo("{\"ietf-network-state:network\":[{\"network-id\":\"later\"}]}");
    assertThat(whole("/networks/network[@network-id='later']").status()).isEqualTo(404);
    Answer deleted = client.delete(v2("/nodes") + query("xpath", "/ietf-network-state:networks"));
    assertThat(deleted.status()).isEqualTo(204);
    assertThat(whole("/").json()).isEqualTo(JSON.readTree(L2Topology.appendixB()));
  }

  @Test
  void unprefixedNameMeansTheConfiguration() {
    assertThat(store("{\"networks\":{\"network\":[{\"network-id\":\"n\"}]}}").status())
        .isEqualTo(201);

    assertThat(whole("/networks").body())
        .isEqualTo("{\"ietf-network:networks\":{\"network\":[{\"network-id\":\"n\"}]}}");
    assertThat(whole("/ietf-network-state:networks").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/networks"})
  void treeReadByVersionThreeCanBeStoredAgain(String xpath) {
    store(L2Topology.appendixB());
    String read = whole(xpath).body();
    server.store().anchors().create(dataspace, "l2", "copy");

    Answer stored = client.json("POST", anchor("v2", dataspace, "copy") + "/nodes", read);

    assertThat(stored.status()).as(stored.toString()).isEqualTo(201);
    assertThat(
            client
                .get(anchor("v3", dataspace, "copy") + "/node" + query("descendants", "all"))
                .body())
        .isEqualTo(read);
  }

  @Test
  void subtreeReadByVersionThreeCanBeStoredBelowItsParent() {
    store(L2Topology.appendixB());
    String read = whole(D3).body();
    String all = whole("/").body();
    String parent = "/networks/network[@network-id='l2-topo-example']";

    assertThat(client.json("PUT", v2("/nodes") + query("xpath", parent), read).status())
        .isEqualTo(200);
    assertThat(whole("/").json()).isEqualTo(JSON.readTree(all));
  }

  @Test
  void sixtyFourBitNumbersAreWrittenAsStrings() {
    store(L2Topology.appendixB());
    String link = "/networks/network[@network-id='l2-topo-example']/link";

    for (String version : new String[] {"v2", "v3"}) {
      Answer read =
          client.get(
              anchor(version, dataspace, "a")
                  + "/node"
                  + query("xpath", link, "descendants", "all"));
      assertThat(read.json().findValues("rate"))
          .hasSize(6)
          .allSatisfy(rate -> assertThat(rate.isString()).isTrue())
          .allSatisfy(rate -> assertThat(rate.asString()).isEqualTo("1000"));
    }
  }

  @Test
  void anInvalidSchemaSetIsNotStored() {
    var before = server.rows();

    Answer refused =
        client.upload(
            "/cps/api/v2/dataspaces/" + dataspace + "/schema-sets" + query("schema-set-name", "x"),
            "x.yang",
            "module x { namespace urn:x; prefix x; leaf y { type none; } }"
                .getBytes(StandardCharsets.UTF_8));

    assertError(refused, "400 BAD_REQUEST", "Schema set is invalid", "none");
    assertThat(server.rows()).isEqualTo(before);
    assertThat(client.get("/cps/api/v2/dataspaces/" + dataspace + "/schema-sets/x").status())
        .isEqualTo(400);
  }

  @Test
  void refusesLeafrefWithoutTarget() {
    Answer missing = store(L2Topology.appendixB().replace("\"1-0-1-2\"]", "\"9-9\"]"));

    assertError(
        missing,
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "member-link-tp of %s/l2-termination-point-attributes refers to '9-9'".formatted(LAG));
    assertThat(whole("/").status()).isEqualTo(404);
  }

  /** RFC 8345 says require-instance false at the ends of links. */
  @Test
  void acceptsLeafrefWithoutTargetWhereNoInstanceIsRequired() {
    Answer link =
        store(L2Topology.appendixB().replace("\"dest-node\":\"D3\"", "\"dest-node\":\"D9\""));

    assertThat(link.status()).isEqualTo(201);
    assertThat(whole("/").body()).contains("D9");
  }

  @Test
  void refusesToDeleteTheTargetOfALeafref() {
    store(L2Topology.appendixB());
    String point = D1 + "/termination-point[@tp-id='1-0-1-2']";

    Answer deleted = client.delete(v2("/nodes") + query("xpath", point));
    assertError(deleted, "400 BAD_REQUEST", "Data Validation Failed", "'1-0-1-2'");
    Answer listed = client.delete(v2("/list-nodes") + query("xpath", point));
    assertError(listed, "400 BAD_REQUEST", "Data Validation Failed", "'1-0-1-2'");
    Answer replaced =
        client.json(
            "PUT",
            v2("/list-nodes") + query("xpath", D1),
            """
            {"ietf-network-topology:termination-point":[{"tp-id":"1-0-1",
            "ietf-l2-topology:l2-termination-point-attributes":{"member-link-tp":["1-2-1"]}}]}\
            """);
    assertError(replaced, "400 BAD_REQUEST", "Data Validation Failed", "'1-2-1'");
    assertThat(whole("/").json()).isEqualTo(JSON.readTree(L2Topology.appendixB()));

    assertThat(
            client
                .json(
                    "PUT",
                    v2("/nodes") + query("xpath", LAG),
                    "{\"ietf-l2-topology:l2-termination-point-attributes\":{\"lag\":true}}")
                .status())
        .isEqualTo(200);
    assertThat(client.delete(v2("/nodes") + query("xpath", point)).status()).isEqualTo(204);
  }

  @Test
  void refusesDuplicateListEntries() {
    Answer twice =
        store("{\"networks\":{\"network\":[{\"network-id\":\"n\"},{\"network-id\":\"n\"}]}}");

    assertError(
        twice,
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "/networks/network[@network-id='n'] is there twice");
    assertThat(whole("/").status()).isEqualTo(404);
  }

  @Test
  void xmlAnswersHaveTheXmlContentType() {
    store(L2Topology.appendixB());

    for (String version : new String[] {"v2", "v3"}) {
      String path = anchor(version, dataspace, "a") + "/node" + query("descendants", "all");
      Answer asked = client.get(path, "Accept", "application/xml");
      assertThat(asked.status()).isEqualTo(200);
      assertThat(asked.contentType()).isEqualTo("application/xml");
      assertThat(asked.body())
          .startsWith("<networks xmlns=\"urn:ietf:params:xml:ns:yang:ietf-network\">");
      Answer asThePeerIsAsked = client.get(path, "Content-Type", "application/xml");
      assertThat(asThePeerIsAsked.contentType()).isEqualTo("application/xml");
      assertThat(asThePeerIsAsked.body()).isEqualTo(asked.body());
      assertThat(client.get(path).contentType()).isEqualTo("application/json");
    }
  }

  @Test
  void xmlIsReadAsWritten() {
    store(L2Topology.appendixB());
    String xml =
        client
            .get(
                anchor("v3", dataspace, "a") + "/node" + query("descendants", "all"),
                "Accept",
                "application/xml")
            .body();
    server.store().anchors().create(dataspace, "l2", "copy");

    Answer stored = client.xml("POST", anchor("v2", dataspace, "copy") + "/nodes", xml);

    assertThat(stored.status()).as(stored.toString()).isEqualTo(201);
    assertThat(
            client
                .get(anchor("v3", dataspace, "copy") + "/node" + query("descendants", "all"))
                .json())
        .isEqualTo(JSON.readTree(L2Topology.appendixB()));
  }
}
