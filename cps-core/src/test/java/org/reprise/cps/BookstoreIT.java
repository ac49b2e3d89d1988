package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.query;
import static org.reprise.cps.SmallSchemaSets.assertError;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.CpsClient.Answer;
import tools.jackson.databind.json.JsonMapper;

/** What clients of ONAP CPS send and expect, with data like that of its samples. */
class BookstoreIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CHILDREN = "/bookstore/categories[@code='1']";
  private static final String MATILDA = CHILDREN + "/books[@title='Matilda']";

  private final TestAnchor anchor = Bookstore.anchor();

  private static void answers(int status, Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
  }

  private String read(String version, String xpath) {
    Answer answer = anchor.get(version, "xpath", xpath);
    answers(200, answer);
    return answer.body().replace('"', '\'');
  }

  private String queried(String cpsPath) {
    Answer answer = anchor.client().get(anchor.path("v2", "nodes/query", "cps-path", cpsPath));
    answers(200, answer);
    return answer.body().replace('"', '\'');
  }

  @Test
  void writesThePrefixInTopmostNames() {
    assertThat(read("v1", CHILDREN))
        .isEqualTo("{'book-store:categories':{'code':'1','name':'Children'}}");
    assertThat(read("v2", CHILDREN))
        .isEqualTo("[{'book-store:categories':{'code':'1','name':'Children'}}]");
    assertThat(read("v3", CHILDREN))
        .isEqualTo("{'stores:categories':[{'code':'1','name':'Children'}]}");
    assertThat(queried("//categories[@name='Comedy']"))
        .isEqualTo("[{'book-store:categories':{'code':'3','name':'Comedy'}}]");
    Answer across =
        anchor
            .client()
            .get(
                "/cps/api/v2/dataspaces/"
                    + anchor.dataspace()
                    + "/nodes/query"
                    + query("cps-path", "//categories[@name='Comedy']"));
    assertThat(across.body().replace('"', '\''))
        .isEqualTo(
            "[{'anchorName':'easons','dataNodes':"
                + "[{'book-store:categories':{'code':'3','name':'Comedy'}}]}]");
    Answer combined =
        anchor
            .client()
            .json(
                "POST",
                anchor.path("v2", "nodes/query"),
                "{\"cpsPath\":\"//categories[@name='Comedy']\"}");
    assertThat(combined.body().replace('"', '\''))
        .isEqualTo("[{'book-store:categories':{'code':'3','name':'Comedy'}}]");
  }

  @Test
  void acceptsNamesWithPrefixOrModuleName() {
    String before = anchor.whole();
    for (String name : new String[] {"book-store:", "stores:", ""}) {
      answers(204, anchor.delete("nodes"));
      answers(
          201,
          anchor.json(
              "POST",
              "nodes",
              Bookstore.DATA
                  .replace("'bookstore'", "'" + name + "bookstore'")
                  .replace("'books'", "'" + name + "books'")
                  .replace("'price'", "'" + name + "price'")));
      assertThat(anchor.whole()).isEqualTo(before);
      assertThat(read("v1", CHILDREN.replace("/categories", "/" + name + "categories")))
          .contains("'Children'");
      assertThat(queried("//" + name + "books[@" + name + "price=20]")).contains("Matilda");
    }
    assertError(
        anchor.json("POST", "nodes", "{'book:bookstore':{}}"),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        "book:bookstore at the top");
  }

  @Test
  void acceptsItsOwnAnswersOfVersions1And2() {
    String before = anchor.whole();
    Answer versionOne = anchor.get("v1", "xpath", "/bookstore", "include-descendants", "true");
    String categories = "/bookstore/categories";
    Answer versionTwo = anchor.get("v2", "xpath", categories, "descendants", "all");

    answers(204, anchor.delete("nodes"));
    answers(201, anchor.client().json("POST", anchor.path("v1", "nodes"), versionOne.body()));
    assertThat(anchor.whole()).isEqualTo(before);

    answers(204, anchor.delete("nodes", "xpath", categories));
    assertThat(versionTwo.json().size()).isEqualTo(3);
    String nodes = anchor.path("v2", "nodes", "xpath", "/bookstore");
    answers(201, anchor.client().json("POST", nodes, versionTwo.body()));
    assertThat(anchor.get("v2", "xpath", categories, "descendants", "all").json())
        .isEqualTo(versionTwo.json());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'lang':1          | 'lang':'1'
          'lang':1.50       | 'lang':'1.50'
          'lang':true       | 'lang':'true'
          'price':'21'      | 'price':'21'
          'price':21        | 'price':'21'
          'weight':0.5      | 'weight':'0.5'
          'weight':'0.5'    | 'weight':'0.5'
          'signed':'true'   | 'signed':true
          'signed':'false'  | 'signed':false
          'editions':['7']  | 'editions':[7]
          'authors':[7,true] | 'authors':['7','true']
          """)
  void valuesAreStoredAsTheLeafsType(String sent, String stored) {
    for (String version : new String[] {"v1", "v2"}) {
      answers(
          200,
          anchor
              .client()
              .json(
                  "PUT",
                  anchor.path(version, "nodes", "xpath", CHILDREN),
                  "{'books':[{'title':'Matilda',%s}]}".formatted(sent).replace('\'', '"')));
      assertThat(anchor.get("v3", "xpath", MATILDA).json())
          .isEqualTo(
              JSON.readTree(
                  "{'stores:books':[{'title':'Matilda',%s}]}"
                      .formatted(stored)
                      .replace('\'', '"')));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'price':'dear'  | dear
          'price':-1      | -1
          'price':true    | true
          'signed':1      | 1
          'signed':'yes'  | yes
          'signed':null   | null
          'authors':'x'   | an array
          'lang':['x']    | an array
          'editions':[{}] | an object
          """)
  void refusesValuesThatTheLeafsTypeCannotHold(String sent, String details) {
    assertError(
        anchor.json(
            "PUT",
            "nodes",
            "{'books':[{'title':'Matilda',%s}]}".formatted(sent),
            "xpath",
            CHILDREN),
        "400 BAD_REQUEST",
        "Data Validation Failed",
        details);
  }

  @Test
  void acceptsOneListEntryWithoutItsArray() {
    answers(
        201,
        anchor.json("POST", "nodes", "{'books':{'title':'Momo','price':9}}", "xpath", CHILDREN));
    answers(
        200,
        anchor.json(
            "PATCH",
            "nodes",
            "{'book-store:books':{'title':'Momo','lang':'German'}}",
            "xpath",
            CHILDREN));
    answers(
        201,
        anchor.json(
            "POST",
            "list-nodes",
            "{'categories':{'code':9,'books':{'title':'Emma','authors':['Austen']}}}",
            "xpath",
            "/bookstore"));
    assertThat(read("v3", CHILDREN + "/books[@title='Momo']"))
        .contains("'lang':'German'", "'price':'9'");
    assertThat(read("v3", "/bookstore/categories[@code='9']/books"))
        .isEqualTo("{'stores:books':[{'title':'Emma','authors':['Austen']}]}");
    answers(
        200,
        anchor.json(
            "PUT",
            "nodes",
            "{'bookstore':{'premises':{'addresses':{'house-number':'4','street':'x'}},"
                + "'categories':[{'code':1,'books':{'title':'A'}},{'code':2}]}}"));
    assertThat(anchor.whole())
        .contains("'addresses':[{'street':'x','house-number':4}]")
        .contains("'books':[{'title':'A'}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          //books/ancestor::bookstore/@bookstore-name | [{'bookstore-name':'Easons'}]
          //books[@title='Matilda']/ancestor::categories/@name | [{'name':'Children'}]
          //books/ancestor::categories/@code | [{'code':'1'},{'code':'02'},{'code':'3'}]
          //categories[@code="1"]/books/title[text()="Matilda"]/@price | [{'price':'20'}]
          //books/title[text()="Matilda"]/ancestor::categories/@name | [{'name':'Children'}]
          //books/@authors | [{'authors':['Roald Dahl']},{'authors':['Julia Donaldson']},{'authors':['Jeff VanderMeer']},{'authors':['Neil Gaiman','Terry Pratchett']}]
          //books[@price=15]/@price | [{'price':'15'}]
          //books/@editions | [{'editions':[1988,2000]}]
          //books/ancestor::bookstore/@nothing | []
          """)
  void leafsAreQueriedByTheAttributeAxis(String cpsPath, String expected) {
    assertThat(queried(cpsPath)).isEqualTo(expected);
    assertThat(queried("  " + cpsPath + " ")).isEqualTo(expected);
  }

  @Test
  void answers404ForAnUnknownXpath() {
    for (String xpath :
        new String[] {
          "/wood", "/bookstore/wood", "/bookstore/categories[@name='x']", MATILDA + "/x"
        }) {
      for (String version : new String[] {"v1", "v2", "v3"}) {
        assertError(
            anchor.get(version, "xpath", xpath), "404 NOT_FOUND", "DataNode not found", xpath);
      }
    }
    assertError(
        anchor.get("v2", "xpath", "/bookstore["),
        "400 BAD_REQUEST",
        "CPS Path is invalid",
        "expected");
  }

  @Test
  void comparesWithAPayloadThatIsAWholeTree() {
    String whole = Bookstore.DATA.replace("'price':20", "'price':21").replace('\'', '"');
    String books = whole.substring(whole.indexOf("{\"title\":\"Matilda\""));
    books =
        "{\"books\":[" + books.substring(0, books.indexOf("]}", books.indexOf("Gruffalo"))) + "]}";
    for (String payload : new String[] {whole, "{\"categories\":{\"code\":1}}", books}) {
      for (String xpath : new String[] {"", "/", "/bookstore", CHILDREN, MATILDA}) {
        Answer answer =
            anchor
                .client()
                .upload(
                    anchor.path("v2", "delta", "xpath", xpath),
                    "targetData",
                    "target.json",
                    payload.getBytes(StandardCharsets.UTF_8));
        if (payload.equals(whole) || (payload.equals(books) && xpath.equals(MATILDA))) {
          answers(200, answer);
          assertThat(answer.body().replace('"', '\''))
              .as(xpath)
              .isEqualTo(
                  "[{'action':'replace','xpath':\"%s\",'sourceData':{'books':[{'title':'Matilda','price':'20'}]},'targetData':{'books':[{'title':'Matilda','price':'21'}]}}]"
                      .formatted(MATILDA)
                      .replace("\"", "'"));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          application/json | 200 | application/json
          application/xml | 200 | application/xml
          */* | 200 | application/json
          application/* | 200 | application/json
          application/xml;q=0 | 406 | application/json
          application/xml;q=0, */* | 200 | application/json
          application/json;q=0, */* | 200 | application/xml
          application/xml;q=0.1, application/json;q=0.9 | 200 | application/json
          application/xml;q=0.9, application/json;q=0.1 | 200 | application/xml
          text/html, application/xml;q=0.9, */*;q=0.8 | 200 | application/xml
          text/plain | 406 | application/json
          image/png, text/* | 406 | application/json
          nonsense | 406 | application/json
          """)
  void answersInTheFormThatAcceptAsksFor(String accept, int status, String type) {
    for (String path :
        new String[] {
          anchor.path("v2", "node", "xpath", "/bookstore"),
          anchor.path("v3", "node", "xpath", "/bookstore"),
          anchor.path("v2", "nodes/query", "cps-path", "/bookstore"),
          anchor.path("v2", "delta", "target-anchor-name", "easons")
        }) {
      Answer answer = anchor.client().get(path, "Accept", accept);
      answers(status, answer);
      assertThat(answer.contentType()).as(path).isEqualTo(type);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "application/json,200",
    "'application/xml, */*;q=0.1',200",
    "application/xml,406",
    "text/plain,406"
  })
  void answers406WhereJsonIsNotAccepted(String accept, int status) {
    for (String path :
        new String[] {
          anchor.path("v1", "node", "xpath", "/bookstore"),
          anchor.path("v1", "nodes/query", "cps-path", "/bookstore"),
          anchor.path("v1", "nodes/query", "cps-path", "//books/@lang"),
          anchor.path("v2", "nodes/query", "cps-path", "//books/@lang"),
          "/cps/api/v2/dataspaces/" + anchor.dataspace() + "/nodes/query?cps-path=//books",
          "/cps/api/v2/dataspaces/" + anchor.dataspace() + "/schema-sets"
        }) {
      Answer answer = anchor.client().get(path, "Accept", accept);
      answers(status, answer);
      assertThat(answer.contentType()).as(path).isEqualTo("application/json");
    }
  }

  @Test
  void answers415ForACombinedQueryThatIsNotJson() {
    String path = anchor.path("v2", "nodes/query");
    String body = "{\"cpsPath\":\" //books \"}";
    answers(200, anchor.client().json("POST", path, body));
    answers(415, anchor.client().send("POST", path, BodyPublishers.ofString(body)));
    answers(415, anchor.client().xml("POST", path, body));
  }

  @Test
  void usesTheContentTypeOfAGetWhereAcceptLeavesTheChoice() {
    String path = anchor.path("v2", "node", "xpath", "/bookstore");
    assertThat(anchor.client().get(path, "Content-Type", "application/xml").contentType())
        .isEqualTo("application/xml");
    assertThat(
            anchor
                .client()
                .get(path, "Content-Type", "application/xml", "Accept", "*/*")
                .contentType())
        .isEqualTo("application/xml");
    assertThat(
            anchor
                .client()
                .get(path, "Content-Type", "application/xml", "Accept", "application/json")
                .contentType())
        .isEqualTo("application/json");
  }
}
