package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.SmallSchemaSets.assertError;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;

/** What reading answers, in the three versions. */
class NodeReadsIT {
  private static final String TREE = "/forest/tree[@name='a' and @number='1']";
  private static final TestAnchor ANCHOR = TestAnchor.ofTrees();

  @BeforeAll
  static void store() {
    ANCHOR.stored(
        """
        {'trees:forest':{'owner':'crown','tree':[
          {'name':'a','number':1,'u64':'7','kind':'conifer','trees-more:age':9,
           'branch':[{'id':'z','length':3,'twig':[{'kind':'trees-more:palm','evergreen':true}]},
                     {'id':'y'}],
           'trees-more:inspection':{'by':'us'}},
          {'name':'b','number':2}]},
         'trees:note':[{'id':'-5','text':'first'},{'id':'4'}],
         'trees-state:forest':{'trees':'2','fallen':['x','x']}}\
        """);
  }

  private static String read(String version, String... parameters) {
    Answer answer = ANCHOR.get(version, parameters);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.contentType()).isEqualTo("application/json");
    return answer.body().replace('"', '\'');
  }

  @Test
  void versionOneAnswersOneObject() {
    assertThat(read("v1", "xpath", TREE))
        .isEqualTo("{'tr:tree':{'age':9,'u64':'7','kind':'trees:conifer','name':'a','number':1}}");
    assertThat(read("v1", "xpath", "/forest", "include-descendants", "true"))
        .startsWith("{'tr:forest':{'owner':'crown','tree':[{'age':9")
        .contains("'branch':[{'id':'z','length':3,'twig':[{'kind':'trees-more:palm'")
        .contains("'inspection':{'by':'us'}");
    assertThat(read("v1")).startsWith("{'tr:forest':{'owner':'crown'}}");
  }

  @Test
  void versionTwoAnswersAnArrayOfObjects() {
    assertThat(read("v2", "xpath", "/forest")).isEqualTo("[{'tr:forest':{'owner':'crown'}}]");
    assertThat(read("v2", "xpath", "/note"))
        .isEqualTo("[{'tr:note':{'id':'-5','text':'first'}},{'tr:note':{'id':'4'}}]");
    assertThat(read("v2"))
        .isEqualTo(
            "[{'tr:forest':{'owner':'crown'}},{'tr:note':{'id':'-5','text':'first'}},"
                + "{'tr:note':{'id':'4'}},"
                + "{'st:forest':{'trees':'2','fallen':['x','x']}}]");
  }

  @Test
  void versionThreeMergesSiblings() {
    assertThat(read("v3", "xpath", "/note"))
        .isEqualTo("{'trees:note':[{'id':'-5','text':'first'},{'id':'4'}]}");
    assertThat(read("v3", "xpath", "/note[@id='4']")).isEqualTo("{'trees:note':[{'id':'4'}]}");
    assertThat(read("v3"))
        .isEqualTo(
            "{'trees:forest':{'owner':'crown'},'trees:note':[{'id':'-5','text':'first'},"
                + "{'id':'4'}],'trees-state:forest':{'trees':'2','fallen':['x','x']}}");
    assertThat(read("v3", "xpath", TREE, "descendants", "direct"))
        .isEqualTo(
            "{'trees:tree':[{'trees-more:age':9,'u64':'7','kind':'trees:conifer','name':'a',"
                + "'number':1,'branch':[{'id':'z','length':3},{'id':'y'}],"
                + "'trees-more:inspection':{'by':'us'}}]}");
  }

  @ParameterizedTest
  @CsvSource({
    "none,0",
    "0,0",
    "direct,1",
    "1,1",
    "2,2",
    "3,3",
    "4,3",
    "999999,3",
    "all,3",
    "-1,3",
    "'',0"
  })
  void descendantsParameterCountsLevels(String descendants, int levels) {
    for (String version : new String[] {"v2", "v3"}) {
      String answer = read(version, "xpath", "/trees:forest", "descendants", descendants);
      assertThat(answer.contains("'name':'a'")).isEqualTo(levels >= 1);
      assertThat(answer.contains("'length':3")).isEqualTo(levels >= 2);
      assertThat(answer.contains("'by':'us'")).isEqualTo(levels >= 2);
      assertThat(answer.contains("trees-more:palm")).isEqualTo(levels >= 3);
    }
  }

  @ParameterizedTest
  @CsvSource({"some", "-2", "1.5", "1000000", "ALL", "0x1"})
  void refusesOtherDescendantsValues(String descendants) {
    for (String version : new String[] {"v2", "v3"}) {
      assertError(
          ANCHOR.get(version, "descendants", descendants),
          "400 BAD_REQUEST",
          "Descendants option is invalid",
          "'" + descendants + "'");
    }
    assertError(
        ANCHOR.get("v1", "include-descendants", "some"),
        "400 BAD_REQUEST",
        "Bad Request",
        "include-descendants");
  }

  @Test
  void encodedVersionIsRead() {
    assertThat(read("%763", "descendants", "all")).isEqualTo(read("v3", "descendants", "all"));
  }

  @Test
  void levelsAreCountedFromTheNamedNode() {
    assertThat(read("v3", "descendants", "1")).contains("'name':'a'").doesNotContain("'id':'z'");
    assertThat(read("v3", "xpath", TREE + "/branch", "descendants", "0"))
        .isEqualTo("{'trees:branch':[{'id':'z','length':3},{'id':'y'}]}");
    assertThat(read("v3", "xpath", TREE + "/branch", "descendants", "1")).contains("palm");
    assertThat(read("v3", "xpath", TREE + "/branch[@id='z']/twig"))
        .isEqualTo("{'trees:twig':[{'kind':'trees-more:palm','evergreen':true}]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/forest/tree[@name='a' and @number='1']",
        "/forest/tree[@number='1' and @name='a']",
        "/forest/tree[@name='a'][@number='1']",
        "/forest/tree[ @name = 'a' and @number = 1 ]",
        "/forest/tree[@name=\"a\" and @number=\"1\"]",
        "/trees:forest/trees:tree[@name='a' and @number='1']",
        "/tr:forest/tr:tree[@name='a' and @number='1']",
        "/forest/tree[@name='a' and @number='1']/",
        "  /forest/tree[@tr:name='a' and @trees:number='1'] "
      })
  void equivalentXpathsReadTheSameNode(String xpath) {
    assertThat(read("v3", "xpath", xpath))
        .isEqualTo(
            "{'trees:tree':[{'trees-more:age':9,'u64':'7','kind':'trees:conifer','name':'a','number':1}]}");
  }

  @Test
  void identitiesAndBooleansMayBeKeys() {
    String twig = TREE + "/branch[@id='z']/twig[@kind='trees-more:palm' and @evergreen=";
    assertThat(read("v2", "xpath", twig + "'true']")).contains("palm");
    assertThat(read("v2", "xpath", twig + "true()]")).contains("palm");
    assertThat(ANCHOR.get("v2", "xpath", twig + "false()]").status()).isEqualTo(404);
  }

  @Test
  void missingNodesAreNotFound() {
    assertError(
        ANCHOR.get("v2", "xpath", "/guide"), "404 NOT_FOUND", "DataNode not found", "/guide");
    assertError(
        ANCHOR.get("v1", "xpath", "/note[@id='5']"),
        "404 NOT_FOUND",
        "DataNode not found",
        "/note[@id='5']");
    assertError(
        ANCHOR.get("v3", "xpath", TREE + "/trunk"), "404 NOT_FOUND", "DataNode not found", "trunk");
    assertError(
        ANCHOR.client().get(CpsClient.anchor("v3", ANCHOR.dataspace(), "none") + "/node"),
        "400 BAD_REQUEST",
        "Anchor not found",
        "none");
    assertError(
        ANCHOR.client().get(CpsClient.anchor("v3", "none", "none") + "/node"),
        "400 BAD_REQUEST",
        "Dataspace not found",
        "none");
    assertThat(
            ANCHOR.client().get(CpsClient.anchor("v4", ANCHOR.dataspace(), "a") + "/node").status())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          /forest/tree[@name='a']       | needs its key @number
          /forest/tree[@name='a' and @number='1' and @i8='1'] | @i8 is no key
          /forest/tree[@name='a' and @name='b' and @number='1'] | given twice
          /forest/tree[@name='a' or @number='1'] | @key='value'
          /forest/tree[@name='a' and @number>'0'] | @key='value'
          /forest/tree[contains(@name,'a')] | @key='value'
          /forest/tree[@more:name='a' and @number='1'] | needs its key @name
          /forest[@owner='crown']       | no keys
          /forest/tree/branch           | needs its keys
          /forest/leaf                  | no leaf in trees:forest
          /forest/owner                 | neither a container nor a list
          /other:forest                 | no other:forest at the top
          /wood                         | no wood at the top
          //tree                        | '//'
          /forest//tree                 | '//'
          /forest/@owner                | only a query
          /forest/tree/ancestor::forest | only a query
          """)
  void anXpathThatTheSchemaHasNoPlaceForNamesNothing(String xpath, String details) {
    assertError(
        ANCHOR.get("v2", "xpath", xpath, "descendants", "all"),
        "404 NOT_FOUND",
        "DataNode not found",
        details);
    assertError(
        ANCHOR.json("PATCH", "nodes", "{'x':1}", "xpath", xpath),
        "404 NOT_FOUND",
        "DataNode not found",
        details);
    for (Answer answer :
        new Answer[] {
          ANCHOR.delete("nodes", "xpath", xpath),
          ANCHOR.json("PUT", "nodes", "{'x':1}", "xpath", xpath),
          ANCHOR.json("POST", "nodes", "{'x':1}", "xpath", xpath)
        }) {
      assertError(answer, "400 BAD_REQUEST", "DataNode not found", details);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          forest                        | expected '/'
          /forest/tree[@name='a         | quote
          /forest/tree[@name='a'        | ']'
          /forest/tree[]                | expected
          /forest/tree[@name=]          | expected
          /forest/..                    | expected a name
          /forest/tree[@name='%00' and @number='1'] | U+0000
          /forest/tree[@name='%EF%BF%BF' and @number='1'] | U+FFFF
          """)
  void xpathsThatCannotBeReadAreRefused(String xpath, String details) {
    String real = xpath.replace("%00", "\u0000").replace("%EF%BF%BF", "\uFFFF");
    for (Answer answer :
        new Answer[] {
          ANCHOR.get("v2", "xpath", real, "descendants", "all"),
          ANCHOR.delete("nodes", "xpath", real),
          ANCHOR.json("POST", "nodes", "{'x':1}", "xpath", real)
        }) {
      assertError(answer, "400 BAD_REQUEST", "CPS Path is invalid", details);
    }
  }

  @Test
  void emptyAnchorIsNotFound() {
    ANCHOR.server().store().anchors().create(ANCHOR.dataspace(), "trees", "empty");
    assertError(
        ANCHOR.client().get(CpsClient.anchor("v2", ANCHOR.dataspace(), "empty") + "/node"),
        "404 NOT_FOUND",
        "DataNode not found",
        "xpath / was not found for anchor empty");
  }

  @Test
  void errorsAreJsonAlsoForXmlRequests() {
    Answer missing =
        ANCHOR
            .client()
            .get(ANCHOR.path("v2", "node", "xpath", "/guide"), "Accept", "application/xml");

    assertError(missing, "404 NOT_FOUND", "DataNode not found", "/guide");
  }
}
