package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.JsonNode;

/** Names with prefixes that several modules have, or that are another module's name. */
class PrefixesIT {
  /** Modules by name: prefix and content. */
  private static final Map<String, String[]> MODULES =
      Map.of(
          "alpha",
          new String[] {"p", "container box { leaf a { type string; } } container only-alpha {}"},
          "beta",
          new String[] {"p", "container box { leaf b { type string; } } container only-beta {}"},
          "gamma",
          new String[] {
            "delta", "container shared { leaf c { type string; } } container only-gamma {}"
          },
          "delta",
          new String[] {
            "d", "container shared { leaf d { type string; } } container only-delta {}"
          },
          "base",
          new String[] {
            "b", "container outer { leaf x { config false; type string; } leaf y { type string; } }"
          },
          "extra",
          new String[] {
            "e",
            "import base { prefix b; } augment /b:outer { leaf x { type string; }"
                + " container more { leaf z { type string; } } }"
          });

  private final CpsServer server = CpsServer.shared();
  private final String dataspace = CpsServer.freshName("prefixes");
  private final TestAnchor anchor = new TestAnchor(server, dataspace, "a");

  @BeforeEach
  void create() {
    server.store().dataspaces().create(dataspace);
    Map<String, String> sources = new TreeMap<>();
    MODULES.forEach((name, module) ->
        sources.put(
            name + ".yang",
            "module %s { yang-version 1.1; namespace urn:reprise:test:%s; prefix %s; %s }"
                .formatted(name, name, module[0], module[1])));
    server.store().schemaSets().create(dataspace, "s", new YangSources(sources));
    server.store().anchors().create(dataspace, "s", "a");
  }

  private String read(String version, String xpath) {
    Answer answer =
        version.equals("v1")
            ? anchor.get(version, "xpath", xpath)
            : anchor.get(version, "xpath", xpath, "descendants", "all");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.body().replace('"', '\'');
  }

  @Test
  void writesThePrefixOnlyWhereItIsUnambiguous() {
    anchor.stored(
        "{'alpha:box':{'a':'1'},'beta:box':{'b':'2'},'p:only-alpha':{},'only-beta':{},"
            + "'gamma:shared':{'c':'3'},'delta:shared':{'d':'4'},'delta:only-gamma':{},"
            + "'d:only-delta':{}}");

    assertThat(read("v2", "/"))
        .isEqualTo(
            "[{'alpha:box':{'a':'1'}},{'beta:box':{'b':'2'}},{'p:only-alpha':{}},"
                + "{'p:only-beta':{}},{'gamma:shared':{'c':'3'}},{'d:shared':{'d':'4'}},"
                + "{'delta:only-gamma':{}},{'d:only-delta':{}}]");
    assertThat(read("v3", "/"))
        .isEqualTo(
            "{'alpha:box':{'a':'1'},'beta:box':{'b':'2'},'alpha:only-alpha':{},"
                + "'beta:only-beta':{},'gamma:shared':{'c':'3'},'delta:shared':{'d':'4'},"
                + "'gamma:only-gamma':{},'delta:only-delta':{}}");
    String before = anchor.whole();
    JsonNode nodes = anchor.get("v2", "descendants", "all").json();
    anchor.delete("nodes");
    for (JsonNode node : nodes) {
      assertThat(anchor.json("POST", "nodes", node.toString()).status()).isEqualTo(201);
    }
    assertThat(anchor.whole()).isEqualTo(before);
  }

  @Test
  void prefersModuleNamesToPrefixes() {
    anchor.stored("{'gamma:shared':{'c':'3'},'delta:shared':{'d':'4'},'only-gamma':{}}");

    assertThat(read("v1", "/delta:shared")).isEqualTo("{'d:shared':{'d':'4'}}");
    assertThat(read("v1", "/d:shared")).isEqualTo("{'d:shared':{'d':'4'}}");
    assertThat(read("v1", "/gamma:shared")).isEqualTo("{'gamma:shared':{'c':'3'}}");
    assertThat(read("v1", "/delta:only-gamma")).isEqualTo("{'delta:only-gamma':{}}");
  }

  @Test
  void refusesAmbiguousPrefixes() {
    anchor.stored("{'alpha:box':{'a':'1'}}");

    assertError(
        anchor.json("PUT", "nodes", "{'p:box':{}}"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "Several modules with this prefix have p:box");
    assertError(
        anchor.get("v2", "xpath", "/p:box"),
        "404 NOT_FOUND",
        "DataNode not found",
        "several modules with this prefix have p:box");
  }

  @Test
  void readsBackChildrenOfTheSameName() {
    anchor.stored("{'outer':{'base:x':'state','e:x':'configuration','y':'y','e:more':{'z':'z'}}}");

    assertThat(read("v3", "/outer"))
        .contains("'extra:x':'configuration'", "'x':'state'", "'extra:more':{'z':'z'}");
    String versionTwo = read("v2", "/outer");
    assertThat(versionTwo)
        .contains("'extra:x':'configuration'", "'base:x':'state'", "'more':{'z':'z'}");
    assertThat(read("v1", "/outer/more")).isEqualTo("{'e:more':{'z':'z'}}");
    String before = anchor.whole();
    for (String document :
        new String[] {versionTwo.substring(1, versionTwo.length() - 1), read("v3", "/outer")}) {
      anchor.delete("nodes");
      assertThat(anchor.json("POST", "nodes", document).status()).isEqualTo(201);
      assertThat(anchor.whole()).isEqualTo(before);
    }
  }
}
