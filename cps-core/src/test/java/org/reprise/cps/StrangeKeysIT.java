package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.delta.DeltaReport;
import org.reprise.cps.delta.Grouping;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Keys that look like parts of an xpath: each operation hits exactly the rows that it names. */
class StrangeKeysIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> KEYS =
      List.of(
          "a",
          "a'",
          "'a",
          "''",
          "'",
          "a'b'c",
          "a/b",
          "/",
          "//",
          "a[b]",
          "]",
          "[",
          "']",
          "'] ",
          "a']/twig[@kind='x",
          "a'] or @id='b",
          "%",
          "_",
          "a%2Fb",
          "\\",
          "\\\\",
          "\"",
          "a\"b",
          "&<>",
          "a b",
          " ",
          "  a  ",
          "",
          "ä",
          "名",
          "\uD83C\uDF32",
          "a\tb",
          "a\nb",
          "a\rb",
          "a0",
          "a/",
          "a\u007F",
          "\u00A0",
          "a' and @id='a",
          "branch",
          "../a",
          ".",
          "*",
          "@id",
          "0",
          "]/",
          "']/twig");

  private final TestAnchor anchor = TestAnchor.ofTrees();
  private static final String TREE = "/forest/tree[@name='a' and @number='1']";

  private static String branch(String key) {
    return TREE + "/branch[@id='" + key.replace("'", "''") + "']";
  }

  private static ArrayNode branches() {
    ArrayNode branches = JSON.createArrayNode();
    for (String key : KEYS) {
      branches
          .addObject()
          .put("id", key)
          .putArray("twig")
          .addObject()
          .put("kind", "trees:conifer")
          .put("evergreen", true)
          .put("note", "of " + key);
    }
    return branches;
  }

  @BeforeEach
  void store() {
    anchor.stored("{'forest':{'tree':[{'name':'a','number':1}]}}");
    Answer stored =
        anchor
            .client()
            .json(
                "POST",
                anchor.path("v2", "list-nodes", "xpath", TREE),
                JSON.createObjectNode().set("branch", branches()).toString());
    assertThat(stored.status()).as(stored.toString()).isEqualTo(201);
  }

  private Answer read(String xpath) {
    return anchor.get("v3", "xpath", xpath, "descendants", "all");
  }

  @Test
  void readsEveryKeyAsWritten() {
    assertThat(read(TREE + "/branch").json().get("trees:branch")).isEqualTo(branches());
    for (String key : KEYS) {
      Answer one = read(branch(key));
      assertThat(one.status()).as(key + ": " + one).isEqualTo(200);
      assertThat(one.json().get("trees:branch").get(0).get("id").asString()).isEqualTo(key);
      assertThat(one.json().get("trees:branch").size()).isEqualTo(1);
      if (!key.contains("\"")) {
        assertThat(read(TREE + "/branch[@id=\"" + key + "\"]").body()).isEqualTo(one.body());
      }
    }
  }

  @Test
  void readsEveryKeyInXml() {
    for (String key : KEYS) {
      Answer xml =
          anchor
              .client()
              .get(
                  anchor.path("v3", "node", "xpath", branch(key), "descendants", "all"),
                  "Accept",
                  "application/xml");
      assertThat(xml.status()).isEqualTo(200);
      assertThat(anchor.delete("nodes", "xpath", branch(key)).status()).isEqualTo(204);
      Answer written = anchor.xml("POST", xml.body(), "xpath", TREE);
      assertThat(written.status()).as(key + ": " + written).isEqualTo(201);
    }
    // Deleted and created in this order, they are in the same order again.
    assertThat(read(TREE + "/branch").json().get("trees:branch")).isEqualTo(branches());
  }

  @Test
  void updatesOnlyTheEntryWithTheKey() {
    for (String key : KEYS) {
      String twig = "{'twig':[{'kind':'conifer','evergreen':true,'note':'%s'}]}";
      assertThat(anchor.json("PUT", "nodes", twig.formatted("put"), "xpath", branch(key)).status())
          .isEqualTo(200);
      assertThat(read(TREE + "/branch").body().split("\"put\"", -1)).hasSize(2);
      assertThat(
              anchor
                  .json("PUT", "list-nodes", twig.formatted("listed"), "xpath", branch(key))
                  .status())
          .isEqualTo(200);
      assertThat(read(TREE + "/branch").body()).contains("\"listed\"").doesNotContain("\"put\"");
      assertThat(
              anchor
                  .json("PATCH", "nodes", twig.formatted("of one"), "xpath", branch(key))
                  .status())
          .isEqualTo(200);
      assertThat(read(TREE + "/branch").json().get("trees:branch").size()).isEqualTo(KEYS.size());
    }
  }

  @Test
  void appliesReportsWithEveryKey() {
    CpsStore store = anchor.server().store();
    AnchorRef target = new AnchorRef(anchor.dataspace(), anchor.name());
    AnchorRef source = new AnchorRef(anchor.dataspace(), "source");
    store.anchors().create(anchor.dataspace(), "trees", "source");
    DeltaReport report =
        store.deltas().between(source, target, "/", Descendants.ALL, Grouping.EACH);
    for (Payload sent : List.of(Payload.onapJson(report.json()), Payload.xml(report.xml()))) {
      store.deltas().apply(source, sent);
      assertThat(
              store.deltas().between(source, target, "/", Descendants.ALL, Grouping.EACH).deltas())
          .isEmpty();
      store.dataNodes().delete(source, "/");
    }
  }

  @Test
  void deletesOnlyTheEntryWithTheKey() {
    int left = KEYS.size();
    for (String key : KEYS) {
      long rows = anchor.server().count("select count(*) from fragment");
      String operation = left % 2 == 0 ? "nodes" : "list-nodes";
      assertThat(anchor.delete(operation, "xpath", branch(key)).status()).isEqualTo(204);
      assertThat(anchor.server().count("select count(*) from fragment")).isEqualTo(rows - 2);
      assertThat(read(branch(key)).status()).isEqualTo(404);
      left--;
      if (left > 0) {
        assertThat(read(TREE + "/branch").json().get("trees:branch").size()).isEqualTo(left);
      }
    }
    assertThat(anchor.whole()).isEqualTo("{'trees:forest':{'tree':[{'name':'a','number':1}]}}");
  }
}
