package org.reprise.cps.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.CpsServer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.data.DataNode;
import org.reprise.cps.data.Descendants;
import org.reprise.cps.data.Payload;
import org.reprise.cps.query.Library;
import org.reprise.cps.sample.Devices;
import org.reprise.cps.sample.L2Topology;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DeltaApiIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String SOURCE =
      """
      {"reprise-library:library": {"name": "Main",
        "room": [
          {"number": 1, "open": true, "shelves": {"label": "A", "book": [
            {"title": "Dune", "year": 1965, "price": "5.00"}, {"title": "Emma", "year": 1815}]}},
          {"number": 2, "shelves": {"label": "B"}}],
        "part": {"pages": 1}}}
      """;

  private static final String TARGET =
      """
      {"reprise-library:library": {"name": "Main",
        "room": [
          {"number": 1, "open": true, "shelves": {"label": "A", "book": [
            {"title": "Dune", "year": 1966, "copies": "7"}, {"title": "Ubik", "year": 1969}]}},
          {"number": 3, "shelves": {"label": "C"}}],
        "part": {"pages": 1, "part": {"pages": 2}}},
       "reprise-library:archive": {}}
      """;

  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();
  private String dataspace = "";

  @BeforeEach
  void store() {
    dataspace = Library.dataspace(server);
    Library.anchor(server, dataspace, "source", SOURCE);
    Library.anchor(server, dataspace, "target", TARGET);
  }

  private String delta(String... parameters) {
    return anchor("v2", dataspace, "source") + "/delta" + query(parameters);
  }

  private Answer between(String... parameters) {
    String[] all = new String[parameters.length + 2];
    all[0] = "target-anchor-name";
    all[1] = "target";
    System.arraycopy(parameters, 0, all, 2, parameters.length);
    return client.get(delta(all));
  }

  private Answer apply(String report) {
    return client.json(
        "POST", anchor("v2", dataspace, "source") + "/applyChangesInDeltaReport", report);
  }

  private JsonNode read(String anchor) {
    Answer answer =
        client.get(anchor("v3", dataspace, anchor) + "/node" + query("descendants", "all"));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json();
  }

  private static List<String> entries(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return StreamSupport.stream(answer.json().spliterator(), false)
        .map(one -> one.get("action").asString() + " " + one.get("xpath").asString())
        .toList();
  }

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
  void refusesPayloadThatDoesNotFitTheSchema() {
    assertThat(client.upload(delta(), "json", "t.json", bytes("{\"x\":1}")).status())
        .isEqualTo(400);
    assertThat(client.upload(delta(), "json", "t.json", bytes("nonsense")).status()).isEqualTo(400);
    Answer other = client.upload(delta("xpath", "/archive"), "json", "t.json", bytes(SOURCE));
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.json().get("details").asString())
        .isEqualTo("The data is of /library instead of /archive.");
    Answer none = client.upload(delta(), "other", "t.json", bytes(SOURCE));
    assertThat(none.status()).isEqualTo(400);
    assertThat(none.json().get("details").asString()).contains("part 'json'");
    Answer noMultipart = client.json("POST", delta(), SOURCE);
    assertThat(noMultipart.status()).isEqualTo(415);
  }

  @Test
  void refusesAnchorsOfDifferentModules() {
    server
        .store()
        .schemaSets()
        .create(dataspace, "less", new YangSources(Map.of("reprise-library.yang", Library.MODULE)));
    server.store().schemaSets().create(dataspace, "same", new YangSources(Library.MODULES));
    server.store().anchors().create(dataspace, "less", "less");
    server.store().anchors().create(dataspace, "same", "same");

    Answer less = client.get(delta("target-anchor-name", "less"));
    Answer same = client.get(delta("target-anchor-name", "same"));

    assertThat(less.status()).isEqualTo(400);
    assertThat(less.json().get("details").asString())
        .contains("source", "less", "different modules");
    assertThat(entries(same)).containsExactly("remove /library");
  }

  @Test
  void refusesMissingAndUnknownParts() {
    assertThat(client.get(delta()).status()).isEqualTo(400);
    assertThat(client.get(delta("target-anchor-name", "none")).status()).isEqualTo(400);
    assertThat(between("xpath", "/nowhere").status()).isEqualTo(404);
    assertThat(between("xpath", "/library[").status()).isEqualTo(400);
    assertThat(between("descendants", "few").status()).isEqualTo(400);
    assertThat(between("grouping-enabled", "maybe").status()).isEqualTo(400);
    assertThat(
            client
                .json("POST", anchor("v2", dataspace, "none") + "/applyChangesInDeltaReport", "[]")
                .status())
        .isEqualTo(400);
    assertThat(apply("[]").status()).isEqualTo(201);
  }

  /** The first entry would be right, and is not applied either. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "400|{\"action\":\"remove\"}|Entry 2 has no xpath",
        "400|{\"xpath\":\"/library\"}|Entry 2 has no action",
        "400|5|Entry 2 is no object",
        "400|{\"action\":\"move\",\"xpath\":\"/library\"}|Entry 2 has the action 'move'",
        "400|{\"action\":\"create\",\"xpath\":\"/archive\"}|Entry 2 has no targetData",
        "400|{\"action\":\"replace\",\"xpath\":\"/library\"}|neither sourceData nor targetData",
        "400|{\"action\":\"remove\",\"xpath\":\"/\"}|The root cannot be removed",
        "400|{\"action\":\"remove\",\"xpath\":\"/library\",\"source-data\":{}}|Entry 2 has"
            + " 'source-data'",
        "400|{\"action\":\"remove\",\"xpath\":\"/library\",\"sourceData\":[]}|sourceData of Entry 2"
            + " is no object",
        "400|{\"action\":\"remove\",\"xpath\":\"//library\"}|only a query may have '//'",
        "400|{\"action\":\"remove\",\"xpath\":\"/library[\"}|expected '@' at position 10",
        "400|{\"action\":\"remove\",\"xpath\":\"/nowhere\"}|no nowhere at the top",
        "400|{\"action\":\"remove\",\"xpath\":\"/library/room[@number='9']\"}|was not found",
        "400|{\"action\":\"replace\",\"xpath\":\"/archive\",\"targetData\":{\"reprise-library:archive\":{}}}|was"
            + " not found",
        "400|{\"action\":\"create\",\"xpath\":\"/archive\",\"targetData\":{\"reprise-library:book\":[{\"title\":\"x\"}]}}|was"
            + " not found",
        "409|{\"action\":\"create\",\"xpath\":\"/library\",\"targetData\":{\"reprise-library:library\":{}}}|/library",
        "400|{\"action\":\"create\",\"xpath\":\"/archive\",\"targetData\":{\"reprise-library:archive\":{\"nope\":1}}}|nope",
        "400|{\"action\":\"replace\",\"xpath\":\"/library/part\",\"targetData\":{\"reprise-library:part\":{\"pages\":-1}}}|pages",
        "400|{\"action\":\"replace\",\"xpath\":\"/library/room[@number='2']\",\"targetData\":{\"reprise-library:room\":[{\"number\":1}]}}|is"
            + " of /library/room[@number='1'] instead of /library/room[@number='2']",
        "400|{\"action\":\"replace\",\"xpath\":\"/library\",\"targetData\":{\"reprise-library:library\":{\"name\":\"x\"}}},{\"action\":\"replace\",\"xpath\":\"/library\",\"targetData\":{\"reprise-library:library\":{\"name\":\"y\"}}}|/library"
            + " is replaced twice",
        "400|{\"action\":\"create\",\"xpath\":\"/archive\",\"targetData\":{\"reprise-library:archive\":{}}},{\"action\":\"create\",\"xpath\":\"/archive\",\"targetData\":{\"reprise-library:archive\":{}}}|/archive"
            + " is created twice",
        "400|{\"action\":\"remove\",\"xpath\":\"/library/room[@number='2']\"},{\"action\":\"replace\",\"xpath\":\"/library/room[@number='2']/shelves\",\"targetData\":{\"reprise-library:shelves\":{\"label\":\"x\"}}}|within"
            + " one that is to be removed"
      })
  void invalidReportChangesNothing(int status, String fault, String reason) {
    JsonNode before = read("source");
    String right =
        "{\"action\":\"remove\",\"xpath\":\"/library/room[@number='1']/shelves/book[@title='Emma']\"}";

    Answer answer = apply("[" + right + "," + fault + "]");

    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.json().get("details").asString()).contains(reason);
    assertThat(read("source")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[",
        "[{]",
        "null",
        "[] []",
        "[{\"action\":1}]",
        "[{\"action\":\"create\",\"action\":\"create\"}]"
      })
  void refusesJsonThatIsNoReport(String report) {
    Answer answer = apply(report);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body())
        .doesNotContainPattern("jackson|JsonNode|Constraints|DeserializationFeature");
  }

  @Test
  void refusesReportThatIsNoText() {
    String path = anchor("v2", dataspace, "source") + "/applyChangesInDeltaReport";
    byte[] report =
        "[{\"action\":\"create\",\"xpath\":\"/library\",\"targetData\":{\"a\":\"?\"}}]"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < report.length; i++) {
      report[i] = report[i] == '?' ? (byte) 0xff : report[i];
    }
    Answer answer =
        client.send(
            "POST", path, BodyPublishers.ofByteArray(report), "Content-Type", "application/json");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("not valid UTF-8 text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<deltaReports>",
        "<reports/>",
        "<deltaReports><entry/></deltaReports>",
        "<deltaReports><deltaReport><action>remove</action></deltaReport></deltaReports>",
        "<deltaReports><deltaReport><action>remove</action><xpath>/library</xpath><more/></deltaReport></deltaReports>",
        "<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]><deltaReports>&y;</deltaReports>"
      })
  void refusesXmlThatIsNoReport(String report) {
    String path = anchor("v2", dataspace, "source") + "/applyChangesInDeltaReport";

    assertThat(client.xml("POST", path, report).status()).isEqualTo(400);
  }

  @Test
  void refusesDeepNesting() {
    String deep = "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000);
    String entry =
        "[{\"action\":\"create\",\"xpath\":\"/archive\",\"targetData\":%s}]".formatted(deep);
    String xml =
        "<deltaReports><deltaReport><action>create</action><xpath>/archive</xpath><targetData>"
            + "<a>".repeat(10_000)
            + "</a>".repeat(10_000)
            + "</targetData></deltaReport></deltaReports>";

    assertThat(apply(entry).status()).isEqualTo(400);
    assertThat(
            client
                .xml("POST", anchor("v2", dataspace, "source") + "/applyChangesInDeltaReport", xml)
                .status())
        .isEqualTo(400);
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String field(String name, String value) {
    return "--tests\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, value);
  }

  private static String file(String name, String fileName, String content) {
    return "--tests\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, fileName, content);
  }

  private Answer multipart(String path, String... parts) {
    return client.send(
        "POST",
        path,
        BodyPublishers.ofString(String.join("", parts) + "--tests--\r\n"),
        "Content-Type",
        "multipart/form-data; boundary=tests");
  }
}
