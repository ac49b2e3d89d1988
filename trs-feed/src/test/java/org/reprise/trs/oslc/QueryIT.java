package org.reprise.trs.oslc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** The query capability: conditions, order, pages, and what it refuses. */
class QueryIT {
  private static final TrsServer SERVER = TrsServer.shared();
  private static final OslcClient CLIENT = SERVER.client();
  private static final String BASE = "/ccm/oslc/projects/3/resources";
  private static final String CORE = "http://open-services.net/ns/core#";
  private static final String MEMBER = "http://www.w3.org/2000/01/rdf-schema#member";
  private static final List<String> MADE = new ArrayList<>();

  @BeforeAll
  static void create() {
    for (int i = 0; i < 12; i++) {
      OslcClient.Answer created =
          CLIENT.post(
              BASE,
              Contents.workItem(
                  "Item " + (char) ('a' + i),
                  "dcterms:subject \"s" + i % 3 + "\"",
                  "dcterms:description \"it's \\\"" + i + "\\\" 100%\"",
                  "oslc_cm:implementsRequirement <http://rm.example/%d>".formatted(i % 4)));
      assertThat(created.status()).as(created.toString()).isEqualTo(201);
      MADE.add(created.location());
    }
  }

  @Test
  void rejectsQueriesThatWaitTooLongForOthers() throws Exception {
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      connection.setAutoCommit(false);
      // Those that have a permit wait for it.
      statement.execute("lock table artifact in access exclusive mode");
      List<Future<OslcClient.Answer>> all =
          IntStream.range(0, 7).mapToObj(n -> threads.submit(() -> CLIENT.get(BASE))).toList();
      await().until(() -> all.stream().anyMatch(Future::isDone));
      connection.rollback();
      List<OslcClient.Answer> refused = new ArrayList<>();
      for (Future<OslcClient.Answer> one : all) {
        if (one.get().status() != 200) {
          refused.add(one.get());
        }
      }
      assertThat(refused).hasSize(1);
      assertThat(Documents.error(refused.getFirst(), 503)).contains("Other queries");
      assertThat(refused.getFirst().header("Retry-After")).isNotEmpty();
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> members(Model model) {
    return Documents.values(model, SERVER.baseUri() + BASE, MEMBER);
  }

  private static OslcClient.Answer where(String condition) {
    return CLIENT.get(BASE + "?oslc.where=" + encode(condition) + "&oslc.pageSize=500");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dcterms:title=\"Item b\"|1",
        "dcterms:title!=\"Item b\"|11",
        "dcterms:title in [\"Item a\",\"Item c\", \"Item zz\"]|2",
        "dcterms:title>=\"Item k\"|2",
        "dcterms:title > \"Item c\" and dcterms:title < \"Item f\"|2",
        "dcterms:subject=\"s1\"|4",
        "dcterms:subject!=\"s1\"|8",
        "dcterms:subject in [\"s1\",\"s2\"]|8",
        "dcterms:subject=\"s1\" and oslc_cm:implementsRequirement=<http://rm.example/1>|1",
        "oslc_cm:implementsRequirement=<http://rm.example/2>|3",
        "oslc_cm:implementsRequirement in [<http://rm.example/2>,<http://rm.example/3>]|6",
        "oslc_cm:implementsRequirement!=<http://rm.example/2>|9",
        "oslc_cm:testedByTestCase=<http://rm.example/2>|0",
        "rdf:type=<http://open-services.net/ns/cm#ChangeRequest>|12",
        "rdf:type=<http://open-services.net/ns/qm#TestCase>|0",
        "rdf:type=oslc_cm:ChangeRequest|12",
        "rdf:type=oslc_qm:TestCase|0",
        "rdf:type in [oslc_cm:ChangeRequest]|12",
        "dcterms:created>\"2020-01-01T00:00:00Z\"^^xsd:dateTime|12",
        "dcterms:modified<\"2020-01-01T00:00:00Z\"^^xsd:dateTime|0",
        "dcterms:created>\"2018-01-30T12:25:00\"^^xsd:dateTime|12",
        "dcterms:modified<=\"2018-01-30T12:25:00.5\"^^xsd:dateTime|0",
        "dcterms:description=\"it's \\\"3\\\" 100%\"|1",
        "dcterms:identifier=0|0",
        "dcterms:title=\"' or 1=1 --\"|0",
        "dcterms:title=\"x\\\" or true and dcterms:title=\\\"\"|0",
      })
  void findsMatchingArtifacts(String condition, int expected) {
    OslcClient.Answer answer = where(condition);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(members(answer.model())).hasSize(expected);
    assertThat(Documents.value(answer.model(), CORE + "totalCount"))
        .isEqualTo(Integer.toString(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dcterms:title",
        "dcterms:title=",
        "dcterms:title=\"open",
        "dcterms:title=\"a\" or dcterms:title=\"b\"",
        "dcterms:title=\"a\"; drop table artifact",
        "dcterms:title=\"a\" and",
        "unknown:title=\"a\"",
        "dcterms:publisher=\"a\"",
        "oslc_qm:validatesRequirement=<http://x/>",
        "oslc_cm:implementsRequirement=\"a\"",
        "oslc_cm:implementsRequirement><http://x/>",
        "dcterms:created=\"yesterday\"",
        "dcterms:created=\"2018-02-30T12:25:00\"",
        "dcterms:created=<http://x/>",
        "dcterms:created=\"+300000-01-01T00:00:00Z\"",
        "dcterms:title in []",
        "dcterms:title in [\"a\"",
        "1=1",
      })
  void rejectsInvalidConditions(String condition) {
    assertThat(Documents.error(where(condition), 400)).isNotBlank();
    assertThat(SERVER.count("select count(*) from artifact where project = 3")).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oslc.orderBy=dcterms:title;drop table artifact",
        "oslc.orderBy=1",
        "oslc.orderBy=x:a&oslc.prefix=x=<v.title;drop>",
        "oslc.where=x:y=\"a\"&oslc.prefix=x=<');drop--/>",
        "oslc.select=dcterms:title)from",
        "oslc.prefix=x=<a>;drop table artifact",
        "oslc.pageSize=1;drop table artifact",
        "start=1 or 1=1",
      })
  void rejectsInjectionThroughParameters(String parameters) {
    StringBuilder query = new StringBuilder();
    for (String one : parameters.split("&")) {
      int value = one.indexOf('=') + 1;
      query.append('&').append(one, 0, value).append(encode(one.substring(value)));
    }
    Documents.error(CLIENT.get(BASE + "?" + query.substring(1)), 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/rdf+xml", "application/ld+json"})
  void formatsHaveSameStatements(String format) {
    String query =
        BASE + "?oslc.pageSize=3&oslc.select=*&oslc.where=" + encode("dcterms:title>=\"Item a\"");
    Model turtle = CLIENT.get(query).model();
    assertThat(members(turtle)).hasSize(3);
    OslcClient.Answer answer = CLIENT.get(query, "Accept", format);
    assertThat(answer.contentType()).isEqualTo(format);
    assertThat(answer.model().isIsomorphicWith(turtle)).as(answer.body()).isTrue();
  }

  @Test
  void readsAVeryLongString() {
    OslcClient.Answer answer = where("dcterms:title=\"" + "\\\"".repeat(700) + "\"");
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
  }

  @Test
  void ordersAndSelects() {
    OslcClient.Answer answer =
        CLIENT.get(
            BASE
                + "?oslc.orderBy="
                + encode("-dcterms:title,+dcterms:identifier")
                + "&oslc.pageSize=2&oslc.select="
                + encode("dcterms:title,oslc_cm:implementsRequirement"));
    Model model = answer.model();
    assertThat(members(model)).containsExactlyInAnyOrder(MADE.get(11), MADE.get(10));
    assertThat(Documents.values(model, MADE.get(11), "http://purl.org/dc/terms/title"))
        .containsExactly("Item l");
    assertThat(
            Documents.values(
                model, MADE.get(11), "http://open-services.net/ns/cm#implementsRequirement"))
        .containsExactly("http://rm.example/3");
    assertThat(Documents.values(model, MADE.get(11), "http://purl.org/dc/terms/identifier"))
        .isEmpty();
    Documents.error(CLIENT.get(BASE + "?oslc.orderBy=oslc_cm:implementsRequirement"), 400);
  }

  /** OSLC Query 3.0: "SHOULD be 501", so that a client can tell it from its own mistakes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "oslc.select=dcterms:creator{foaf:name}",
        "oslc.where=oslc_cm:implementsRequirement{dcterms:title=\"x\"}",
        "oslc.where=*=\"x\"",
        "oslc.properties=dcterms:title",
      })
  void returns501ForUnsupported(String parameter) {
    int value = parameter.indexOf('=') + 1;
    String query = parameter.substring(0, value) + encode(parameter.substring(value));
    assertThat(Documents.error(CLIENT.get(BASE + "?" + query), 501)).contains("not supported");
    Documents.error(post(query), 501);
  }

  private static OslcClient.Answer post(String form, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Content-Type", "application/x-www-form-urlencoded"));
    return CLIENT.send(
        "POST", BASE, form.getBytes(StandardCharsets.UTF_8), all.toArray(String[]::new));
  }

  /** OSLC Query 3.0: for conditions that are too long for a URI. */
  @Test
  void answersPostedFormLikeGet() {
    String form =
        "oslc.where=" + encode("dcterms:title>=\"Item a\"") + "&oslc.pageSize=5&oslc.select=*";
    OslcClient.Answer asked = CLIENT.get(BASE + "?" + form);
    OslcClient.Answer posted = post(form);
    assertThat(posted.status()).as(posted.toString()).isEqualTo(200);
    assertThat(posted.model().isIsomorphicWith(asked.model())).as(posted.body()).isTrue();
    assertThat(members(posted.model())).hasSize(5);
    assertThat(posted.etag()).isEqualTo(asked.etag());
    String next = Documents.value(posted.model(), CORE + "nextPage");
    assertThat(members(CLIENT.get(next).model()))
        .hasSize(5)
        .doesNotContainAnyElementsOf(members(posted.model()));
    assertThat(post(form + "&start=10", "Accept", "application/ld+json").contentType())
        .isEqualTo("application/ld+json");
    assertThat(members(post("").model())).as("all").isNotEmpty();
    String many = MADE.stream().map(one -> "\"" + one + "\"").collect(Collectors.joining(","));
    String lengthy =
        "oslc.where="
            + encode("dcterms:title in [\"Item a\"," + many + ",\"" + "x".repeat(20_000) + "\"]");
    assertThat(members(post(lengthy).model())).containsExactly(MADE.getFirst());
  }

  @Test
  void rejectsFormThatIsNotQuery() {
    long artifacts = SERVER.count("select count(*) from artifact");
    Documents.error(post("<> a <http://open-services.net/ns/cm#ChangeRequest> ."), 415);
    Documents.error(post("title=x"), 415);
    Documents.error(post("oslc.where=%zz"), 400);
    Documents.error(post("oslc.pageSize=1&oslc.pageSize=2"), 400);
    Documents.error(post("oslc.where=1=1"), 400);
    Documents.error(post("start=0" + "&oslc.where=".repeat(1_000)), 400);
    Documents.error(post("oslc.where=" + "x".repeat(1_100_000)), 413);
    assertThat(SERVER.count("select count(*) from artifact")).isEqualTo(artifacts);
  }

  @Test
  void postedFormCanNameConfiguration() {
    String form = "oslc_config.context=" + encode("http://elsewhere.example/c");
    OslcClient.Answer posted =
        CLIENT.send(
            "POST",
            "/rm/oslc/projects/3/resources",
            form.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/x-www-form-urlencoded");
    Documents.error(posted, 404);
  }

  @Test
  void knowsPrefixesOfTheCaller() {
    OslcClient.Answer answer =
        CLIENT.get(
            BASE
                + "?oslc.prefix="
                + encode("d=<http://purl.org/dc/terms/>,e=<http://e/>")
                + "&oslc.where="
                + encode("d:title=\"Item a\""));
    assertThat(members(answer.model())).containsExactly(MADE.getFirst());
    Documents.error(CLIENT.get(BASE + "?oslc.prefix=" + encode("d=oops")), 400);
  }

  @Test
  void pagesFollowOneAnotherToTheEnd() {
    List<String> found = new ArrayList<>();
    String page =
        SERVER.baseUri()
            + BASE
            + "?oslc.paging=true&oslc.pageSize=5&oslc.where="
            + encode("dcterms:title>=\"Item a\"");
    int pages = 0;
    while (page != null) {
      OslcClient.Answer answer = CLIENT.get(page);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      found.addAll(members(answer.model()));
      List<String> next = Documents.values(answer.model(), page, CORE + "nextPage");
      page = next.isEmpty() ? null : next.getFirst();
      pages++;
    }
    assertThat(pages).isEqualTo(3);
    assertThat(found).containsExactlyInAnyOrderElementsOf(MADE);
    assertThat(Documents.error(CLIENT.get(BASE + "?oslc.pageSize=5&start=15"), 404)).contains("12");
    Documents.error(CLIENT.get(BASE + "?oslc.pageSize=0"), 400);
    Documents.error(CLIENT.get(BASE + "?oslc.pageSize=many"), 400);
    Documents.error(CLIENT.get(BASE + "?start=-1"), 400);
    Documents.error(CLIENT.get(BASE + "?start=9223372036854775807"), 404);
  }

  /** Each as long as a request may be: all of them at once would take all memory. */
  @Test
  void pagesOfVeryLongArtifactsAreShorter() {
    String factory = "/ccm/oslc/projects/2/resources";
    StringBuilder links = new StringBuilder("oslc_cm:implementsRequirement <http://x/0>");
    for (int i = 1; i < 500; i++) {
      links.append(", <http://x/").append("y".repeat(1_800)).append(i).append('>');
    }
    Set<String> created = new HashSet<>();
    for (int i = 0; i < 8; i++) {
      OslcClient.Answer answer =
          CLIENT.post(factory, Contents.workItem("Long " + i, links.toString()));
      assertThat(answer.status()).isEqualTo(201);
      created.add(answer.location());
    }
    Set<String> found = new HashSet<>();
    String page =
        SERVER.baseUri()
            + factory
            + "?oslc.pageSize=1000&oslc.select=*&oslc.where="
            + encode("dcterms:title>=\"Long\" and dcterms:title<\"Lonh\"");
    int pages = 0;
    while (page != null) {
      Model model = CLIENT.get(page).model();
      List<String> members = Documents.values(model, SERVER.baseUri() + factory, MEMBER);
      assertThat(members).isNotEmpty().hasSizeLessThanOrEqualTo(5);
      found.addAll(members);
      List<String> next = Documents.values(model, page, CORE + "nextPage");
      page = next.isEmpty() ? null : next.getFirst();
      pages++;
    }
    assertThat(pages).isEqualTo(2);
    assertThat(found).isEqualTo(created);
  }

  @Test
  void findsVersionsSelectedByConfiguration() {
    String factory = "/rm/oslc/projects/3/resources";
    OslcClient.Answer created = CLIENT.post(factory, Contents.requirement("Old name"));
    String stream =
        Documents.values(
                CLIENT.get("/rm/component/3/configurations").model(),
                SERVER.baseUri() + "/rm/component/3/configurations",
                "http://www.w3.org/ns/ldp#contains")
            .getFirst();
    String baseline = CLIENT.post(stream + "/baselines", "").location();
    CLIENT.put(created.location(), Contents.requirement("New name"), "If-Match", created.etag());
    String query = factory + "?oslc.where=" + encode("dcterms:title=\"Old name\"");
    String base = SERVER.baseUri() + factory;
    assertThat(Documents.values(CLIENT.get(query).model(), base, MEMBER)).isEmpty();
    assertThat(
            Documents.values(
                CLIENT.get(query, "Configuration-Context", baseline).model(), base, MEMBER))
        .containsExactly(created.location());
  }

  /** LDP 1.0: a container says that it is one, and what it takes. */
  @Test
  void answerIsLdpContainer() {
    for (OslcClient.Answer answer :
        List.of(
            CLIENT.get(BASE),
            CLIENT.send("HEAD", BASE, null),
            CLIENT.send("OPTIONS", BASE, null))) {
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.response().headers().allValues("Link"))
          .contains(
              "<http://www.w3.org/ns/ldp#Resource>; rel=\"type\"",
              "<http://www.w3.org/ns/ldp#DirectContainer>; rel=\"type\"");
      assertThat(answer.header("Accept-Post"))
          .isEqualTo(
              "text/turtle, application/rdf+xml, application/ld+json,"
                  + " application/x-www-form-urlencoded");
    }
    OslcClient.Answer options = CLIENT.send("OPTIONS", BASE, null);
    assertThat(options.header("Allow")).contains("GET", "HEAD", "POST", "OPTIONS");
    assertThat(options.response().headers().map()).doesNotContainKey("Accept-Patch");
    assertThat(CLIENT.send("OPTIONS", "/ccm/trs", null).response().headers().map())
        .containsKey("Allow")
        .doesNotContainKey("Accept-Patch");
    Model model = CLIENT.get(BASE).model();
    String container = SERVER.baseUri() + BASE;
    assertThat(Documents.values(model, container, "http://www.w3.org/ns/ldp#hasMemberRelation"))
        .containsExactly(MEMBER);
    assertThat(Documents.values(model, container, "http://www.w3.org/ns/ldp#membershipResource"))
        .containsExactly(container);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"ITEM\"|12",
        "\"tem b\"|1",
        "\"it's\",\"item c\"|1",
        "\"100%\"|12",
        "\"1%0\"|0",
        "\"Item b\", \"Item c\"|0",
        "\"' or 1=1 --\"|0",
      })
  void searchTermsAreInTitleOrDescription(String terms, int expected) {
    OslcClient.Answer answer = CLIENT.get(BASE + "?oslc.searchTerms=" + encode(terms));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(members(answer.model())).hasSize(expected);
  }

  @Test
  void searchTermsNarrowConditions() {
    String query = "?oslc.where=" + encode("dcterms:subject=\"s1\"") + "&oslc.searchTerms=";
    assertThat(members(CLIENT.get(BASE + query + encode("\"Item\"")).model())).hasSize(4);
    for (String malformed : List.of("x", "\"x", "\"x\",", "\"x\" \"y\"", "\"\u0000\"")) {
      Documents.error(CLIENT.get(BASE + query + encode(malformed)), 400);
    }
  }

  @Test
  void queryMatchesReturnedTimestamp() {
    for (String property : List.of("created", "modified")) {
      String value =
          Documents.values(
                  CLIENT.get(MADE.getFirst()).model(),
                  MADE.getFirst(),
                  "http://purl.org/dc/terms/" + property)
              .getFirst();
      assertThat(
              members(where("dcterms:%s=\"%s\"^^xsd:dateTime".formatted(property, value)).model()))
          .as(property)
          .contains(MADE.getFirst());
    }
  }

  @Test
  void followsPagesOfPostedQueryOver8KB() {
    String names =
        IntStream.range(0, 900)
            .mapToObj("\"Item number %d in a long list\""::formatted)
            .collect(Collectors.joining(","));
    String form =
        "oslc.pageSize=5&oslc.where="
            + encode("dcterms:title in [\"Item a\",\"Item b\"," + names + ",\"Item c\"]")
            + "&oslc.select=dcterms%3Atitle";
    form = form.replace("Item+b%22", "Item+b%22%2C%22Item+d%22%2C%22Item+e%22%2C%22Item+f%22");
    OslcClient.Answer first = post(form);
    assertThat(members(first.model())).hasSize(5);
    String next = Documents.value(first.model(), CORE + "nextPage");
    assertThat(next.length()).isLessThan(8_000);
    // As Eclipse Lyo asks.
    OslcClient.Answer second = CLIENT.get(next + "&oslc.pageSize=5");
    assertThat(second.status()).as(second.toString()).isEqualTo(200);
    assertThat(members(second.model()))
        .hasSize(1)
        .doesNotContainAnyElementsOf(members(first.model()));
    assertThat(Documents.value(second.model(), CORE + "totalCount")).isEqualTo("6");
    Documents.error(CLIENT.get(next.replaceAll("query=[^&]*", "query=nonsense")), 400);
  }

  @Test
  void rejectsPostedQueryWhoseNextPageCannotBeAddressed() {
    String noise =
        new Random(1)
            .ints(20_000, 'a', 'z' + 1)
            .mapToObj(c -> Character.toString(c))
            .collect(Collectors.joining());
    String form =
        "oslc.where=" + encode("dcterms:title in [\"Item a\",\"Item b\",\"" + noise + "\"]");
    assertThat(members(post(form).model())).hasSize(2);
    assertThat(Documents.error(post(form + "&oslc.pageSize=1"), 413)).contains("next one");
  }

  @Test
  void typedElementsAreNestedInRdfXml() {
    String xml = CLIENT.get(BASE + "?oslc.select=*", "Accept", "application/rdf+xml").body();
    assertThat(xml)
        .contains("<ldp:DirectContainer rdf:about", "<oslc:ResponseInfo rdf:about")
        .containsPattern("<rdfs:member>\\s*<oslc_cm:ChangeRequest rdf:about");
  }

  @Test
  void takesEqualParametersTwiceAndRefusesDifferentOnes() {
    String next =
        Documents.value(
            CLIENT.get(BASE + "?oslc.paging=true&oslc.pageSize=5").model(), CORE + "nextPage");
    OslcClient.Answer plain = CLIENT.get(next);
    OslcClient.Answer added = CLIENT.get(next + "&oslc.paging=true&oslc.pageSize=5");
    assertThat(added.status()).as(added.toString()).isEqualTo(200);
    assertThat(members(added.model())).containsExactlyInAnyOrderElementsOf(members(plain.model()));
    assertThat(Documents.value(added.model(), CORE + "nextPage"))
        .isEqualTo(Documents.value(plain.model(), CORE + "nextPage"));
    assertThat(Documents.error(CLIENT.get(next + "&oslc.pageSize=3"), 400))
        .contains("oslc.pageSize");
  }

  @Test
  void refusesFormOver64KB() {
    assertThat(
            Documents.error(
                post("oslc.where=dcterms:identifier+in+[" + "1,".repeat(40_000) + "1]"), 413))
        .contains("65,536 bytes");
  }
}
