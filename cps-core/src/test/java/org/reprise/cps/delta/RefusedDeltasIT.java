package org.reprise.cps.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.query.Library;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.JsonNode;

/** Comparisons and reports that are refused, and change nothing. */
class RefusedDeltasIT extends LibraryDeltas {
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
    // As the original.
    assertThat(between("xpath", "/nowhere").body()).isEqualTo("[]");
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

  /** Nothing but the parent of what it creates must exist, so that nothing else is looked up. */
  @Test
  void removesNoListWhereParentOfCreatedNodeIsMissing() {
    JsonNode before = read("source");

    Answer answer =
        apply(
            """
            [{"action": "remove", "xpath": "/library/room"},
             {"action": "create", "xpath": "/archive/book[@title='x']",
              "targetData": {"reprise-library:book": [{"title": "x"}]}}]
            """);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("details").asString()).contains("was not found");
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
}
