package org.reprise.cps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;

/** What requests that write may be: bodies, XML, versions, time stamps and dry runs. */
class NodeWriteRequestsIT extends TreeWrites {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          POST  | nodes      | /       | 200 | {'note':[{'id':'1'}]}
          POST  | nodes      | /       | 200 | {'forest':{}}
          POST  | nodes      | /guide  | 400 | {'x':1}
          POST  | nodes      | /       | 200 | {'guide':{'about':'q'}}
          PATCH | nodes      | /       | 200 | {'forest':{'owner':'x'}}
          PATCH | nodes      | /       | 200 | {'guide':{}}
          PATCH | nodes      | /       | 400 | {'forest':{'owner':[]}}
          PATCH | nodes      | /wood   | 404 | {'forest':{}}
          PUT   | nodes      | /       | 200 | {'forest':{}}
          PUT   | nodes      | /       | 400 | {'forest':{'wood':1}}
          PUT   | nodes      | /forest/tree[@name='q' and @number='1'] | 200 | {'trunk':{}}
          POST  | list-nodes | /forest | 200 | {'tree':[{'name':'b','number':2}]}
          POST  | list-nodes | /forest | 400 | {'owner':'x'}
          PUT   | list-nodes | /forest | 200 | {'tree':[{'name':'c','number':3}]}
          PUT   | list-nodes | /forest | 400 | {'tree':[{'name':'c'}]}
          """)
  void aDryRunChecksThePayloadAgainstTheSchemaAndNothingElse(
      String method, String operation, String xpath, int status, String body) {
    String before = anchor.whole();
    var rows = anchor.server().rows();

    Answer dry = anchor.json(method, operation, body, "xpath", xpath, "dry-run", "true");

    assertThat(dry.status()).as(dry.toString()).isEqualTo(status);
    assertThat(anchor.whole()).isEqualTo(before);
    assertThat(anchor.server().rows()).isEqualTo(rows);
    Answer real = anchor.json(method, operation, body, "xpath", xpath, "dry-run", "false");
    if (status != 200) {
      assertThat(real.status()).as(real.toString()).isEqualTo(status);
      assertThat(real.body()).isEqualTo(dry.body());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v2"})
  void versionsOneAndTwoWrite(String version) {
    CpsClient client = anchor.client();
    String guide = "{\"guide\":{}}";
    done(201, client.json("POST", anchor.path(version, "nodes"), guide));
    done(200, client.json("PATCH", anchor.path(version, "nodes"), guide));
    done(200, client.json("PUT", anchor.path(version, "nodes"), guide));
    done(204, client.delete(anchor.path(version, "nodes", "xpath", "/guide")));
    String note = "{\"note\":[{\"id\":\"1\"}]}";
    done(201, client.json("POST", anchor.path(version, "list-nodes", "xpath", "/"), note));
    done(200, client.json("PUT", anchor.path(version, "list-nodes", "xpath", "/"), note));
    done(204, client.delete(anchor.path(version, "list-nodes", "xpath", "/note")));
    for (String wrong : new String[] {"v0", "v3", "v4"}) {
      assertThat(client.json("POST", anchor.path(wrong, "nodes"), guide).status()).isEqualTo(404);
      assertThat(client.delete(anchor.path(wrong, "nodes")).status()).isEqualTo(404);
    }
  }

  @Test
  void validatesObservedTimestamp() {
    String good = "2026-01-02T03:04:05.678+0100";
    done(201, anchor.json("POST", "nodes", "{'guide':{}}", "observed-timestamp", good));
    done(200, anchor.json("PATCH", "nodes", "{'guide':{}}", "observed-timestamp", good));
    done(200, anchor.json("PUT", "nodes", "{'guide':{}}", "observed-timestamp", good));
    done(204, anchor.delete("nodes", "xpath", "/guide", "observed-timestamp", good));
    for (String wrong :
        new String[] {"yesterday", "2026-01-02T03:04:05Z", "2026-02-30T03:04:05.678+0100"}) {
      for (Answer answer :
          new Answer[] {
            anchor.json("POST", "nodes", "{'guide':{}}", "observed-timestamp", wrong),
            anchor.json("PATCH", "nodes", "{'forest':{}}", "observed-timestamp", wrong),
            anchor.json("PUT", "nodes", "{'guide':{}}", "observed-timestamp", wrong),
            anchor.delete("nodes", "observed-timestamp", wrong),
            anchor.json(
                "POST", "list-nodes", "{'x':[]}", "xpath", "/", "observed-timestamp", wrong),
            anchor.json("PUT", "list-nodes", "{'x':[]}", "xpath", "/", "observed-timestamp", wrong),
            anchor.delete("list-nodes", "xpath", "/note", "observed-timestamp", wrong)
          }) {
        assertError(answer, "400 BAD_REQUEST", "Invalid request", "observed-timestamp");
      }
    }
  }

  @Test
  void refusesMissingAndOtherBodies() {
    CpsClient client = anchor.client();
    String path = anchor.path("v2", "nodes");
    assertError(
        client.send("POST", path, BodyPublishers.ofString("a: b"), "Content-Type", "text/yaml"),
        "415 UNSUPPORTED_MEDIA_TYPE",
        "Unsupported Media Type",
        "text/yaml");
    assertError(
        client.send("POST", path, BodyPublishers.ofString("{\"guide\":{}}")),
        "415 UNSUPPORTED_MEDIA_TYPE",
        "Unsupported Media Type",
        "Content-Type");
    assertError(client.post(path), "400 BAD_REQUEST", "Invalid request", "body");
    assertThat(
            client
                .send(
                    "POST",
                    path,
                    BodyPublishers.ofString("{\"guide\":{}}"),
                    "Content-Type",
                    "application/yang-data+json")
                .status())
        .isEqualTo(201);
    assertThat(
            client
                .send(
                    "POST",
                    path,
                    BodyPublishers.ofString(
                        "<note"
                            + " xmlns='urn:reprise:test:trees'><id>1</id><text>Ünï\uD83C\uDF32</text></note>"),
                    "Content-Type",
                    "application/yang-data+xml")
                .status())
        .isEqualTo(201);
    holds("/note", "{'trees:note':[{'id':'1','text':'Ünï\uD83C\uDF32'}]}");
  }

  @Test
  void writesXmlBelowAnyParent() {
    String ns = "xmlns='urn:reprise:test:trees'";
    done(
        201,
        anchor.xml(
            "POST",
            "<branch %s><id>x</id><twig><kind xmlns:p='urn:reprise:test:trees-more'>p:palm</kind><evergreen>true</evergreen></twig></branch>"
                .formatted(ns),
            "xpath",
            TREE));
    String branch = TREE + "/branch[@id='x']";
    holds(
        branch,
        "{'trees:branch':[{'id':'x','twig':[{'kind':'trees-more:palm','evergreen':true}]}]}");
    done(
        200,
        anchor.xml(
            "PATCH",
            "<twig %s><kind xmlns:q='urn:reprise:test:trees-more'>q:palm</kind><evergreen>true</evergreen><note>n</note></twig>"
                .formatted(ns),
            "xpath",
            branch));
    done(200, anchor.xml("PUT", "<bark %s/>".formatted(ns), "xpath", TREE + "/trunk"));
    String twig = branch + "/twig[@kind='trees-more:palm' and @evergreen='true']";
    holds(twig, "{'trees:twig':[{'kind':'trees-more:palm','note':'n','evergreen':true}]}");
    holds(TREE + "/trunk", "{'trees:trunk':{'height':8,'bark':{}}}");
    assertError(
        anchor.xml("POST", "<branch %s><length>1</length></branch>".formatted(ns), "xpath", TREE),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "id");
    Answer read =
        anchor
            .client()
            .get(
                anchor.path("v3", "node", "xpath", branch, "descendants", "all"),
                "Accept",
                "application/xml");
    assertThat(read.body())
        .isEqualTo(
            "<branch xmlns=\"urn:reprise:test:trees\"><id>x</id><twig>"
                + "<kind xmlns:trees-more=\"urn:reprise:test:trees-more\">trees-more:palm</kind>"
                + "<evergreen>true</evergreen><note>n</note></twig></branch>");
  }

  @ParameterizedTest
  @CsvSource({
    "application/xml, ISO-8859-1",
    "application/xml, UTF-8",
    "application/xml, windows-1252",
    "application/xml; charset=iso-8859-1, ISO-8859-1",
    // The content type has precedence.
    "application/xml; charset=utf-8, ISO-8859-1",
  })
  void readsXmlInItsEncoding(String type, String declared) {
    String document =
        "<?xml version='1.0' encoding='%s'?>\n<note xmlns='urn:reprise:test:trees'><id>1</id><text>Grün</text></note>"
            .formatted(declared);
    Charset charset = Charset.forName(type.endsWith("utf-8") ? "utf-8" : declared);

    done(201, sendXml(document.getBytes(charset), type));

    holds("/note", "{'trees:note':[{'id':'1','text':'Grün'}]}");
  }

  @Test
  void readsXmlWithAByteOrderMark() {
    String document = "\uFEFF<note xmlns='urn:reprise:test:trees'><id>1</id></note>";
    done(201, sendXml(document.getBytes(UTF_8), "application/xml"));
    holds("/note", "{'trees:note':[{'id':'1'}]}");
  }

  @Test
  void refusesXmlInAnUnknownEncoding() {
    String document = "<?xml version='1.0' encoding='X-RUNES'?><note/>";
    assertError(
        sendXml(document.getBytes(UTF_8), "application/xml"),
        "400 BAD_REQUEST",
        "Invalid request",
        "X-RUNES");
  }

  private Answer sendXml(byte[] document, String type) {
    return anchor
        .client()
        .send(
            "POST",
            anchor.path("v2", "nodes"),
            BodyPublishers.ofByteArray(document),
            "Content-Type",
            type);
  }

  @Test
  void takesXmlWithItsParentAround() {
    String tree = "<tree xmlns='urn:reprise:test:trees'>%s<branch><id>%s</id></branch></tree>";
    done(201, anchor.xml("POST", tree.formatted("", "v"), "xpath", TREE));
    String keys = "<name>a</name><number>1</number>";
    done(201, anchor.xml("POST", tree.formatted(keys, "w"), "xpath", TREE));
    String forest = "<forest xmlns='urn:reprise:test:trees'><owner>wood</owner></forest>";
    done(200, anchor.xml("PATCH", forest, "xpath", "/forest"));

    holds(TREE + "/branch[@id='v']", "{'trees:branch':[{'id':'v'}]}");
    holds(TREE + "/branch[@id='w']", "{'trees:branch':[{'id':'w'}]}");
    assertThat(anchor.whole()).contains("'owner':'wood'");
  }

  @Test
  void severalTopLevelNodesInXmlNeedTheDataElement() {
    anchor.stored("{'note':[{'id':'1'},{'id':'2'}]}");
    String path = anchor.path("v2", "node", "descendants", "all");
    String xml = anchor.client().get(path, "Accept", "application/xml").body();
    assertThat(xml).startsWith("<data xmlns=\"urn:ietf:params:xml:ns:yang:ietf-restconf\">");
    String before = anchor.whole();

    done(204, anchor.delete("nodes"));
    done(201, anchor.xml("POST", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml));

    assertThat(anchor.whole()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
  void rejectsUnknownParameters(String method) {
    String before = anchor.whole();
    for (String wrong : new String[] {"xpth", "dry_run"}) {
      String path = anchor.path("v2", "nodes", wrong, "/guide");
      assertError(
          method.equals("DELETE")
              ? anchor.client().delete(path)
              : anchor.client().json(method, path, "{\"forest\":{\"owner\":\"x\"}}"),
          "400 BAD_REQUEST",
          "Bad Request",
          wrong);
    }
    assertThat(anchor.whole()).isEqualTo(before);
  }
}
