package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.schema.YangSources;

/** XML that the service answers with and that the limits of the JDK's parsers would refuse. */
class XmlLimitsIT {
  private static final int LEVELS = 120;
  private static final int REFERENCES = 110_000;

  private static TestAnchor anchor(String namespace, String body) {
    CpsServer server = CpsServer.shared();
    String dataspace = CpsServer.freshName("dataspace");
    String yang = "module m { namespace \"%s\"; prefix m; %s }".formatted(namespace, body);
    server.store().dataspaces().create(dataspace);
    server.store().schemaSets().create(dataspace, "m", new YangSources(Map.of("m.yang", yang)));
    server.store().anchors().create(dataspace, "m", "a");
    return new TestAnchor(server, dataspace, "a");
  }

  private static String xml(TestAnchor anchor) {
    Answer answer =
        anchor
            .client()
            .get(anchor.path("v2", "node", "descendants", "all"), "Accept", "application/xml");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.body();
  }

  private static void assertTakesBack(TestAnchor anchor, String xml) {
    Answer answer = anchor.xml("PUT", xml);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(xml(anchor)).isEqualTo(xml);
  }

  @Test
  void takesBackTextOfManyReferences() {
    TestAnchor anchor = anchor("urn:m", "container c { leaf text { type string; } }");
    anchor.stored("{'m:c':{'text':'%s'}}".formatted("&<".repeat(REFERENCES)));

    assertTakesBack(anchor, xml(anchor));
  }

  @Test
  void appliesDeltaReportOfManyReferences() {
    TestAnchor anchor = anchor("urn:m", "container c { leaf text { type string; } }");
    String report =
        """
        <deltaReports><deltaReport><action>create</action><xpath>/c</xpath>
        <targetData><c xmlns="urn:m"><text>%s</text></c></targetData></deltaReport></deltaReports>
        """
            .formatted("&amp;".repeat(REFERENCES));

    Answer answer =
        anchor.client().xml("POST", anchor.path("v2", "applyChangesInDeltaReport"), report);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    assertThat(anchor.whole()).contains("&".repeat(REFERENCES));
  }

  @Test
  void takesBackDeepTree() {
    TestAnchor anchor =
        anchor(
            "urn:m",
            IntStream.range(0, LEVELS)
                    .mapToObj("container c%d { "::formatted)
                    .collect(Collectors.joining())
                + "leaf text { type string; }"
                + " }".repeat(LEVELS));
    anchor.stored(
        IntStream.range(0, LEVELS).mapToObj("{'c%d':"::formatted).collect(Collectors.joining())
            + "{'text':'x'}"
            + "}".repeat(LEVELS));

    assertTakesBack(anchor, xml(anchor));
  }

  @Test
  void readsNodesBelowOneWhoseNamespaceHasAnAmpersand() {
    TestAnchor anchor =
        anchor("http://m?a=1&b=2", "container c { container d { leaf text { type string; } } }");
    anchor.stored("{'m:c':{}}");

    Answer answer =
        anchor.xml("PUT", "<d xmlns=\"http://m?a=1&amp;b=2\"><text>x</text></d>", "xpath", "/c");

    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(anchor.whole()).isEqualTo("{'m:c':{'d':{'text':'x'}}}");
  }

  @Test
  void findsEntryBehindCommentThatBeginsWithABracket() {
    TestAnchor anchor =
        anchor("urn:m", "list i { key k; leaf k { type string; } leaf text { type string; } }");
    anchor.stored("{'m:i':[{'k':'a'}]}");

    Answer answer =
        anchor.xml(
            "PATCH", "<!--> <x> --><i xmlns='urn:m'><text>x</text></i>", "xpath", "/i[@k='a']");

    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(anchor.whole()).isEqualTo("{'m:i':[{'k':'a','text':'x'}]}");
  }
}
