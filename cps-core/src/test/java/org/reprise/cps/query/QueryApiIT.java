package org.reprise.cps.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reprise.cps.CpsClient.anchor;
import static org.reprise.cps.CpsClient.query;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.cps.CpsClient;
import org.reprise.cps.CpsClient.Answer;
import org.reprise.cps.CpsServer;
import org.reprise.cps.schema.YangSources;
import tools.jackson.databind.JsonNode;

class QueryApiIT {
  private static final CpsServer SERVER = CpsServer.shared();
  private static final CpsClient CLIENT = SERVER.client();
  private static String dataspace = "";

  @BeforeAll
  static void store() {
    dataspace = Library.dataspace(SERVER);
    Library.anchor(SERVER, dataspace, "a", Library.DATA);
  }

  private static Answer get(String version, String... parameters) {
    return CLIENT.get(anchor(version, dataspace, "a") + "/nodes/query" + query(parameters));
  }

  private static Answer combined(String descendants, String body) {
    String path = anchor("v2", dataspace, "a") + "/nodes/query";
    return CLIENT.json("POST", path + query("descendants", descendants), body);
  }

  @Test
  void version1ReadsAllDescendantsOrNone() {
    Answer alone = get("v1", "cps-path", "//shelves[@label='Kids']");
    Answer whole = get("v1", "cps-path", "//shelves[@label='Kids']", "include-descendants", "true");

    assertThat(alone.status()).isEqualTo(200);
    assertThat(alone.contentType()).startsWith("application/json");
    assertThat(alone.body()).isEqualTo("[{\"lib:shelves\":{\"label\":\"Kids\"}}]");
    assertThat(whole.json().at("/0/lib:shelves/book/0/title").asString()).isEqualTo("Matilda");
  }

  @Test
  void version2ReadsLevels() {
    JsonNode whole = get("v2", "cps-path", "//room", "descendants", "all").json();
    JsonNode direct = get("v2", "cps-path", "//room", "descendants", "direct").json();

    assertThat(whole).hasSize(3);
    assertThat(whole.at("/0/lib:room/shelves/book")).hasSize(3);
    assertThat(direct.at("/0/lib:room/shelves/label").asString()).isEqualTo("SciFi");
    assertThat(direct.at("/0/lib:room/shelves/book").isMissingNode()).isTrue();
  }

  @Test
  void answersXmlOnRequestWithItsContentType() {
    Answer answer =
        CLIENT.get(
            anchor("v2", dataspace, "a") + "/nodes/query" + query("cps-path", "//shelves"),
            "Accept",
            "application/xml");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith("application/xml");
    assertThat(answer.body())
        .contains(
            "<shelves xmlns=\"urn:reprise:library\"><label>SciFi</label></shelves>",
            "<shelves xmlns=\"urn:reprise:library\"><label>Kids</label></shelves>");
  }

  @Test
  void attributeAxisAnswersDistinctValues() {
    Answer answer = get("v2", "cps-path", "//room/@open");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("[{\"open\":true},{\"open\":false}]");
    assertThat(get("v1", "cps-path", "//room/@area").body())
        .isEqualTo("[{\"area\":\"20.5\"},{\"area\":\"100.0\"}]");
  }

  @Test
  void unknownNamesGiveAnEmptyAnswer() {
    assertThat(get("v2", "cps-path", "//unheard-of").body()).isEqualTo("[]");
    assertThat(get("v2", "cps-path", "//unheard-of/@leaf").body()).isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v2|cps-path|//room[|expected '@' at position 8",
        "v2|cps-path|/|expected a name at position 2",
        "v1|cps-path|room|expected '/' at position 1",
        "v2|descendants|some|descendants must be none",
        "v1|include-descendants|perhaps|perhaps"
      })
  void refusesBadInputWithTheReason(String version, String name, String value, String reason) {
    Answer answer = get(version, name, value);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("status").asString()).isEqualTo("400 BAD_REQUEST");
    assertThat(answer.json().get("details").asString()).contains(reason);
  }

  @Test
  void answers400ForAnUnknownAnchor() {
    Answer answer =
        CLIENT.get(anchor("v2", dataspace, "none") + "/nodes/query" + query("cps-path", "//room"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().get("message").asString()).isEqualTo("Anchor not found");
  }

  @Test
  void orUnitesPathAndConditions() {
    Answer answer =
        combined(
            "all",
            """
            {"cpsPath": "/library/room[@number='1']/shelves", "operator": "and", "conditions": [
              {"cpsPath": "//book[@year=1965]", "operator": "or", "conditions": [
                {"cpsPath": "//book/genre[text()='odd']"},
                {"cpsPath": "//book[@title='Matilda']"}]}]}
            """);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(answer.json()).hasSize(1);
    assertThat(titles(answer.json().get(0).get("lib:shelves")))
        .containsExactly("Dune", "it's [1]/x");
  }

  @Test
  void andKeepsNodesThatMeetAllConditions() {
    Answer answer =
        combined(
            "all",
            """
            {"cpsPath": "//room", "conditions": [
              {"cpsPath": "//shelves[@label='SciFi']"},
              {"cpsPath": "//book/genre[text()='classic']"},
              {"cpsPath": "//book[@price>6]"}]}
            """);

    assertThat(answer.json()).hasSize(1);
    JsonNode room = answer.json().get(0).get("lib:room");
    assertThat(room.get("number").asInt()).isEqualTo(1);
    assertThat(titles(room.get("shelves"))).containsExactly("Odyssey");
    assertThat(room.get("desk")).isNull();
  }

  @Test
  void conditionsReachBelowTheLevelsShown() {
    String body =
        """
        {"cpsPath": "//room", "operator": "OR", "conditions": [
          {"cpsPath": "//book[@title='Matilda']"}, {"cpsPath": "//room[@number=10]"}]}
        """;

    JsonNode rooms = combined("none", body).json();

    assertThat(rooms).hasSize(2);
    assertThat(rooms.at("/0/lib:room/number").asInt()).isEqualTo(2);
    assertThat(rooms.at("/0/lib:room/shelves").isMissingNode()).isTrue();
    assertThat(rooms.at("/1/lib:room/number").asInt()).isEqualTo(10);
  }

  @Test
  void combinedQueryWithoutConditionsIsItsPath() {
    assertThat(combined("all", "{\"cpsPath\":\"//room\"}").body())
        .isEqualTo(get("v2", "cps-path", "//room", "descendants", "all").body());
    assertThat(
            combined("all", "{\"cpsPath\":\"//room\",\"operator\":null,\"conditions\":[]}").body())
        .isEqualTo(get("v2", "cps-path", "//room", "descendants", "all").body());
  }

  private static List<String> titles(JsonNode shelves) {
    return StreamSupport.stream(shelves.get("book").spliterator(), false)
        .map(book -> book.get("title").asString())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{|no JSON",
        "[]|$ does not fit",
        "`{}`|$ does not fit",
        "{\"cpsPath\":5}|'5': expected '/'",
        "{\"cpsPath\":\"//room\",\"operator\":\"xor\"}|$.operator does not fit",
        "{\"cpsPath\":\"//room\",\"operator\":1}|$.operator does not fit",
        "{\"cpsPath\":\"//room\",\"conditions\":{}}|$.conditions does not fit",
        "{\"cpsPath\":\"//room\",\"conditions\":[{}]}|$.conditions[0] does not fit",
        "{\"cpsPath\":\"//room\",\"conditions\":[{\"cpsPath\":\"//a[\"}]}|expected '@' at position"
            + " 5",
        "{\"cpsPath\":\"//room/@open\"}|asks for a leaf",
        "{\"cpsPath\":\"//room\",\"limit\":5}|$.limit does not fit",
        "{\"cpsPath\":\"//room\",\"cpsPath\":\"//book\"}|no JSON",
        "{\"cpsPath\":\"//room\"} {}|no JSON: something follows its end",
        "null|The body is null"
      })
  void refusesInvalidCombinedQuery(String body, String reason) {
    Answer answer = combined("none", body);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("details").asString()).contains(reason);
  }

  @Test
  void combinedQueryHasLimits() {
    assertThat(combined("none", nested(10)).status()).isEqualTo(200);
    assertThat(combined("none", nested(11)).json().get("details").asString())
        .isEqualTo("Conditions nest deeper than 10 levels.");
    assertThat(combined("none", nested(10_000)).status()).isEqualTo(400);
    assertThat(combined("none", beside(99)).status()).isEqualTo(200);
    assertThat(combined("none", beside(100)).status()).isEqualTo(400);
  }

  private static String nested(int levels) {
    return "{\"cpsPath\":\"//room\",\"conditions\":[".repeat(levels)
        + "{\"cpsPath\":\"//room\"}"
        + "]}".repeat(levels);
  }

  private static String beside(int conditions) {
    String one = "{\"cpsPath\":\"//book[@year=1965]\"}";
    return "{\"cpsPath\":\"//room\",\"conditions\":["
        + String.join(",", Collections.nCopies(conditions, one))
        + "]}";
  }

  @Test
  void pagesAQueryOfADataspaceByAnchor() {
    String several = Library.dataspace(SERVER);
    for (int i = 1; i <= 5; i++) {
      Library.anchor(SERVER, several, "anchor-" + i, Library.DATA);
    }
    // Without matches: without data, without the book, and of a schema that knows no books.
    SERVER.store().anchors().create(several, "library", "anchor-0");
    Library.anchor(SERVER, several, "anchor-2b", "{\"reprise-library:library\":{\"name\":\"x\"}}");
    SERVER
        .store()
        .schemaSets()
        .create(
            several,
            "bare",
            new YangSources(
                Map.of(
                    "bare.yang",
                    "module bare { namespace \"urn:bare\"; prefix b; container shelf { leaf x {"
                        + " type string; } } }")));
    SERVER.store().anchors().create(several, "bare", "anchor-3b");
    String path = "/cps/api/v2/dataspaces/%s/nodes/query".formatted(several);
    String matilda = "//book[@title='Matilda']";

    Answer all = CLIENT.get(path + query("cps-path", matilda));
    Answer second =
        CLIENT.get(path + query("cps-path", matilda, "pageIndex", "2", "pageSize", "2"));
    Answer third = CLIENT.get(path + query("cps-path", matilda, "pageIndex", "3", "pageSize", "2"));
    Answer beyond =
        CLIENT.get(path + query("cps-path", matilda, "pageIndex", "4", "pageSize", "2"));

    assertThat(anchors(all))
        .containsExactly("anchor-1", "anchor-2", "anchor-3", "anchor-4", "anchor-5");
    assertThat(totalPages(all)).isEqualTo("1");
    assertThat(all.json().at("/0/dataNodes/0/lib:book/title").asString()).isEqualTo("Matilda");
    assertThat(anchors(second)).containsExactly("anchor-3", "anchor-4");
    assertThat(totalPages(second)).isEqualTo("3");
    assertThat(anchors(third)).containsExactly("anchor-5");
    assertThat(beyond.body()).isEqualTo("[]");
    assertThat(totalPages(beyond)).isEqualTo("3");
    Answer none = CLIENT.get(path + query("cps-path", "//none", "pageIndex", "1", "pageSize", "1"));
    assertThat(none.body()).isEqualTo("[]");
    assertThat(totalPages(none)).isEqualTo("1");
    JsonNode deep = CLIENT.get(path + query("cps-path", "//room", "descendants", "all")).json();
    assertThat(deep.at("/4/dataNodes/0/lib:room/shelves/book")).hasSize(3);
  }

  private static List<String> anchors(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return StreamSupport.stream(answer.json().spliterator(), false)
        .map(found -> found.get("anchorName").asString())
        .toList();
  }

  private static String totalPages(Answer answer) {
    return answer.response().headers().firstValue("total-pages").orElse("none");
  }

  @ParameterizedTest
  @CsvSource({
    "pageIndex,0,pageSize,1",
    "pageIndex,1,pageSize,0",
    "pageIndex,-1,pageSize,5",
    "pageIndex,one,pageSize,5",
    "pageIndex,1,pageSize,99999999999"
  })
  void refusesInvalidPages(String one, String value, String other, String otherValue) {
    String parameters = query("cps-path", "//room", one, value, other, otherValue);

    Answer answer =
        CLIENT.get("/cps/api/v2/dataspaces/%s/nodes/query".formatted(dataspace) + parameters);

    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.json().get("details").asString()).contains("page");
  }

  @Test
  void ignoresASinglePagingParameter() {
    String path = "/cps/api/v2/dataspaces/%s/nodes/query".formatted(dataspace);
    for (String parameter : new String[] {"pageIndex", "pageSize"}) {
      Answer answer = CLIENT.get(path + query("cps-path", "//none", parameter, "2"));

      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(totalPages(answer)).isEqualTo("1");
    }
  }

  @Test
  void answers400ForAnUnknownDataspace() {
    Answer answer =
        CLIENT.get("/cps/api/v2/dataspaces/none/nodes/query" + query("cps-path", "//a"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().get("details").asString()).contains("none");
  }
}
