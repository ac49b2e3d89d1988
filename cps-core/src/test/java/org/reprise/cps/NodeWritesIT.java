package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What POST, PATCH, PUT and DELETE of nodes and list-nodes do. */
class NodeWritesIT extends TreeWrites {
  @Test
  void postCreatesBelowAParent() {
    done(
        201,
        anchor.json(
            "POST", "nodes", "{'trees:tree':[{'name':'c','number':3}]}", "xpath", "/forest"));
    done(201, anchor.json("POST", "nodes", "{'note':[{'id':'1'}]}", "xpath", "/"));
    done(201, anchor.json("POST", "nodes", "{'bark':{}}", "xpath", TREE + "/trunk"));

    holds(TREE + "/trunk", "{'trees:trunk':{'height':8,'bark':{}}}");
    holds("/note", "{'trees:note':[{'id':'1'}]}");
    assertError(
        anchor.json("POST", "nodes", "{'tree':[{'name':'c','number':3}]}", "xpath", "/forest"),
        "409 CONFLICT",
        "Already defined exception",
        "/forest/tree[@name='c' and @number='3']");
    assertError(
        anchor.json("POST", "nodes", "{'forest':{}}"),
        "409 CONFLICT",
        "Already defined exception",
        "/forest");
    assertError(
        anchor.json(
            "POST",
            "nodes",
            "{'bark':{}}",
            "xpath",
            "/forest/tree[@name='c' and @number='3']/trunk"),
        "400 BAD_REQUEST",
        "DataNode not found",
        "trunk");
  }

  @Test
  void conflictStoresNothing() {
    String before = anchor.whole();
    assertError(
        anchor.json("POST", "nodes", "{'note':[{'id':'1'}],'forest':{}}"),
        "409 CONFLICT",
        "Already defined exception",
        "/forest");
    assertThat(anchor.whole()).isEqualTo(before);
  }

  @Test
  void patchChangesOnlyTheGivenLeafs() {
    done(201, anchor.json("POST", "nodes", "{'bark':{}}", "xpath", TREE + "/trunk"));
    done(
        200,
        anchor.json(
            "PATCH",
            "nodes",
            "{'tree':[{'name':'a','number':1,'i8':5,'trunk':{'bark':{'rough':true}},"
                + "'branch':[{'id':'y','length':6}]}]}",
            "xpath",
            "/forest"));

    holds(
        "/forest",
        "{'trees:forest':{'owner':'crown','tree':[{'i8':5,'name':'a','number':1,'branch':["
            + "{'id':'z','length':3},{'id':'y','length':6}],"
            + "'trunk':{'height':8,'bark':{'rough':true}}},{'name':'b','number':2}]}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          /       | {'guide':{}} | /guide
          /       | {'forest':{'owner':'x','tree':[{'name':'c','number':3}]}} | @name='c'
          /       | {'forest':{'owner':'x'},'note':[{'id':'1'}]} | /note
          /forest | {'tree':[{'name':'c','number':3}]} | @name='c'
          /forest | {'owner':'x','tree':[{'name':'a','number':1,'branch':[{'id':'q'}]}]} | @id='q'
          /forest | {'tree':[{'name':'a','number':1,'trunk':{'height':9,'bark':{}}}]} | trunk/bark
          /guide  | {'about':'a'} | /guide
          """)
  void patchCreatesNothingAtAnyLevel(String xpath, String body, String missing) {
    String before = anchor.whole();

    assertError(
        anchor.json("PATCH", "nodes", body, "xpath", xpath),
        "404 NOT_FOUND",
        "DataNode not found",
        missing);

    assertThat(anchor.whole()).isEqualTo(before);
  }

  @Test
  void acceptsLeafsOfTheAddressedNode() {
    done(
        200,
        anchor.json(
            "PATCH",
            "nodes",
            "{'name':'a','number':1,'i8':5,'trunk':{'height':9}}",
            "xpath",
            TREE));
    holds(TREE + "/trunk", "{'trees:trunk':{'height':9}}");
    done(200, anchor.json("PATCH", "nodes", "{'i16':6}", "xpath", TREE));
    done(200, anchor.json("PATCH", "nodes", "{'name':'a'}", "xpath", TREE));
    done(200, anchor.json("PUT", "nodes", "{'i8':7,'trunk':{}}", "xpath", TREE));
    holds(TREE + "/trunk", "{'trees:trunk':{}}");
    done(
        201,
        anchor.json("POST", "nodes", "{'name':'a','i8':7,'i32':8,'branch':[]}", "xpath", TREE));
    done(201, anchor.json("POST", "nodes", "{'number':1,'branch':[{'id':'x'}]}", "xpath", TREE));
    assertThat(anchor.get("v3", "xpath", TREE).body().replace('"', '\''))
        .isEqualTo("{'trees:tree':[{'i8':7,'i16':6,'i32':8,'name':'a','number':1}]}");
    assertThat(anchor.whole()).contains("{'id':'x'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "<data>%s</data>"})
  void acceptsLeafsOfTheAddressedNodeInXml(String document) {
    String leafs =
        "<name xmlns='urn:reprise:test:trees'>%s</name><i8 xmlns='urn:reprise:test:trees'>5</i8>"
            + "<trunk xmlns='urn:reprise:test:trees'><height>9</height></trunk>";
    done(200, anchor.xml("PATCH", document.formatted(leafs.formatted("a")), "xpath", TREE));
    holds(TREE + "/trunk", "{'trees:trunk':{'height':9}}");
    assertThat(anchor.get("v1", "xpath", TREE).json().at("/tr:tree/i8").asInt()).isEqualTo(5);
    assertError(
        anchor.xml("PATCH", document.formatted(leafs.formatted("b")), "xpath", TREE),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "key name of");
  }

  @Test
  void refusesInvalidLeafsOfTheAddressedNode() {
    String before = anchor.whole();
    for (String method : new String[] {"POST", "PUT", "PATCH"}) {
      assertError(
          anchor.json(method, "nodes", "{'name':'b','i8':5}", "xpath", TREE),
          "400 BAD_REQUEST",
          "Data Validation Failed",
          "key name of");
      assertError(
          anchor.json(method, "nodes", "{'neighbour':'q'}", "xpath", TREE),
          "400 BAD_REQUEST",
          "Data Validation Failed",
          "refers to 'q'");
      assertError(
          anchor.json(method, "nodes", "{}", "xpath", TREE),
          "400 BAD_REQUEST",
          "Data Validation Failed",
          "no container");
    }
    assertError(
        anchor.json("POST", "nodes", "{'owner':'people'}", "xpath", "/forest"),
        "409 CONFLICT",
        "Already defined exception",
        "/forest/owner");
    assertError(
        anchor.json("PUT", "nodes", "{'about':'a'}", "xpath", "/guide"),
        "400 BAD_REQUEST",
        "DataNode not found",
        "/guide");
    assertError(
        anchor.json("POST", "list-nodes", "{'i8':5,'branch':[{'id':'x'}]}", "xpath", TREE),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "Only list entries");
    assertThat(anchor.whole()).isEqualTo(before);
  }

  @Test
  void patchReplacesWholeLeafList() {
    anchor.json("PATCH", "nodes", "{'forest':{'wardens':['x','y']}}");
    done(200, anchor.json("PATCH", "nodes", "{'forest':{'wardens':['z']}}"));

    assertThat(anchor.whole()).contains("'wardens':['z']").contains("'owner':'crown'");
  }

  @Test
  void anEmptyLeafListIsNotThere() {
    done(200, anchor.json("PATCH", "nodes", "{'forest':{'wardens':['x']}}"));
    done(200, anchor.json("PATCH", "nodes", "{'forest':{'wardens':[]}}"));

    assertThat(anchor.whole()).doesNotContain("wardens");
    for (String path : List.of("/forest/wardens", "/forest/@wardens")) {
      String query = anchor.path("v2", "nodes/query", "cps-path", path);
      assertThat(anchor.client().get(query).body()).as(path).isEqualTo("[]");
    }
    done(201, anchor.json("POST", "nodes", "{'wardens':['y']}", "xpath", "/forest"));
    assertThat(anchor.whole()).contains("'wardens':['y']");
  }

  @Test
  void putReplacesTheNodesOfThePayload() {
    done(
        200,
        anchor.json(
            "PUT",
            "nodes",
            "{'tree':[{'name':'a','number':1,'branch':[{'id':'y'},{'id':'z'}]},{'name':'c','number':3}]}",
            "xpath",
            "/forest"));

    holds(
        "/forest",
        "{'trees:forest':{'owner':'crown','tree':[{'name':'a','number':1,"
            + "'branch':[{'id':'y'},{'id':'z'}]},{'name':'b','number':2},{'name':'c','number':3}]}}");
    done(200, anchor.json("PUT", "nodes", "{'trees:forest':{'owner':'people'}}"));
    assertThat(anchor.whole()).isEqualTo("{'trees:forest':{'owner':'people'}}");
    done(200, anchor.json("PUT", "nodes", "{'guide':{},'note':[{'id':'1'}]}", "xpath", "/"));
    assertThat(anchor.whole())
        .isEqualTo(
            "{'trees:forest':{'owner':'people'},'trees:guide':{},'trees:note':[{'id':'1'}]}");
    assertError(
        anchor.json("PUT", "nodes", "{'trunk':{}}", "xpath", TREE),
        "400 BAD_REQUEST",
        "DataNode not found",
        "@name='a'");
  }

  @Test
  void putBelowMissingParentStoresNothing() {
    String before = anchor.whole();
    assertError(
        anchor.json(
            "PUT",
            "nodes",
            "{'branch':[{'id':'1'}],'trunk':{}}",
            "xpath",
            TREE.replace("'a'", "'q'")),
        "400 BAD_REQUEST",
        "DataNode not found",
        "@name='q'");
    assertThat(anchor.whole()).isEqualTo(before);
  }

  @Test
  void deleteRemovesDescendants() {
    long rows = anchor.server().count("select count(*) from fragment");
    done(204, anchor.delete("nodes", "xpath", TREE));
    assertThat(anchor.server().count("select count(*) from fragment")).isEqualTo(rows - 4);
    assertThat(anchor.whole()).doesNotContain("'name':'a'").contains("'name':'b'");
    assertError(
        anchor.delete("nodes", "xpath", TREE),
        "400 BAD_REQUEST",
        "DataNode not found",
        "@name='a'");
    done(204, anchor.delete("nodes"));
    assertThat(anchor.whole()).isEmpty();
    done(204, anchor.delete("nodes"));
  }

  @Test
  void listNodesAreCreatedReplacedAndDeleted() {
    done(
        201,
        anchor.json("POST", "list-nodes", "{'branch':[{'id':'x'},{'id':'w'}]}", "xpath", TREE));
    holds(
        TREE + "/branch",
        "{'trees:branch':[{'id':'z','length':3},{'id':'y','length':4},{'id':'x'},{'id':'w'}]}");
    assertError(
        anchor.json("POST", "list-nodes", "{'branch':[{'id':'v'},{'id':'w'}]}", "xpath", TREE),
        "409 CONFLICT",
        "Already defined exception",
        "@id='w'");
    // The order of a list that is ordered by the user is the payload's.
    done(
        200,
        anchor.json(
            "PUT", "list-nodes", "{'branch':[{'id':'w'},{'id':'u'},{'id':'z'}]}", "xpath", TREE));
    holds(TREE + "/branch", "{'trees:branch':[{'id':'w'},{'id':'u'},{'id':'z'}]}");
    holds(TREE + "/trunk", "{'trees:trunk':{'height':8}}");
    done(204, anchor.delete("list-nodes", "xpath", TREE + "/branch[@id='u']"));
    holds(TREE + "/branch", "{'trees:branch':[{'id':'w'},{'id':'z'}]}");
    done(204, anchor.client().delete(anchor.path("v1", "list-nodes", "xpath", TREE + "/branch")));
    assertThat(anchor.get("v3", "xpath", TREE + "/branch").status()).isEqualTo(404);
    holds(TREE + "/trunk", "{'trees:trunk':{'height':8}}");
  }

  @Test
  void listNodesRefuseOtherNodesThanListEntries() {
    String before = anchor.whole();
    assertError(
        anchor.json("POST", "list-nodes", "{'guide':{}}", "xpath", "/"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "/guide is no list entry");
    assertError(
        anchor.json("PUT", "list-nodes", "{'trunk':{}}", "xpath", TREE),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "trunk is no list entry");
    assertError(
        anchor.delete("list-nodes", "xpath", "/forest"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "/forest is neither a list nor an entry");
    assertError(
        anchor.json("POST", "list-nodes", "{'branch':[{'id':'x'}]}", "xpath", "/forest/tree"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "/forest/tree is a list: name one of its entries");
    for (String method : new String[] {"POST", "PUT"}) {
      assertError(
          anchor.json(method, "list-nodes", "{'branch':[{'id':'x'}]}"),
          "400 BAD_REQUEST",
          "Bad Request",
          "xpath");
    }
    assertError(anchor.delete("list-nodes"), "400 BAD_REQUEST", "Bad Request", "xpath");
    assertThat(anchor.whole()).isEqualTo(before);
  }
}
