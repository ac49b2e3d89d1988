package org.reprise.gc.oslc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.RDFNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.installation.ResourceUris;
import org.reprise.gc.installation.Terms;
import org.reprise.oslc.query.OslcQuery;
import org.reprise.oslc.query.SqlConditions;
import org.reprise.oslcclient.Documents;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** The query capabilities: conditions, order, pages, and what they refuse. */
class QueryIT {
  private static final GcServer SERVER = GcServer.start();
  private static final GcClient CLIENT = SERVER.client();
  private static final String STREAMS = "/gc/oslc-query/configurations";
  private static final String COMPONENTS = "/gc/oslc-query/components";
  private static final String CORE = "http://open-services.net/ns/core#";
  private static final String CONFIG = "http://open-services.net/ns/config#";
  private static final String DCTERMS = "http://purl.org/dc/terms/";
  private static final String MEMBER = "http://www.w3.org/2000/01/rdf-schema#member";

  private static GlobalConfiguration whole;
  private static GlobalConfiguration part;

  @BeforeAll
  static void create() {
    Plant plant = new Plant(SERVER);
    whole = plant.stream("Whole");
    part = plant.stream("Part");
    plant.add(whole, part, "a1");
    plant.add(plant.sibling(whole, "Whole of old"), part, "a2");
    SERVER
        .part(Configurations.class)
        .edit(part.id(), null, new Edit("Part", "it's \"100%\"", List.of("s1", "s2"), null, false));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> members(Model model, String base) {
    return Documents.values(model, SERVER.baseUri() + base, MEMBER);
  }

  // Resources of the test by names, as their numbers are not known beforehand.
  private static GcClient.Answer where(String base, String condition) {
    String named =
        condition
            .replace("$part", "<" + uri(part.id()) + ">")
            .replace("$whole", "<" + uri(whole.id()) + ">")
            .replace(
                "$component",
                "<%s/gc/component/%d>".formatted(SERVER.baseUri(), whole.component()));
    return CLIENT.get(base + "?oslc.where=" + encode(named));
  }

  private static String uri(long id) {
    return SERVER.baseUri() + "/gc/configuration/" + id;
  }

  // There are 2 components, each with an initial baseline, and 3 streams.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "dcterms:title=\"Whole\"|1",
        "dcterms:title!=\"Whole\"|4",
        "dcterms:title in [\"Whole\",\"Part\", \"Neither\"]|2",
        "dcterms:subject=\"s1\"|1",
        "dcterms:subject!=\"s1\"|4",
        "dcterms:subject in [\"s1\",\"s2\",\"demo\"]|1",
        "dcterms:created>\"2020-01-01T00:00:00Z\"^^xsd:dateTime|5",
        "dcterms:modified<\"2020-01-01T00:00:00Z\"^^xsd:dateTime|0",
        "dcterms:created>\"2018-01-30T12:25:00\"^^xsd:dateTime|5",
        "rdf:type=<http://open-services.net/ns/config#Stream>|3",
        "rdf:type=<http://open-services.net/ns/config#Baseline>|2",
        "rdf:type=oslc_config:Stream|3",
        "rdf:type in [oslc_config:Stream, oslc_config:Baseline]|5",
        "rdf:type=<http://open-services.net/ns/config#Configuration>|5",
        "rdf:type!=<http://open-services.net/ns/config#Stream>|2",
        "rdf:type=<http://open-services.net/ns/config#Component>|0",
        "oslc_config:component=$component|3",
        "oslc_config:component!=$component|2",
        "oslc_config:component in [$component]|3",
        "oslc_config:component=<http://elsewhere.test/1>|0",
        "oslc_config:component=$component and"
            + " rdf:type=<http://open-services.net/ns/config#Stream>|2",
        "oslc_config:contribution{oslc_config:configuration=$part}|2",
        "oslc_config:contribution{oslc_config:configuration in [$part,$whole]}|2",
        "oslc_config:contribution{oslc_config:configuration=$whole}|0",
        "oslc_config:contribution{oslc_config:configuration=$part and"
            + " oslc_config:contributionOrder=\"a2\"}|1",
        "oslc_config:contribution{oslc_config:contributionOrder>\"a1\"} and dcterms:title=\"Whole"
            + " of old\"|1",
        "oslc_config:contribution{oslc_config:configuration!=$whole}|2",
        "oslc_config:contribution{oslc_config:configuration!=$part}|0",
        "oslc_config:contribution{oslc_config:configuration!=<http://elsewhere.test/1>}|2",
        "oslc_config:baselineOfStream=$whole|0",
        "oslc_config:baselineOfStream!=$whole|5",
        "dcterms:description=\"it's \\\"100%\\\"\"|1",
        "dcterms:identifier=0|0",
        "dcterms:identifier=\"none\"|0",
        "dcterms:identifier!=\"none\"|5",
        "dcterms:identifier<\"1000000\"|5",
        "dcterms:identifier>\"1000000\"|0",
        "dcterms:title=\"' or 1=1 --\"|0",
        "oslc_config:contribution{oslc_config:configuration=<')or/**/true--/>}|0",
      })
  void findsConfigurations(String condition, int expected) {
    GcClient.Answer answer = where(STREAMS, condition);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(members(answer.model(), STREAMS)).hasSize(expected);
    assertThat(Documents.value(answer.model(), CORE + "totalCount"))
        .isEqualTo(Integer.toString(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "dcterms:title=\"Whole\"|1",
        "dcterms:subject=\"demo\"|2",
        "rdf:type=<http://open-services.net/ns/config#Component>|2",
        "rdf:type=<http://open-services.net/ns/config#Stream>|0",
        "dcterms:created>\"2020-01-01T00:00:00Z\"^^xsd:dateTime|2",
      })
  void findsComponents(String condition, int expected) {
    GcClient.Answer answer = where(COMPONENTS, condition);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    assertThat(members(answer.model(), COMPONENTS)).hasSize(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dcterms:title",
        "dcterms:title=",
        "dcterms:title=\"open",
        "dcterms:title=\"a\" or dcterms:title=\"b\"",
        "dcterms:title=\"a\"; drop table configuration",
        "unknown:title=\"a\"",
        "dcterms:publisher=\"a\"",
        "dcterms:title=<http://x/>",
        "oslc_config:component=\"a\"",
        "oslc_config:component><http://x/>",
        "oslc_config:contribution=<http://x/>",
        "oslc_config:contribution{}",
        "oslc_config:contribution{oslc_config:configuration=<http://x/>",
        "oslc_config:contribution{dcterms:title=\"x\"}",
        "dcterms:created=\"yesterday\"",
        "dcterms:identifier>\"none\"",
        "dcterms:created=\"+300000-01-01T00:00:00Z\"",
        "dcterms:title in []",
        "1=1",
      })
  void rejectsInvalidConditions(String condition) {
    assertThat(Documents.error(where(STREAMS, condition), 400)).isNotBlank();
    assertThat(SERVER.count("select count(*) from configuration")).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oslc.orderBy=dcterms:title;drop table configuration",
        "oslc.orderBy=1",
        "oslc.orderBy=oslc_config:contribution",
        "oslc.orderBy=x:a&oslc.prefix=x=<r.title;drop>",
        "oslc.where=x:y=\"a\"&oslc.prefix=x=<');drop--/>",
        "oslc.select=dcterms:title)from",
        "oslc.prefix=x=<a>;drop table configuration",
        "oslc.pageSize=1;drop table configuration",
        "oslc.pageSize=0",
        "oslc.pageSize=many",
        "start=1 or 1=1",
        "start=-1",
        "oslc.where=dcterms:title=\"a\"&oslc.where=dcterms:title=\"b\"",
      })
  void rejectsInjectionThroughParameters(String parameters) {
    StringBuilder query = new StringBuilder();
    for (String one : parameters.split("&")) {
      int value = one.indexOf('=') + 1;
      query.append('&').append(one, 0, value).append(encode(one.substring(value)));
    }
    Documents.error(CLIENT.get(STREAMS + "?" + query.substring(1)), 400);
  }

  /** OSLC Query 3.0: "SHOULD be 501", so that a client can tell it from its own mistakes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "oslc.where=oslc_config:component{dcterms:title=\"x\"}",
        "oslc.where=oslc_config:contribution{oslc_config:configuration{dcterms:title=\"x\"}}",
        "oslc.where=oslc_config:contribution{oslc_config:contribution{dcterms:title=\"x\"}}",
        "oslc.where=*=\"x\"",
        "oslc.properties=dcterms:title",
      })
  void returns501ForUnsupported(String parameter) {
    int value = parameter.indexOf('=') + 1;
    String query = parameter.substring(0, value) + encode(parameter.substring(value));
    assertThat(Documents.error(CLIENT.get(STREAMS + "?" + query), 501)).contains("not supported");
  }

  private static GcClient.Answer post(String base, String form) {
    return CLIENT.send(
        "POST",
        base,
        form.getBytes(StandardCharsets.UTF_8),
        "Content-Type",
        "application/x-www-form-urlencoded");
  }

  /** OSLC Query 3.0: for conditions that are too long for a URI. */
  @Test
  void answersPostedFormLikeGet() {
    String form = "oslc.where=" + encode("rdf:type=oslc_config:Stream") + "&oslc.pageSize=2";
    GcClient.Answer asked = CLIENT.get(STREAMS + "?" + form);
    GcClient.Answer posted = post(STREAMS, form);
    assertThat(posted.status()).as(posted.toString()).isEqualTo(200);
    assertThat(posted.model().isIsomorphicWith(asked.model())).as(posted.body()).isTrue();
    assertThat(
            members(
                CLIENT.get(Documents.value(posted.model(), CORE + "nextPage")).model(), STREAMS))
        .hasSize(1);
    String some =
        ("<" + uri(part.id()) + ">")
            .concat(",<http://elsewhere.test/%s>".formatted("x".repeat(200)).repeat(100));
    String lengthy =
        "oslc.where="
            + encode("oslc_config:contribution{oslc_config:configuration in [" + some + "]}");
    assertThat(members(post(STREAMS, lengthy).model(), STREAMS)).hasSize(2);
    assertThat(members(post(COMPONENTS, "").model(), COMPONENTS)).hasSize(2);
    Documents.error(post(COMPONENTS, "<> a <http://x/> ."), 415);
    Documents.error(CLIENT.post(COMPONENTS, "<> a <http://x/> ."), 415);
  }

  @Test
  void pagesFollowOneAnotherToTheEnd() {
    List<String> found = new ArrayList<>();
    String page =
        SERVER.baseUri()
            + STREAMS
            + "?oslc.paging=true&oslc.pageSize=2&oslc.orderBy="
            + encode("-dcterms:title,+dcterms:identifier");
    int pages = 0;
    while (page != null) {
      GcClient.Answer answer = CLIENT.get(page);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      found.addAll(members(answer.model(), STREAMS));
      List<String> next = Documents.values(answer.model(), page, CORE + "nextPage");
      page = next.isEmpty() ? null : next.getFirst();
      pages++;
    }
    assertThat(pages).isEqualTo(3);
    assertThat(found).hasSize(5).doesNotHaveDuplicates();
    assertThat(found.getFirst()).as("the last title first").isNotEqualTo(uri(part.id()));
    assertThat(Documents.error(CLIENT.get(STREAMS + "?start=5"), 404)).contains("5");
    Documents.error(CLIENT.get(STREAMS + "?start=9223372036854775807"), 404);
  }

  @Test
  void ordersByUnselectedDescription() {
    // Other tests of this class count what there is.
    GcServer server = GcServer.shared();
    Plant plant = new Plant(server);
    for (String description : List.of("delta", "alpha", "charlie", "bravo")) {
      server
          .part(Configurations.class)
          .edit(
              plant.stream("Described").id(),
              null,
              new Edit("Described", description, List.of(), null, false));
    }
    String query =
        "?oslc.where="
            + encode("rdf:type=oslc_config:Stream and dcterms:title=\"Described\"")
            + "&oslc.orderBy=%2Bdcterms%3Adescription&oslc.select=dcterms%3Aidentifier";
    Set<String> found = new LinkedHashSet<>();
    // A graph has no order, and its text has.
    Matcher member =
        Pattern.compile("/gc/configuration/(\\d+)>")
            .matcher(server.client().get(STREAMS + query).body());
    while (member.find()) {
      found.add(server.text("select description from configuration where id = " + member.group(1)));
    }
    assertThat(found).containsExactly("alpha", "bravo", "charlie", "delta");
  }

  @Test
  void searchTermsAreInTitleOrDescription() {
    String query = STREAMS + "?oslc.searchTerms=";
    assertThat(members(CLIENT.get(query + encode("\"WHOLE\",\"old\"")).model(), STREAMS))
        .hasSize(1);
    assertThat(members(CLIENT.get(query + encode("\"100%\"")).model(), STREAMS))
        .containsExactly(uri(part.id()));
    assertThat(members(CLIENT.get(query + encode("\"1%0\"")).model(), STREAMS)).isEmpty();
    Documents.error(CLIENT.get(query + "x"), 400);
  }

  @Test
  void followsPagesOfPostedQueryOver8KB() {
    String others =
        IntStream.range(0, 900)
            .mapToObj(",<http://elsewhere.test/configuration/%d>"::formatted)
            .collect(Collectors.joining());
    GcClient.Answer first =
        post(
            STREAMS,
            "oslc.pageSize=1&oslc.where="
                + encode(
                    "oslc_config:contribution{oslc_config:configuration in [<%s>%s]}"
                        .formatted(uri(part.id()), others)));
    assertThat(members(first.model(), STREAMS)).hasSize(1);
    GcClient.Answer second =
        CLIENT.get(Documents.value(first.model(), CORE + "nextPage") + "&oslc.pageSize=1");
    assertThat(second.status()).as(second.toString()).isEqualTo(200);
    assertThat(members(second.model(), STREAMS))
        .hasSize(1)
        .doesNotContainAnyElementsOf(members(first.model(), STREAMS));
  }

  @Test
  void answerHasSelectedProperties() {
    String query = STREAMS + "?oslc.where=" + encode("dcterms:title=\"Whole\"") + "&oslc.select=";
    Model titles = CLIENT.get(query + "dcterms:title").model();
    assertThat(Documents.values(titles, uri(whole.id()), DCTERMS + "title"))
        .containsExactly("Whole");
    assertThat(Documents.values(titles, uri(whole.id()), CONFIG + "component")).isEmpty();
    Model all = CLIENT.get(query + "*").model();
    assertThat(Documents.values(all, uri(whole.id()), CONFIG + "component")).hasSize(1);
    String contribution =
        Documents.values(all, uri(whole.id()), CONFIG + "contribution").getFirst();
    assertThat(Documents.values(all, contribution, CONFIG + "configuration"))
        .containsExactly(uri(part.id()));
    Model own = CLIENT.get(uri(whole.id())).model();
    assertThat(
            own.containsAll(
                all.listStatements(own.getResource(uri(whole.id())), null, (RDFNode) null)))
        .as("statements of a result are those of its own document")
        .isTrue();
    assertThat(Documents.values(all, uri(whole.id()), CONFIG + "accepts")).hasSize(1);
    String creator = Documents.values(all, uri(whole.id()), DCTERMS + "creator").getFirst();
    assertThat(where(STREAMS, "dcterms:title=\"Whole\"").body())
        .as("a selected property is one of results, not of other resources")
        .contains("oslc_config:component")
        .doesNotContain(creator);
    Documents.error(CLIENT.get(query + encode("oslc_config:component{dcterms:title}")), 501);
  }

  @Test
  void queryMatchesReturnedTimestamp() {
    for (String property : List.of("created", "modified")) {
      String written =
          Documents.values(CLIENT.get(uri(part.id())).model(), uri(part.id()), DCTERMS + property)
              .getFirst();
      String named = "\"%s\"^^xsd:dateTime".formatted(written);
      String its = " and dcterms:title=\"Part\" and rdf:type=<" + CONFIG + "Stream>";
      assertThat(
              members(where(STREAMS, "dcterms:" + property + "=" + named + its).model(), STREAMS))
          .as("%s is %s", property, written)
          .containsExactly(uri(part.id()));
      assertThat(
              members(where(STREAMS, "dcterms:" + property + ">" + named + its).model(), STREAMS))
          .as("none is newer than the newest")
          .isEmpty();
    }
  }

  @Test
  void inlineResourcesCanBeSelectedByProperty() {
    Model inlined =
        CLIENT
            .get(
                STREAMS
                    + "?oslc.where="
                    + encode("dcterms:title=\"Whole\"")
                    + "&oslc.select="
                    + encode(
                        "dcterms:title, oslc_config:contribution{oslc_config:configuration,"
                            + "oslc_config:contributionOrder}"))
            .model();
    String contribution =
        Documents.values(inlined, uri(whole.id()), CONFIG + "contribution").getFirst();
    assertThat(Documents.values(inlined, contribution, CONFIG + "configuration"))
        .containsExactly(uri(part.id()));
    assertThat(Documents.values(inlined, uri(whole.id()), DCTERMS + "title")).hasSize(1);
    for (String broken :
        List.of(
            "oslc_config:contribution{",
            "oslc_config:contribution{}",
            "oslc_config:contribution{oslc_config:configuration",
            "oslc_config:contribution{oslc_config:configuration{dcterms:title}}")) {
      Documents.error(CLIENT.get(STREAMS + "?oslc.select=" + encode(broken)), 400);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/rdf+xml", "application/ld+json"})
  void formatsHaveSameStatements(String format) {
    Model turtle = CLIENT.get(STREAMS + "?oslc.select=*").model();
    GcClient.Answer answer = CLIENT.get(STREAMS + "?oslc.select=*", "Accept", format);
    assertThat(answer.contentType()).isEqualTo(format);
    assertThat(answer.model().isIsomorphicWith(turtle)).as(answer.body()).isTrue();
  }

  /** LDP 1.0: a container says that it is one, and what it takes. */
  @Test
  void answerIsLdpContainer() {
    for (GcClient.Answer answer :
        List.of(
            CLIENT.get(STREAMS),
            CLIENT.send("HEAD", STREAMS, null),
            CLIENT.send("OPTIONS", STREAMS, null))) {
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.response().headers().allValues("Link"))
          .contains(
              "<http://www.w3.org/ns/ldp#Resource>; rel=\"type\"",
              "<http://www.w3.org/ns/ldp#DirectContainer>; rel=\"type\"");
      assertThat(answer.header("Accept-Post")).isEqualTo("application/x-www-form-urlencoded");
    }
    GcClient.Answer options = CLIENT.send("OPTIONS", STREAMS, null);
    assertThat(options.header("Allow")).contains("GET", "HEAD", "POST", "OPTIONS");
    assertThat(options.response().headers().map()).doesNotContainKey("Accept-Patch");
    assertThat(CLIENT.send("OPTIONS", "/gc/trs", null).response().headers().map())
        .containsKey("Allow")
        .doesNotContainKey("Accept-Patch");
    Model model = CLIENT.get(STREAMS).model();
    String container = SERVER.baseUri() + STREAMS;
    assertThat(Documents.values(model, container, "http://www.w3.org/ns/ldp#hasMemberRelation"))
        .containsExactly(MEMBER);
    assertThat(Documents.values(model, container, "http://www.w3.org/ns/ldp#membershipResource"))
        .containsExactly(container);
  }

  @Test
  void takesEqualParametersTwiceAndRefusesDifferentOnes() {
    String query = STREAMS + "?oslc.paging=true&oslc.pageSize=2&oslc.orderBy=dcterms%3Atitle";
    String next = Documents.value(CLIENT.get(query).model(), CORE + "nextPage");
    GcClient.Answer plain = CLIENT.get(next);
    GcClient.Answer added = CLIENT.get(next + "&oslc.paging=true&oslc.pageSize=2");
    assertThat(added.status()).as(added.toString()).isEqualTo(200);
    assertThat(members(added.model(), STREAMS))
        .hasSize(2)
        .containsExactlyInAnyOrderElementsOf(members(plain.model(), STREAMS));
    assertThat(Documents.value(added.model(), CORE + "nextPage"))
        .isEqualTo(Documents.value(plain.model(), CORE + "nextPage"));
    assertThat(Documents.error(CLIENT.get(next + "&oslc.pageSize=3"), 400))
        .contains("oslc.pageSize");
  }

  @Test
  void refusesFormOver64KB() {
    String some = "oslc.where=dcterms:identifier+in+[" + "1,".repeat(500) + "1]&oslc.prefix=";
    String prefixes =
        IntStream.range(0, 60)
            .mapToObj(n -> "p" + n + "=<http://x/" + "x".repeat(950) + ">")
            .collect(Collectors.joining(","));
    GcClient.Answer answered = post(STREAMS, some + encode(prefixes));
    assertThat(answered.status()).as(answered.toString()).isEqualTo(200);
    for (String base : List.of(STREAMS, COMPONENTS)) {
      assertThat(
              Documents.error(
                  post(base, "oslc.where=dcterms:identifier+in+[" + "1,".repeat(40_000) + "1]"),
                  413))
          .contains("65,536 bytes");
    }
  }

  /** The npm package oslc-client 1.0.7 sends its prefixes so. */
  @Test
  void readsParameterWithEncodedEqualsSign() {
    String prefix = encode("oslc.prefix=d=<http://purl.org/dc/terms/>");
    String condition = encode("d:title=\"Whole\"");
    Model found = CLIENT.get(STREAMS + "?" + prefix + "&oslc.where=" + condition).model();
    assertThat(members(found, STREAMS)).containsExactly(uri(whole.id()));
  }

  /** Contributions are read while an application's configurations are locked, and changed. */
  @Test
  void pageAndContributionsAreOfOneState() throws Exception {
    String query =
        STREAMS
            + "?oslc.select=*&oslc.where="
            + encode("dcterms:identifier=\"%d\"".formatted(whole.id()));
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table local_configuration");
      Future<GcClient.Answer> answer = clients.submit(() -> CLIENT.get(query));
      await()
          .until(() ->
              SERVER.count(
                      "select count(*) from pg_locks where not granted"
                          + " and relation = 'local_configuration'::regclass")
                  > 0);
      change(statement, "After", "z");
      connection.commit();
      Model model = answer.get().model();
      assertThat(Documents.values(model, uri(whole.id()), DCTERMS + "title"))
          .containsExactly("Whole");
      String contribution =
          Documents.values(model, uri(whole.id()), CONFIG + "contribution").getFirst();
      assertThat(Documents.values(model, contribution, CONFIG + "contributionOrder"))
          .containsExactly("a1");
      change(statement, "Whole", "a1");
      connection.commit();
    }
  }

  private static void change(Statement statement, String title, String order) throws SQLException {
    statement.execute(
        "update configuration set title = '%s' where id = %d".formatted(title, whole.id()));
    statement.execute(
        "update contribution set position = '%s' where configuration = %d"
            .formatted(order, whole.id()));
  }

  /** Without the indexes each contribution of all configurations would be read. */
  @Test
  void findsUsesOfStreamByIndex() throws IOException, SQLException {
    try (Connection connection = SERVER.database().connect()) {
      // Rolled back, so that other tests do not see them.
      connection.setAutoCommit(false);
      JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
      for (String statement : manyContributions()) {
        jdbc.sql(statement).update();
      }
      MockHttpServletRequest request = new MockHttpServletRequest();
      request.setQueryString(
          "oslc.where="
              + encode(
                  "oslc_config:contribution{oslc_config:configuration in [<%s>,<http://qm.test/7>]}"
                      .formatted(uri(1_000_007))));
      OslcQuery query = OslcQuery.of(request, Set.of(Terms.CONTRIBUTION.getURI()), Set.of(), 10);
      SqlConditions conditions =
          new SqlConditions(QueriedType.CONFIGURATIONS.properties(SERVER.part(ResourceUris.class)));
      String count =
          "select count(*) from %s r where true%s"
              .formatted(QueriedType.CONFIGURATIONS.table(), conditions.of(query));
      assertThat(jdbc.sql(count).params(conditions.parameters()).query(Long.class).single())
          .isEqualTo(10);
      List<String> plan =
          jdbc.sql("explain " + count)
              .params(conditions.parameters())
              .query((row, n) -> row.getString(1))
              .list();
      assertThat(String.join("\n", plan))
          .contains("contribution_global", "contribution_local", "local_configuration_uri_key")
          .doesNotContain("Seq Scan");
      connection.rollback();
    }
  }

  // 5,000 streams, each with five contributions of this server and five of an application; each of
  // these is in five streams.
  private static List<String> manyContributions() {
    return List.of(
        """
        insert into configuration
          (id, component, kind, title, accepts, creator, created, modified)
        select 1000000 + n, %d, 'STREAM', 'x', 'ANY', 'x', now(), now()
        from generate_series(0, 4999) n
        """
            .formatted(whole.component()),
        """
        insert into local_configuration (uri, component, kind, title)
        select 'http://qm.test/' || n, 'http://qm.test/c', 'STREAM', 'x'
        from generate_series(0, 4999) n
        """,
        """
        insert into contribution (configuration, slug, position, global)
        select 1000000 + n, 'g' || k, 'a', 1000000 + (n + k) % 5000
        from generate_series(0, 4999) n, generate_series(1, 5) k
        """,
        """
        insert into contribution (configuration, slug, position, local)
        select 1000000 + n, 'l' || k, 'a', l.id
        from generate_series(0, 4999) n cross join generate_series(11, 15) k
        join local_configuration l on l.uri = 'http://qm.test/' || (n + k) % 5000
        """,
        "analyze configuration, contribution, local_configuration");
  }
}
