package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;

/** Invalid data: every way of writing refuses it with the reason, and stores nothing. */
class BadDataIT {
  private static final int MEGABYTE = 1024 * 1024;

  private final TestAnchor anchor = TestAnchor.ofTrees();
  private Map<String, Long> before = Map.of();
  private String whole = "";

  @BeforeEach
  void prepare() {
    anchor.stored("{'forest':{'owner':'crown','tree':[{'name':'a','number':1}]}}");
    before = anchor.server().rows();
    whole = anchor.whole();
  }

  @AfterEach
  void nothingIsStored() {
    assertThat(anchor.server().rows()).isEqualTo(before);
    assertThat(anchor.whole()).isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'leaves':1                 | The schema has no leaves in trees:tree (at $.tree[0].leaves)
          'i8':'one'                 | one
          'i8':1.5                   | 1.5
          'i8':true                  | true
          'protected':true           | /forest/tree/protected needs [null] instead of true or false
          'i8':null                  | null (at $.tree[0].i8
          'i8':999                   | 999
          'nicknames':['x','x']      | 'x' twice
          'branch':[{'length':1}]    | id
          'branch':[{'id':'1'},{'id':'1'}] | branch[@id='1'] is there twice
          'branch':[{'id':'\\u0000'}] | U+0000
          'branch':[{'id':'\\ud800'}] | U+D800
          'neighbour':'q'            | refers to 'q'
          'i8':1,'i8':1              | i8
          """)
  void everyWriteOperationValidates(String member, String details) {
    String body = "{'tree':[{'name':'a','number':1,%s}]}".formatted(member);
    for (String[] way :
        new String[][] {
          {"POST", "nodes"},
          {"PATCH", "nodes"},
          {"PUT", "nodes"},
          {"POST", "list-nodes"},
          {"PUT", "list-nodes"}
        }) {
      // Data is validated before anything is looked for in the database.
      String fresh = way[0].equals("POST") ? body.replace("'a'", "'b'") : body;
      for (String dryRun : new String[] {"true", "false"}) {
        // A dry run does not look at what is stored.
        if (dryRun.equals("true") && details.contains("refers to")) {
          continue;
        }
        assertError(
            anchor.json(way[0], way[1], fresh, "xpath", "/forest", "dry-run", dryRun),
            "400 BAD_REQUEST",
            "Data Validation Failed",
            details);
      }
    }
  }

  @Test
  void refusesDeepNestingInJsonAndXml() {
    String arrays = "{\"forest\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";
    String objects = "{\"forest\":".repeat(10_000) + "1" + "}".repeat(10_000);
    String elements =
        "<forest xmlns='urn:reprise:test:trees'>".repeat(10_000) + "</forest>".repeat(10_000);

    assertError(
        anchor.json("POST", "nodes", arrays),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "/forest needs an object instead of an array");
    assertError(
        anchor.json("PUT", "nodes", objects),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "$.forest.forest");
    assertError(
        anchor.xml("POST", elements), "400 BAD_REQUEST", "Data Validation Failed", "forest");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><note"
            + " xmlns='urn:reprise:test:trees'><id>1</id><text>&e;</text></note>",
        "<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x.dtd'><note"
            + " xmlns='urn:reprise:test:trees'><id>1</id></note>",
        "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]><note"
            + " xmlns='urn:reprise:test:trees'><id>1</id><text>&b;</text></note>"
      })
  void refusesDocumentTypes(String document) {
    assertError(
        anchor.xml("POST", document), "400 BAD_REQUEST", "Data Validation Failed", "document type");
    assertError(
        anchor.xml("POST", "<?xml version='1.0'?>\n" + document),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "document type");
  }

  @Test
  void doesNotFollowXInclude() {
    assertError(
        anchor.xml(
            "POST",
            "<note xmlns='urn:reprise:test:trees' xmlns:xi='http://www.w3.org/2001/XInclude'>"
                + "<id>1</id><xi:include href='file:///etc/passwd' parse='text'/></note>"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "include");
  }

  @Test
  void refusesKeyTooLongForTheIndex() {
    assertError(
        anchor.json(
            "POST",
            "nodes",
            "{'branch':[{'id':'%s'}]}".formatted("x".repeat(2_700)),
            "xpath",
            "/forest/tree[@name='a' and @number='1']"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "more than 2600 bytes");
    assertError(
        anchor.json(
            "POST",
            "nodes",
            "{'branch':[{'id':'%s'}]}".formatted("\uD83C\uDF32".repeat(660)),
            "xpath",
            "/forest/tree[@name='a' and @number='1']"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "more than 2600 bytes");
  }

  @Test
  void refusesBytesThatAreNoText() {
    byte[] body = "{\"note\":[{\"id\":\"1\",\"text\":\"?\"}]}".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < body.length; i++) {
      body[i] = body[i] == '?' ? (byte) 0xFF : body[i];
    }
    Answer answer =
        anchor
            .client()
            .send(
                "POST",
                anchor.path("v2", "nodes"),
                BodyPublishers.ofByteArray(body),
                "Content-Type",
                "application/json");

    assertError(answer, "400 BAD_REQUEST", "Invalid request", "UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          application/json; charset=nine | 415
          application/json; charset="    | 415
          json                           | 415
          text/plain                     | 415
          application/octet-stream       | 415
          """)
  void refusesUnknownContentTypes(String type, int status) {
    Answer answer =
        anchor
            .client()
            .send(
                "POST",
                anchor.path("v2", "nodes"),
                BodyPublishers.ofString("{\"guide\":{}}"),
                "Content-Type",
                type);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.json().get("details").asString()).contains("Content-Type");
  }

  @Test
  void answersHundredMegabytesWith413() {
    byte[] space = " ".repeat(100 * MEGABYTE).getBytes(StandardCharsets.US_ASCII);
    BodyPublisher declared = BodyPublishers.ofByteArray(space);
    BodyPublisher chunked =
        BodyPublishers.ofInputStream(() -> (InputStream) new ByteArrayInputStream(space));
    for (BodyPublisher body : new BodyPublisher[] {declared, chunked}) {
      for (String type : new String[] {"application/json", "application/xml"}) {
        Answer answer =
            anchor.client().send("POST", anchor.path("v2", "nodes"), body, "Content-Type", type);
        assertError(answer, "413 CONTENT_TOO_LARGE", "Request body too large", "33554432 bytes");
      }
    }
    String schemaSets =
        "/cps/api/v2/dataspaces/" + anchor.dataspace() + "/schema-sets?schema-set-name=s";
    for (BodyPublisher body : new BodyPublisher[] {declared, chunked}) {
      Answer answer =
          anchor
              .client()
              .send("POST", schemaSets, body, "Content-Type", "multipart/form-data; boundary=x");
      assertThat(answer.status()).as(answer.toString()).isIn(400, 413);
    }
  }

  // The parser's message has the whole value; expressions that look at it once for each of its
  // characters would take hours.
  @Test
  void refusesLongValuesWithShortMessages() {
    String printed = "A{b=".repeat(MEGABYTE / 5) + "}".repeat(MEGABYTE / 5);
    for (String value :
        new String[] {
          " ".repeat(MEGABYTE),
          "Cannot a because ".repeat(60_000),
          printed,
          // Of two code units each: a cut falls between them here or there.
          "\uD83D\uDE80".repeat(10_000),
          "x" + "\uD83D\uDE80".repeat(10_000)
        }) {
      Answer json =
          anchor.json(
              "PATCH",
              "nodes",
              "{'tree':[{'name':'a','number':1,'colour':'x%sx'}]}".formatted(value),
              "xpath",
              "/forest");
      assertError(json, "400 BAD_REQUEST", "Data Validation Failed", "Invalid value");
      Answer xml =
          anchor.xml(
              "PATCH",
              "<tree xmlns='urn:reprise:test:trees'><name>a</name><number>1</number><colour>x%sx</colour></tree>"
                  .formatted(value),
              "xpath",
              "/forest");
      assertError(xml, "400 BAD_REQUEST", "Data Validation Failed", "Invalid value");
      assertThat(json.body().length() + xml.body().length()).isLessThan(10_000);
    }
  }

  @Test
  void refusesLongNamesAndRepeatedValuesWithShortMessages() {
    String longText = "x".repeat(MEGABYTE);
    for (String member :
        new String[] {
          "'%s':1",
          "'nicknames':['%1$s','%1$s']",
          "'branch':[{'id':'1','%s':1}]",
          "'neighbour':'%s'"
        }) {
      Answer answer =
          anchor.json(
              "PATCH",
              "nodes",
              "{'tree':[{'name':'a','number':1,%s}]}".formatted(member.formatted(longText)),
              "xpath",
              "/forest");
      assertThat(answer.status()).as(member).isEqualTo(400);
      assertThat(answer.body().length()).as(member).isLessThan(10_000);
    }
    Answer xml = anchor.xml("POST", "<?xml version='1.0' encoding='%s'?><a/>".formatted(longText));
    assertThat(xml.status()).isEqualTo(400);
    assertThat(xml.body().length()).isLessThan(10_000);
  }
}
