package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.anchor.Anchor;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.InvalidData;
import org.reprise.cps.fragment.DataNode;
import org.reprise.cps.fragment.DataNodeNotFound;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.schema.YangSources;

/** Calls of the library for several xpaths or anchors. */
class BatchesIT {
  private static final String OWNER = "owner";

  private final CpsServer server = CpsServer.shared();
  private final CpsStore store = server.store();
  private final String dataspace = server.treesDataspace();
  private final AnchorRef anchor = new AnchorRef(dataspace, "a");

  @BeforeEach
  void store() {
    store.anchors().create(dataspace, "trees", "a");
    store
        .dataNodes()
        .create(
            anchor,
            "/",
            json(
                """
                {'forest':{'owner':'crown','tree':[
                  {'name':'t','number':1},{'name':'t','number':2},{'name':'t','number':3}]}}
                """));
  }

  private static Payload json(String text) {
    return Payload.json(text.replace('\'', '"'));
  }

  private static String tree(int number) {
    return "/forest/tree[@name='t' and @number='%d']".formatted(number);
  }

  private static Map<String, Payload> ownerAnd(String xpath, Payload payload) {
    Map<String, Payload> byXpath = new LinkedHashMap<>();
    byXpath.put("/forest", json("{'owner':'me'}"));
    byXpath.put(xpath, payload);
    return byXpath;
  }

  private List<Object> trees(String leaf) {
    return store.dataNodes().read(anchor, "/forest/tree", Descendants.NONE).stream()
        .map(tree -> tree.leaves().getOrDefault(leaf, "none"))
        .toList();
  }

  private Object owner() {
    return store
        .dataNodes()
        .read(anchor, "/forest", Descendants.NONE)
        .getFirst()
        .leaves()
        .getOrDefault(OWNER, "none");
  }

  @Test
  void updatesAllOrNone() {
    assertThatExceptionOfType(DataNodeNotFound.class)
        .isThrownBy(() -> store.dataNodes().update(anchor, ownerAnd(tree(9), json("{'i8':5}"))));
    assertThat(owner()).isEqualTo("crown");

    store.dataNodes().update(anchor, ownerAnd(tree(2), json("{'i8':5}")));

    assertThat(owner()).isEqualTo("me");
    assertThat(trees("i8")).containsExactly("none", 5, "none");
  }

  @Test
  void replacesAllOrNone() {
    Payload trunk = json("{'trunk':{}}");
    assertThatExceptionOfType(DataNodeNotFound.class)
        .isThrownBy(() -> store.dataNodes().replace(anchor, ownerAnd(tree(9), trunk)));
    assertThat(owner()).isEqualTo("crown");

    store.dataNodes().replace(anchor, ownerAnd(tree(2), trunk));

    assertThat(owner()).isEqualTo("me");
    assertThat(store.dataNodes().read(anchor, tree(2) + "/trunk", Descendants.NONE)).hasSize(1);
  }

  @Test
  void deletesAllOrNone() {
    assertThatExceptionOfType(DataNodeNotFound.class)
        .isThrownBy(() -> store.dataNodes().delete(anchor, List.of(tree(1), tree(9))));
    assertThat(trees("number")).containsExactly(1, 2, 3);

    store.dataNodes().delete(anchor, List.of(tree(1), tree(3)));

    assertThat(trees("number")).containsExactly(2);
  }

  private AnchorRef linksAnchor() {
    String yang =
        """
        module net {
          namespace urn:net; prefix n;
          container links { leaf to { type leafref { path "/n:net/n:device/n:name"; } } }
          container net { list device { key name; leaf name { type string; } } }
        }
        """;
    store.schemaSets().create(dataspace, "net", new YangSources(Map.of("net.yang", yang)));
    store.anchors().create(dataspace, "net", "n");
    AnchorRef links = new AnchorRef(dataspace, "n");
    store
        .dataNodes()
        .create(links, "/", json("{'links':{'to':'a'},'net':{'device':[{'name':'a'}]}}"));
    return links;
  }

  @Test
  void checksReferencesWhenAllPartsAreWritten() {
    AnchorRef links = linksAnchor();
    Map<String, Payload> parts = new LinkedHashMap<>();
    parts.put("/links", json("{'to':'b'}"));
    parts.put("/net", json("{'device':[{'name':'c'}]}"));
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(() -> store.dataNodes().replace(links, parts))
        .satisfies(thrown -> assertThat(thrown.details()).contains("refers to 'b'"));

    parts.put("/net", json("{'device':[{'name':'b'}]}"));
    store.dataNodes().replace(links, parts);

    assertThat(store.dataNodes().read(links, "/links", Descendants.NONE).getFirst().leaves())
        .isEqualTo(Map.of("to", "b"));
    String target = "/net/device[@name='b']";
    assertThatExceptionOfType(InvalidData.class)
        .isThrownBy(
            () -> store.dataNodes().delete(links, List.of(target, "/net/device[@name='a']")));
    store.dataNodes().delete(links, List.of(target, "/links"));
    assertThat(store.dataNodes().read(links, "/", Descendants.ALL))
        .extracting(CpsServer::fragments)
        .containsExactly(2);
  }

  @Test
  void writesOuterPartsFirst() {
    Map<String, Payload> parts = new LinkedHashMap<>();
    parts.put(tree(7), json("{'trunk':{}}"));
    parts.put("/forest", json("{'tree':[{'name':'t','number':7}]}"));

    store.dataNodes().replace(anchor, parts);

    assertThat(store.dataNodes().read(anchor, tree(7) + "/trunk", Descendants.NONE)).hasSize(1);
  }

  @Test
  void deletesNodesWithinOthers() {
    store
        .dataNodes()
        .delete(anchor, List.of("/forest/tree", tree(1), "/forest", "/forest", tree(9)));

    assertThatExceptionOfType(DataNodeNotFound.class)
        .isThrownBy(() -> store.dataNodes().read(anchor, "/", Descendants.ALL));
  }

  @Test
  void readsWhatIsThere() {
    assertThat(store.dataNodes().read(anchor, List.of(tree(3), tree(9), tree(1)), Descendants.ALL))
        .extracting(DataNode::leaves)
        .extracting(leaves -> leaves.get("number"))
        .containsExactly(3, 1);
  }

  @Test
  void deletesSeveralAnchors() {
    store.anchors().create(dataspace, "trees", "b");
    store.anchors().create(dataspace, "trees", "c");

    store.anchors().delete(dataspace, List.of("a", "c"));

    assertThat(store.anchors().list(dataspace)).extracting(Anchor::name).containsExactly("b");
  }
}
