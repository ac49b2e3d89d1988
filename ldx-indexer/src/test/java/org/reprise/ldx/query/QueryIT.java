package org.reprise.ldx.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jena.graph.Triple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.rdf.Formats;
import org.reprise.ldx.rdf.RdfReader;
import org.reprise.ldx.rdf.UnreadableRdf;
import org.reprise.oslc.rdf.RdfFormat;
import tools.jackson.databind.JsonNode;

/** What clients of Link Discovery Management, and people, can ask. */
class QueryIT {
  private static final String PREFIXES =
      """
      @prefix oslc_ldm: <http://open-services.net/ns/ldm#> .
      @prefix oslc_cm: <http://open-services.net/ns/cm#> .
      @prefix oslc_qm: <http://open-services.net/ns/qm#> .
      @prefix dcterms: <http://purl.org/dc/terms/> .
      """;

  private static final LdxClient CLIENT = LdxServer.shared().client();
  private static final TestFeed FEED = TestFeed.start();
  private static int id;

  @BeforeAll
  static void index() {
    FEED.event("Creation", FEED.store(1, "Ä work item", 1, 2));
    FEED.event("Creation", FEED.store(2, "another", 1));
    FEED.event("Creation", FEED.version(7, 1, 1));
    FEED.event("Creation", FEED.version(7, 2, 1, 3));
    FEED.fault(
        "/qm/configuration/stream",
        TestFeed.turtle(
            "<%s> a oslc_config:Stream ; oslc_config:selections <%s> ."
                .formatted(FEED.uri("/qm/configuration/stream"), FEED.uri("/qm/selections"))));
    FEED.fault(
        "/qm/selections",
        TestFeed.turtle(
            "<%1$s> a oslc_config:Selections . <%1$s> ldp:nextPage <%2$s> ."
                .formatted(FEED.uri("/qm/selections"), FEED.uri("/qm/selections/2"))));
    FEED.fault(
        "/qm/selections/2",
        TestFeed.turtle(
            "<%s> oslc_config:selects <%s> ."
                .formatted(FEED.uri("/qm/selections"), FEED.uri("/qm/version/7.2"))));
    FEED.fault(
        "/gc/configuration/1",
        TestFeed.turtle(
            "<%s> a oslc_config:Stream ; oslc_config:contribution <#1> ."
                .formatted(FEED.uri("/gc/configuration/1"))));
    id = CLIENT.add(FEED);
    CLIENT.awaitCurrent(id);
  }

  @AfterAll
  static void stop() {
    CLIENT.delete("/ldx/data-sources/" + id);
    FEED.close();
  }

  private static String turtle(String text) {
    return PREFIXES + text;
  }

  private static LdxClient.Answer ask(String turtle) {
    return CLIENT.with("Accept", "text/turtle").post("/discover-links", "text/turtle", turtle);
  }

  private static Set<Triple> triples(LdxClient.Answer answer) throws UnreadableRdf {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    RdfFormat format = Formats.ofContent(answer.header("Content-Type")).orElseThrow();
    Set<Triple> triples = new HashSet<>();
    RdfReader.read(answer.response().body(), format, "http://base.test/", 10_000, triples::add);
    return triples;
  }

  private static String resource(int number) {
    return "<" + TestFeed.requirement(number) + ">";
  }

  @ParameterizedTest
  @CsvSource({
    "text/turtle, text/turtle",
    "text/turtle, application/rdf+xml",
    "text/turtle, application/ld+json",
    "application/rdf+xml, text/turtle",
    "application/ld+json, application/rdf+xml"
  })
  void readsAndWritesEveryFormat(String sent, String wanted) throws UnreadableRdf {
    String uri = TestFeed.requirement(2);
    String body =
        switch (sent) {
          case "application/rdf+xml" ->
              """
              <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
                  xmlns:l="http://open-services.net/ns/ldm#">
                <l:LinkDiscoveryRequest><l:resources rdf:resource="%s"/></l:LinkDiscoveryRequest>
              </rdf:RDF>
              """
                  .formatted(uri);
          case "application/ld+json" ->
              """
              {"@type": "http://open-services.net/ns/ldm#LinkDiscoveryRequest",
               "http://open-services.net/ns/ldm#resources": {"@id": "%s"}}
              """
                  .formatted(uri);
          default ->
              turtle(
                  "[] a oslc_ldm:LinkDiscoveryRequest ; oslc_ldm:resources <%s> .".formatted(uri));
        };
    LdxClient.Answer answer = CLIENT.with("Accept", wanted).post("/discover-links", sent, body);
    assertThat(answer.header("Content-Type")).startsWith(wanted);
    Set<Triple> triples = triples(answer);
    assertThat(triples).hasSize(1);
    Triple link = triples.iterator().next();
    assertThat(link.getSubject().getURI()).isEqualTo(FEED.uri("/ccm/resource/1"));
    assertThat(link.getPredicate().getURI()).isEqualTo(TestFeed.IMPLEMENTS);
    assertThat(link.getObject().getURI()).isEqualTo(uri);
    assertThat(answer.header("OSLC-Core-Version")).isEqualTo("3.0");
  }

  @Test
  void readsExampleOfSpecification() throws UnreadableRdf {
    String text =
        """
        @prefix oslc_cm: <http://open-services.net/ns/cm#>.
        @prefix oslc_ldm: <http://open-services/net/ns/ldm#>.
        @prefix dcterms: <http://purl.org/dc/terms/>.
        _:b1 oslc_ldm:resources %s, %s.
        _:b2 oslc_ldm:linkPredicates oslc_cm:implementsRequirement, oslc_cm:tracksRequirement .
        _:b3 oslc_ldm:direction "any".
        _:b4 oslc_ldm:additionalProperties dcterms:title .
        """
            .formatted(resource(1), resource(2));
    Set<Triple> triples = triples(ask(text));
    assertThat(triples).hasSize(5);
    assertThat(triples.toString()).contains("Ä work item");
  }

  @Test
  void findsIncomingLinksByDefault() throws UnreadableRdf {
    String about = "[] oslc_ldm:resources <%s> .".formatted(FEED.uri("/ccm/resource/1"));
    assertThat(triples(ask(turtle(about)))).isEmpty();
    String any =
        "[] oslc_ldm:resources <%s> ; oslc_ldm:direction \"any\" ."
            .formatted(FEED.uri("/ccm/resource/1"));
    assertThat(triples(ask(turtle(any)))).hasSize(2);
  }

  @Test
  void filtersByPredicateOrItsInverse() throws UnreadableRdf {
    String tracked =
        "[] oslc_ldm:resources %s ; oslc_ldm:linkPredicates oslc_cm:tracksRequirement .";
    assertThat(triples(ask(turtle(tracked.formatted(resource(1)))))).isEmpty();
    String shown =
        "[] oslc_ldm:resources %s ; oslc_ldm:linkPredicates"
            + " <http://open-services.net/ns/rm#implementedBy> .";
    assertThat(triples(ask(turtle(shown.formatted(resource(1)))))).hasSize(2);
  }

  @Test
  void configurationSelectsVersions() throws UnreadableRdf {
    String text = turtle("[] oslc_ldm:resources %s, %s .".formatted(resource(1), resource(3)));
    assertThat(triples(ask(text))).as("unversioned resources only").hasSize(2);
    String context = FEED.uri("/qm/configuration/stream");
    LdxClient.Answer answer =
        CLIENT
            .with("Accept", "text/turtle")
            .with("Configuration-Context", context)
            .post("/discover-links", "text/turtle", text);
    assertThat(triples(answer)).as("two work items, and version 2").hasSize(4);
    assertThat(answer.response().headers().allValues("Vary").toString())
        .contains("Configuration-Context");
    assertThat(answer.header("Configuration-Context")).isEqualTo(context);
    assertThat(CLIENT.linksTo(TestFeed.requirement(1))).as("of all versions").hasSize(3);
  }

  @Test
  void describesConfigurationContext() {
    JsonNode paths = CLIENT.get("/v3/api-docs").json().path("paths");
    assertThat(paths.at("/~1ldx~1links/get/parameters").toString())
        .contains("\"resource\"", "\"oslc_config.context\"");
    assertThat(paths.at("/~1discover-links/post/parameters").toString())
        .contains("\"oslc_config.context\"");
  }

  @Test
  void ignoresEmptyContextParameter() throws UnreadableRdf {
    String text = turtle("[] oslc_ldm:resources %s, %s .".formatted(resource(1), resource(3)));
    LdxClient.Answer answer =
        CLIENT
            .with("Accept", "text/turtle")
            .with("Configuration-Context", FEED.uri("/qm/configuration/stream"))
            .post("/discover-links?oslc_config.context=", "text/turtle", text);
    assertThat(triples(answer)).as("what the header's context selects").hasSize(4);
  }

  @Test
  void acceptsRepeatedContextAndRejectsTwo() throws UnreadableRdf {
    String text = turtle("[] oslc_ldm:resources %s, %s .".formatted(resource(1), resource(3)));
    String context =
        URLEncoder.encode(FEED.uri("/qm/configuration/stream"), StandardCharsets.UTF_8);
    String twice = "/discover-links?oslc_config.context=%1$s&oslc_config.context=%%3C%1$s%%3E";
    assertThat(
            triples(
                CLIENT
                    .with("Accept", "text/turtle")
                    .post(twice.formatted(context), "text/turtle", text)))
        .hasSize(4);
    LdxClient.Answer two =
        CLIENT.post(
            "/discover-links?oslc_config.context=%s&oslc_config.context=http://b.test/2"
                .formatted(context),
            "text/turtle",
            text);
    assertThat(two.status()).as(two.toString()).isEqualTo(400);
    assertThat(two.body()).contains("two configuration contexts");
  }

  @Test
  void rejectsUnusableContext() {
    String text = turtle("[] oslc_ldm:resources %s .".formatted(resource(1)));
    for (String context :
        new String[] {
          FEED.uri("/nowhere"), "urn:x", "http://169.254.169.254/", FEED.uri("/gc/configuration/1")
        }) {
      LdxClient.Answer answer =
          CLIENT
              .with("Configuration-Context", context)
              .post("/discover-links", "text/turtle", text);
      assertThat(answer.status()).as(context + answer).isEqualTo(400);
      assertThat(answer.body()).contains("onfiguration context");
    }
  }

  @Test
  void returnsErrorIdentifiersOfSpecification() {
    assertThat(ask(turtle("[] a oslc_ldm:LinkDiscoveryRequest .")).body())
        .contains("MissingObject", "oslc:Error", "\"400\"");
    String many =
        IntStream.rangeClosed(1, 10_001)
            .mapToObj(QueryIT::resource)
            .collect(Collectors.joining(", "));
    LdxClient.Answer tooMany = ask(turtle("[] oslc_ldm:resources " + many + " ."));
    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.body()).contains("LimitReached", "Limit = 10000");
    String farTooMany =
        IntStream.rangeClosed(1, 50_000)
            .mapToObj(QueryIT::resource)
            .collect(Collectors.joining(", "));
    assertThat(ask(turtle("[] oslc_ldm:resources " + farTooMany + " .")).body())
        .contains("LimitReached", "Limit = 10000");
    String concept = "[] oslc_ldm:resources <%s> .".formatted(FEED.uri("/qm/resource/7"));
    LdxClient.Answer refused = ask(turtle(concept));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("BadObjectRequest");
  }

  private static String jsonLd(int resources) {
    return "{\"@context\": {\"r\": {\"@id\": \"http://open-services.net/ns/ldm#resources\","
        + " \"@type\": \"@id\"}}, \"r\": ["
        + IntStream.rangeClosed(1, resources)
            .mapToObj(item -> "\"" + FEED.uri("/r/" + item) + "\"")
            .collect(Collectors.joining(", "))
        + "]}";
  }

  /** The last of them would take the processor of JSON-LD minutes. */
  @ParameterizedTest
  @ValueSource(ints = {10_001, 11_500, 100_000})
  void rejectsTooManyResourcesInJsonLd(int resources) {
    LdxClient.Answer answer =
        CLIENT
            .with("Accept", "text/turtle")
            .post("/discover-links", "application/ld+json", jsonLd(resources));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.body()).contains("LimitReached", "Limit = 10000");
  }

  @Test
  void answersTenThousandResourcesInJsonLd() {
    LdxClient.Answer answer = CLIENT.post("/discover-links", "application/ld+json", jsonLd(10_000));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
  }

  @Test
  void answersTenThousandResources() throws UnreadableRdf {
    String many =
        IntStream.rangeClosed(1, 10_000)
            .mapToObj(QueryIT::resource)
            .collect(Collectors.joining(", "));
    assertThat(triples(ask(turtle("[] oslc_ldm:resources " + many + " .")))).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "this is no turtle",
        "[] oslc_ldm:resources <http://a.test/1> ; oslc_ldm:direction \"sideways\" .",
        "[] oslc_ldm:resources <http://a.test/1> ; oslc_ldm:direction \"any\", \"incoming\" .",
        "[] oslc_ldm:resources <http://a.test/1> ; oslc_ldm:linkPredicates dcterms:creator .",
        "[] oslc_ldm:resources <urn:a> .",
        "[] oslc_ldm:resources \"no address\" ."
      })
  void answersBadRequestsWithErrorDocument(String text) {
    LdxClient.Answer answer = ask(turtle(text));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("text/turtle");
    assertThat(answer.body()).contains("oslc:Error", "oslc:message", "oslc:statusCode");
  }

  @Test
  void errorsHaveRequestedFormat() {
    LdxClient.Answer answer =
        CLIENT.with("Accept", "application/rdf+xml").post("/discover-links", "text/turtle", "<");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("application/rdf+xml");
    assertThat(answer.body()).contains("statusCode");
    assertThat(answer.header("OSLC-Core-Version")).isEqualTo("3.0");
    assertThat(CLIENT.post("/discover-links", "text/plain", "").status()).isEqualTo(415);
    assertThat(
            CLIENT.with("Accept", "image/png").post("/discover-links", "text/turtle", "").status())
        .isEqualTo(406);
    assertThat(CLIENT.get("/discover-links").status()).isEqualTo(405);
    assertThat(CLIENT.get("/nothing-here").status()).isEqualTo(404);
    LdxClient.Answer large = CLIENT.post("/discover-links", "text/turtle", "#".repeat(5_000_000));
    assertThat(large.status()).as("longer than any request").isEqualTo(413);
    assertThat(CLIENT.anonymous().post("/discover-links", "text/turtle", "").status())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/ld+json, application/json;q=0.5",
        "*/*, application/json"
      })
  void errorsAreOslcErrorsForJsonClients(String accept) {
    LdxClient asking = CLIENT.with("Accept", accept);
    String expected = accept.startsWith("*") ? "text/turtle" : "application/ld+json";
    for (LdxClient.Answer answer :
        List.of(
            asking.post("/discover-links", "text/turtle", ""),
            asking.post("/discover-links", "text/plain", ""),
            asking.get("/discover-links"),
            asking.post("/get-contributors", "text/turtle", ""),
            asking.anonymous().get("/get-contributors"))) {
      assertThat(answer.status()).as(answer.toString()).isBetween(400, 499);
      assertThat(answer.header("Content-Type")).as(answer.toString()).startsWith(expected);
      assertThat(answer.body()).contains("statusCode");
    }
    assertThat(asking.get("/ldx/links").header("Content-Type"))
        .startsWith("application/problem+json");
  }

  @Test
  void answersJsonClientsWithJsonLd() throws UnreadableRdf {
    LdxClient asking = CLIENT.with("Accept", "application/json");
    LdxClient.Answer found =
        asking.post(
            "/discover-links",
            "text/turtle",
            turtle("[] oslc_ldm:resources <%s> .".formatted(TestFeed.requirement(2))));
    for (LdxClient.Answer answer : List.of(found, asking.get("/get-contributors"))) {
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.header("Content-Type")).startsWith("application/ld+json");
      assertThat(triples(answer)).isNotEmpty();
    }
  }

  @Test
  void listsContributors() throws UnreadableRdf {
    CLIENT.json(
        "PATCH",
        "/ldx/data-sources/" + id,
        "{\"catalog\": \"%s\"}".formatted(FEED.uri("/ccm/oslc/catalog")));
    LdxClient.Answer answer = CLIENT.with("Accept", "text/turtle").get("/get-contributors");
    triples(answer);
    assertThat(new String(answer.response().body(), StandardCharsets.UTF_8))
        .contains("ServiceProviderCatalog", FEED.uri("/ccm/oslc/catalog"), FEED.trs());
  }

  @Test
  void returnsBothEndsOfLinkAsJson() {
    JsonNode link =
        CLIENT
            .get("/ldx/links?titles=true&resource=" + TestFeed.requirement(2))
            .json()
            .path("links")
            .get(0);
    assertThat(link.path("sourceTitle").asString("")).isEqualTo("Ä work item");
    assertThat(link.path("label").asString("")).isEqualTo("implements requirement");
    assertThat(link.path("inverse").asString(""))
        .isEqualTo("http://open-services.net/ns/rm#implementedBy");
    assertThat(CLIENT.get("/ldx/links").status()).isEqualTo(400);
    assertThat(CLIENT.get("/ldx/link-types").body()).contains("validatesRequirement");
  }
}
