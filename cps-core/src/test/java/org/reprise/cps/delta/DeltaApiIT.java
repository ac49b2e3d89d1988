package org.reprise.cps.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.CpsServer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.query.Library;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.JsonNode;

/** What deltas show, and what applying them does. */
class DeltaApiIT extends LibraryDeltas {
  @Test
  void showsEachDifferenceInItsOwnEntry() {
    Answer answer = between("descendants", "all");

    assertThat(answer.contentType()).startsWith("application/json");
    String room = "/library/room[@number='1']/shelves/book";
    assertThat(entries(answer))
        .containsExactly(
            "replace " + room + "[@title='Dune']",
            "remove " + room + "[@title='Emma']",
            "remove /library/room[@number='2']",
            "remove /library/room[@number='2']/shelves",
            "create " + room + "[@title='Ubik']",
            "create /library/room[@number='3']",
            "create /library/room[@number='3']/shelves",
            "create /library/part/part",
            "create /archive");
    assertThat(answer.json().get(0))
        .isEqualTo(
            JSON.readTree(
                """
                {"action": "replace",
                 "xpath": "/library/room[@number='1']/shelves/book[@title='Dune']",
                 "sourceData": {"book":
                   [{"title": "Dune", "year": 1965, "price": "5.0"}]},
                 "targetData": {"book":
                   [{"title": "Dune", "year": 1966, "copies": "7"}]}}
                """));
    assertThat(answer.json().get(2).toString())
        .isEqualTo(
            "{\"action\":\"remove\",\"xpath\":\"/library/room[@number='2']\",\"sourceData\":{\"room\":[{\"number\":2}]}}");
  }

  @Test
  void groupsNodesOfOneSideUnderTheirParent() {
    Answer answer = between("descendants", "all", "grouping-enabled", "true");

    assertThat(entries(answer))
        .containsExactly(
            "remove /library",
            "remove /library/room[@number='1']/shelves",
            "replace /library/room[@number='1']/shelves/book[@title='Dune']",
            "create /library/room[@number='1']/shelves",
            "create /library/part/part",
            "create /library",
            "create /archive");
    assertThat(answer.json().get(0).get("sourceData").toString())
        .isEqualTo("{\"room\":[{\"number\":2,\"shelves\":{\"label\":\"B\"}}]}");
  }

  @Test
  void comparesTheAskedLevelsBelowTheXpath() {
    assertThat(entries(between())).containsExactly("create /archive");
    assertThat(entries(between("descendants", "1")))
        .containsExactly(
            "remove /library/room[@number='2']",
            "create /library/room[@number='3']",
            "create /archive");
    assertThat(entries(between("xpath", "/library/part", "descendants", "all")))
        .containsExactly("create /library/part/part");
    assertThat(entries(between("xpath", "/archive"))).containsExactly("create /archive");
    assertThat(entries(between("xpath", "/library/person"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void appliedReportMakesSourceEqualToTarget(String grouping) {
    String report = between("descendants", "all", "grouping-enabled", grouping).body();

    Answer applied = apply(report);

    assertThat(applied.status()).as(applied.toString()).isEqualTo(201);
    assertThat(read("source")).isEqualTo(read("target"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void appliedXmlReportMakesSourceEqualToTarget(String grouping) {
    Answer report =
        client.get(
            delta(
                "target-anchor-name", "target", "descendants", "all", "grouping-enabled", grouping),
            "Accept",
            "application/xml");
    assertThat(report.contentType()).startsWith("application/xml");
    assertThat(report.body())
        .startsWith("<deltaReports><deltaReport><action>")
        .contains("<targetData><archive xmlns=\"urn:reprise:library\"></archive></targetData>");

    Answer applied =
        client.xml(
            "POST",
            anchor("v2", dataspace, "source") + "/applyChangesInDeltaReport",
            report.body());

    assertThat(applied.status()).as(applied.toString()).isEqualTo(201);
    assertThat(read("source")).isEqualTo(read("target"));
  }

  @Test
  void leafrefsAreCheckedAfterTheWholeReport() {
    String inventory = CpsServer.freshName("inventory");
    server.store().dataspaces().create(inventory);
    server.store().schemaSets().create(inventory, "devices", YangSources.zip(Devices.yangZip()));
    server.store().anchors().create(inventory, "devices", "a");
    AnchorRef devices = new AnchorRef(inventory, "a");
    server.store().dataNodes().create(devices, "/", Payload.json(Devices.EMPTY_TREE));
    server.store().dataNodes().create(devices, "/devices", Payload.json(Devices.device(0)));
    DataNode vlan =
        server.store().queries().query(devices, "//vlan[@member!='']", Descendants.NONE).getFirst();
    Object member = ((List<?>) vlan.leaves().getOrDefault("member", List.of())).getFirst();
    String device = Devices.PARENT_XPATH + "/device[@name='" + Devices.name(0) + "']";
    String removal =
        "{\"action\":\"remove\",\"xpath\":\"%s/interface[@name='%s']\"}".formatted(device, member);
    String apply = anchor("v2", inventory, "a") + "/applyChangesInDeltaReport";
    StringBuilder all = new StringBuilder(removal);
    server
        .store()
        .queries()
        .query(devices, "//vlan[@member='%s']".formatted(member), Descendants.NONE)
        .forEach(
            one -> all.append(",{\"action\":\"remove\",\"xpath\":\"%s\"}".formatted(one.xpath())));

    Answer half = client.json("POST", apply, "[" + removal + "]");
    Answer whole = client.json("POST", apply, "[" + all + "]");

    assertThat(half.status()).as(half.toString()).isEqualTo(400);
    assertThat(half.json().get("details").asString()).contains("member", "refers to");
    assertThat(whole.status()).as(whole.toString()).isEqualTo(201);
  }

  @Test
  void buildsAndRemovesTheTopologyByReports() {
    String topologies = server.topologyDataspace();
    server.store().anchors().create(topologies, "l2", "empty");
    server.store().anchors().create(topologies, "l2", "full");
    AnchorRef full = new AnchorRef(topologies, "full");
    server.store().dataNodes().create(full, "/", Payload.json(L2Topology.appendixB()));
    String empty = anchor("v2", topologies, "empty");
    Answer build =
        client.get(empty + "/delta" + query("target-anchor-name", "full", "descendants", "all"));
    Answer takeDown =
        client.get(
            anchor("v2", topologies, "full")
                + "/delta"
                + query("target-anchor-name", "empty", "descendants", "all"));
    assertThat(build.json()).hasSize(L2Topology.FRAGMENTS);

    Answer built = client.json("POST", empty + "/applyChangesInDeltaReport", build.body());
    Answer read =
        client.get(anchor("v3", topologies, "empty") + "/node" + query("descendants", "all"));
    Answer takenDown = client.json("POST", empty + "/applyChangesInDeltaReport", takeDown.body());

    assertThat(built.status()).as(built.toString()).isEqualTo(201);
    assertThat(read.json()).isEqualTo(JSON.readTree(L2Topology.appendixB()));
    assertThat(takenDown.status()).as(takenDown.toString()).isEqualTo(201);
    assertThat(client.get(anchor("v3", topologies, "empty") + "/node").status()).isEqualTo(404);
  }

  @Test
  void comparesWithAPayloadAsAFileOrAsAField() {
    JsonNode expected = between("descendants", "all").json();

    Answer file = client.upload(delta(), "json", "target.json", bytes(TARGET));
    Answer renamed = client.upload(delta(), "targetData", "target.json", bytes(TARGET));
    Answer field = multipart(delta(), field("json", TARGET));
    Answer grouped =
        client.upload(delta("grouping-enabled", "true"), "json", "t.json", bytes(TARGET));

    assertThat(file.status()).as(file.toString()).isEqualTo(200);
    assertThat(file.json()).isEqualTo(expected);
    assertThat(renamed.json()).isEqualTo(expected);
    assertThat(field.json()).isEqualTo(expected);
    assertThat(grouped.json())
        .isEqualTo(between("descendants", "all", "grouping-enabled", "true").json());
  }

  @Test
  void comparesSubtreeWithXmlPayload() {
    Answer answer =
        client.upload(
            delta("xpath", "/library/part"),
            "json",
            "target.xml",
            bytes("<part xmlns=\"urn:reprise:library\"><pages>9</pages></part>"));

    assertThat(entries(answer)).containsExactly("replace /library/part");
    assertThat(answer.json().at("/0/targetData/part/pages").asInt()).isEqualTo(9);
  }

  @Test
  void targetMayHaveMoreModules() {
    String module =
        Library.MODULE.replace("container archive {", "container attic {} container archive {");
    String target = TARGET.strip().replaceFirst("}$", ", \"reprise-library:attic\": {}}");

    Answer without = client.upload(delta(), "json", "t.json", bytes(target));
    Answer with =
        multipart(delta(), field("json", target), file("file", "reprise-library.yang", module));
    Answer broken = multipart(delta(), field("json", target), file("file", "a.yang", "module a {"));

    assertThat(without.status()).isEqualTo(400);
    assertThat(entries(with)).contains("create /attic");
    assertThat(broken.status()).as(broken.toString()).isEqualTo(400);
  }

  @Test
  void replaceChangesOnlyTheNamedLeafs() {
    Answer applied =
        apply(
            """
            [{"action": "replace", "xpath": "/library/room[@number='1']/shelves/book[@title='Dune']",
              "sourceData": {"book": [{"title": "Dune", "price": "1.00"}]},
              "targetData": {"book": [{"title": "Dune", "copies": "2"}]}}]
            """);

    assertThat(applied.status()).as(applied.toString()).isEqualTo(201);
    JsonNode book = read("source").at("/reprise-library:library/room/0/shelves/book/0");
    assertThat(book.toString()).isEqualTo("{\"year\":1965,\"title\":\"Dune\",\"copies\":\"2\"}");
  }
}
