package org.reprise.trs.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** Work items: unversioned, saved under a condition, one change for each save. */
class WorkItemsIT {
  private static final TrsServer SERVER = TrsServer.shared();
  private static final OslcClient CLIENT = SERVER.client();
  private static final String FACTORY = "/ccm/oslc/projects/1/resources";
  private static final String IMPLEMENTS = "http://open-services.net/ns/cm#implementsRequirement";

  @Test
  void returnsWorkItemAsWritten() {
    OslcClient.Answer created =
        CLIENT.post(
            FACTORY,
            Contents.workItem(
                "Brakes \\\"squeal\\\" <&> ß \\n twice",
                "dcterms:description \"Only when wet\"",
                "dcterms:subject \"brake\", \"noise\"",
                "oslc_cm:implementsRequirement <http://rm.example/1>, <http://rm.example/2>"));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    OslcClient.Answer read = CLIENT.get(created.location());
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.etag()).isEqualTo(created.etag()).startsWith("\"").endsWith("\"");
    Model model = read.model();
    assertThat(model.isIsomorphicWith(created.model())).isTrue();
    assertThat(Documents.value(model, "http://purl.org/dc/terms/title"))
        .isEqualTo("Brakes \"squeal\" <&> ß \n twice");
    assertThat(Documents.values(model, created.location(), "http://purl.org/dc/terms/subject"))
        .containsExactlyInAnyOrder("brake", "noise");
    assertThat(Documents.values(model, created.location(), IMPLEMENTS))
        .containsExactlyInAnyOrder("http://rm.example/1", "http://rm.example/2");
  }

  @Test
  void formatsAgreeAndCanBeSentBack() {
    String uri = CLIENT.post(FACTORY, Contents.workItem("In three formats & more")).location();
    Model turtle = CLIENT.get(uri).model();
    for (String format : List.of("text/turtle", "application/rdf+xml", "application/ld+json")) {
      OslcClient.Answer read = CLIENT.get(uri, "Accept", format);
      assertThat(read.contentType()).isEqualTo(format);
      assertThat(read.header("Vary")).contains("Accept");
      OslcClient.Answer put =
          CLIENT.send(
              "PUT", uri, read.response().body(), "Content-Type", format, "If-Match", read.etag());
      assertThat(put.status()).as(put.toString()).isEqualTo(200);
      assertThat(put.etag()).isNotEqualTo(read.etag());
      if (format.equals("text/turtle")) {
        assertThat(read.model().isIsomorphicWith(turtle)).isTrue();
      }
      assertThat(Documents.value(CLIENT.get(uri).model(), "http://purl.org/dc/terms/title"))
          .isEqualTo("In three formats & more");
    }
  }

  @Test
  void answersHeadWithHeaders() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("Headers"));
    for (String uri : List.of(created.location(), "/ccm/trs", FACTORY)) {
      OslcClient.Answer read = CLIENT.get(uri);
      OslcClient.Answer head = CLIENT.send("HEAD", uri, null);
      assertThat(head.status()).as(uri).isEqualTo(200);
      assertThat(head.etag()).as(uri).isNotEmpty();
      assertThat(head.contentType()).as(uri).isEqualTo(read.contentType());
      assertThat(head.response().body()).isEmpty();
    }
    assertThat(CLIENT.send("OPTIONS", created.location(), null).header("Allow"))
        .contains("GET", "HEAD", "PUT", "DELETE");
  }

  @Test
  void formatsHaveSameStatements() {
    String uri =
        CLIENT
            .post(FACTORY, Contents.workItem("x", "oslc_cm:testedByTestCase <http://qm.example/3>"))
            .location();
    Model turtle = CLIENT.get(uri).model();
    assertThat(CLIENT.get(uri, "Accept", "application/rdf+xml").model().isIsomorphicWith(turtle))
        .isTrue();
    assertThat(CLIENT.get(uri, "Accept", "application/ld+json").model().isIsomorphicWith(turtle))
        .isTrue();
  }

  @Test
  void deletesWorkItemIfOneEntityTagMatches() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("Short-lived"));
    assertThat(
            CLIENT
                .delete(created.location(), "If-Match", "\"other\"", "If-Match", created.etag())
                .status())
        .isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_:b", "<>", "<http://client.example/new>"})
  void readsWorkItemUnderAnySubject(String subject) {
    OslcClient.Answer created =
        CLIENT.post(
            FACTORY,
            "%s a <http://open-services.net/ns/cm#ChangeRequest> ;".formatted(subject)
                + " <http://purl.org/dc/terms/title> \"Named by the server\" .");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(created.location()).startsWith(SERVER.baseUri() + "/ccm/resource/");
  }

  /** RFC 7240; clients of OSLC take an answer without a document for a failure. */
  @Test
  void answersPutWithDocumentUnlessMinimalIsPreferred() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("First"));
    String uri = created.location();
    OslcClient.Answer saved =
        CLIENT.put(
            uri,
            Contents.workItem("Second"),
            "If-Match",
            created.etag(),
            "Accept",
            "application/rdf+xml");
    OslcClient.Answer read = CLIENT.get(uri, "Accept", "application/rdf+xml");
    assertThat(saved.status()).isEqualTo(200);
    assertThat(saved.body()).isEqualTo(read.body()).contains("Second");
    assertThat(saved.etag()).isEqualTo(read.etag());
    for (String prefer : List.of("return=minimal", "wait=5, return = \"minimal\"; foo")) {
      OslcClient.Answer minimal =
          CLIENT.put(uri, Contents.workItem("Third"), "If-Match", "*", "Prefer", prefer);
      assertThat(minimal.status()).as(prefer).isEqualTo(204);
      assertThat(minimal.header("Preference-Applied")).isEqualTo("return=minimal");
      assertThat(minimal.etag()).isEqualTo(CLIENT.get(uri).etag());
    }
    assertThat(
            CLIENT
                .put(
                    uri,
                    Contents.workItem("Fourth"),
                    "If-Match",
                    "*",
                    "Prefer",
                    "return=representation")
                .status())
        .isEqualTo(200);
  }

  /** OSLC Core 3.0, "Resource Preview". */
  @Test
  void hasCompactRepresentation() {
    String uri = CLIENT.post(FACTORY, Contents.workItem("Short & good")).location();
    OslcClient.Answer compact = CLIENT.get(uri, "Accept", "application/x-oslc-compact+xml");
    assertThat(compact.status()).as(compact.toString()).isEqualTo(200);
    assertThat(compact.contentType()).isEqualTo("application/x-oslc-compact+xml");
    assertThat(compact.body())
        .contains("<oslc:Compact rdf:about=\"" + uri + "\">", "Short &amp; good")
        .contains("<oslc:shortTitle>" + uri.substring(uri.lastIndexOf('/') + 1));
  }

  @Test
  void turtleNamesItsEncoding() {
    OslcClient.Answer read = CLIENT.get(CLIENT.post(FACTORY, Contents.workItem("Ä")).location());
    assertThat(read.header("Content-Type")).isEqualToIgnoringCase("text/turtle;charset=utf-8");
    assertThat(CLIENT.get("/ccm/resource/99999999").header("Content-Type"))
        .isEqualToIgnoringCase("text/turtle;charset=utf-8");
  }

  @Test
  void rejectsChangeWithoutCondition() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("First"));
    String uri = created.location();
    Documents.error(CLIENT.put(uri, Contents.workItem("Second")), 428);
    OslcClient.Answer saved =
        CLIENT.put(uri, Contents.workItem("Second"), "If-Match", created.etag());
    assertThat(saved.status()).isEqualTo(200);
    Documents.error(CLIENT.put(uri, Contents.workItem("Third"), "If-Match", created.etag()), 412);
    Documents.error(
        CLIENT.put(uri, Contents.workItem("Third"), "If-Match", "W/" + saved.etag()), 412);
    assertThat(CLIENT.put(uri, Contents.workItem("Third"), "If-Match", "*").status())
        .isEqualTo(200);
    // Several lines are one list.
    String now = CLIENT.get(uri).etag();
    assertThat(
            CLIENT
                .put(uri, Contents.workItem("Third"), "If-Match", created.etag(), "If-Match", now)
                .status())
        .isEqualTo(200);
    assertThat(
            CLIENT
                .get(uri, "If-None-Match", created.etag(), "If-None-Match", CLIENT.get(uri).etag())
                .status())
        .isEqualTo(304);
    assertThat(Documents.value(CLIENT.get(uri).model(), "http://purl.org/dc/terms/title"))
        .isEqualTo("Third");
    assertThat(CLIENT.get(uri, "If-None-Match", CLIENT.get(uri).etag()).status()).isEqualTo(304);
  }

  @Test
  void oneOfManySavesAtOnceWins() throws Exception {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("Contended"));
    FeedReader feed = SERVER.feedFromNow("ccm");
    List<Callable<Integer>> saves = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String title = "Save " + i;
      saves.add(() ->
          CLIENT
              .put(created.location(), Contents.workItem(title), "If-Match", created.etag())
              .status());
    }
    List<Integer> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> one : threads.invokeAll(saves)) {
        results.add(one.get());
      }
    }
    assertThat(results).containsOnlyOnce(200).contains(412).hasSize(8);
    List<Event> events = new ArrayList<>();
    await().until(() -> events.addAll(of(feed.poll(), created.location())));
    assertThat(events).hasSize(1);
  }

  /** Appendix B of the report: one update for each new or modified work item. */
  @Test
  void recordsOneChangeForEachSave() {
    FeedReader feed = new FeedReader(CLIENT, "/ccm/trs");
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("Watched"));
    String uri = created.location();
    CLIENT.put(
        uri,
        Contents.workItem("Watched", "oslc_cm:implementsRequirement <http://rm.example/9>"),
        "If-Match",
        created.etag());
    CLIENT.delete(uri);
    List<Event> events = new ArrayList<>();
    await()
        .until(() -> {
          events.addAll(of(feed.poll(), uri));
          return events.size() >= 3;
        });
    assertThat(events)
        .extracting(Event::type)
        .containsExactly("Creation", "Modification", "Deletion");
    Documents.error(CLIENT.get(uri), 404);
    Documents.error(CLIENT.put(uri, Contents.workItem("Late"), "If-Match", "*"), 404);
    Documents.error(CLIENT.delete(uri), 404);
  }

  @Test
  void deletesWorkItemUnlessConditionFails() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.workItem("Kept"));
    Documents.error(CLIENT.delete(created.location(), "If-Match", "\"other-t\""), 412);
    assertThat(CLIENT.delete(created.location(), "If-Match", created.etag()).status())
        .isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<> a oslc_cm:ChangeRequest",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> .",
        "<> a <http://open-services.net/ns/qm#TestCase> ; <http://purl.org/dc/terms/title> \"x\" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"x\", \"y\" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " <http://x/> .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"a\\u0000b\" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \" \" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"x\" ; <http://nowhere/unknown> 1 .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"x\" ; <http://open-services.net/ns/cm#implementsRequirement> [] .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"x\" ; <http://open-services.net/ns/cm#implementsRequirement> \"no URI\" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"bell \\u0007\" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"half \\uD83D\" .",
        "<> a <http://open-services.net/ns/cm#ChangeRequest> ; <http://purl.org/dc/terms/title>"
            + " \"x\" ; <http://open-services.net/ns/cm#implementsRequirement>"
            + " <http://rm/a\\u0020b> .",
        "<http://a/> a <http://open-services.net/ns/cm#ChangeRequest> ."
            + " <http://b/> a <http://open-services.net/ns/cm#ChangeRequest> .",
      })
  void storesNothingOfInvalidDocument(String document) {
    long artifacts = SERVER.count("select count(*) from artifact where application = 'ccm'");
    assertThat(Documents.error(CLIENT.post(FACTORY, document), 400)).isNotBlank();
    assertThat(SERVER.count("select count(*) from artifact where application = 'ccm'"))
        .isEqualTo(artifacts);
    OslcClient.Answer existing = CLIENT.post(FACTORY, Contents.workItem("Stays"));
    Documents.error(CLIENT.put(existing.location(), document, "If-Match", existing.etag()), 400);
    assertThat(CLIENT.get(existing.location()).etag()).isEqualTo(existing.etag());
  }

  /** OSLC Core 3.0, "Resource Operations": what is not persisted is refused. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "a oslc_cm:Defect|.|cm#Defect",
        "a \"no class\"|.|no class",
        "dcterms:creator [ <http://xmlns.com/foaf/0.1/name> \"Deb\" ]|.|foaf/0.1/name",
        "dcterms:creator <http://u/deb>|. <http://u/deb> <http://xmlns.com/foaf/0.1/name> \"Deb\""
            + " .|foaf/0.1/name",
        "dcterms:subject \"s\"|. [] dcterms:isVersionOf <http://other/> .|terms/isVersionOf",
        "dcterms:subject \"s\"|. [] dcterms:isVersionOf <> ; dcterms:title \"x\" .|a resource"
            + " without URI",
        "oslc_cm:implementsRequirement <http://r/1>|. [] a rdf:Statement ; rdf:subject <> ;"
            + " rdf:predicate oslc_cm:implementsRequirement ; rdf:object <http://r/1> ;"
            + " dcterms:title \"REQ 1\" .|a resource without URI",
      })
  void rejectsUnsupportedStatements(String more, String others, String named) {
    String document =
        "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
            + Contents.workItem("Kept whole or not at all", more).replaceAll("\\.$", "")
            + others;
    long artifacts = SERVER.count("select count(*) from artifact where application = 'ccm'");
    assertThat(Documents.error(CLIENT.post(FACTORY, document), 400)).contains(named);
    assertThat(SERVER.count("select count(*) from artifact where application = 'ccm'"))
        .isEqualTo(artifacts);
  }

  @Test
  void keepsCreator() {
    OslcClient.Answer created =
        CLIENT.post(
            FACTORY,
            Contents.workItem(
                "Made by Deb",
                "dcterms:creator <http://u/deb>",
                "dcterms:contributor <http://u/bob>, <http://u/deb>"));
    String uri = created.location();
    OslcClient.Answer put = CLIENT.put(uri, CLIENT.get(uri).body(), "If-Match", created.etag());
    assertThat(put.status()).as(put.toString()).isEqualTo(200);
    Model model = CLIENT.get(uri).model();
    assertThat(Documents.values(model, uri, "http://purl.org/dc/terms/creator"))
        .containsExactly("http://u/deb");
    assertThat(Documents.values(model, uri, "http://purl.org/dc/terms/contributor"))
        .containsExactlyInAnyOrder("http://u/bob", "http://u/deb");
  }

  @Test
  void refusesOtherMediaTypesAndVeryLongValues() {
    byte[] body = Contents.workItem("x").getBytes(StandardCharsets.UTF_8);
    Documents.error(CLIENT.send("POST", FACTORY, body, "Content-Type", "text/plain"), 415);
    Documents.error(CLIENT.send("POST", FACTORY, body), 415);
    for (String type :
        List.of("multipart/form-data; boundary=b", "application/x-www-form-urlencoded", "turtle")) {
      Documents.error(CLIENT.send("POST", FACTORY, body, "Content-Type", type), 415);
    }
    Documents.error(CLIENT.post(FACTORY, Contents.workItem("x".repeat(1_001))), 400);
    Documents.error(
        CLIENT.post(
            FACTORY,
            Contents.workItem(
                "x", "oslc_cm:implementsRequirement <http://x/" + "a".repeat(2_000) + ">")),
        400);
    StringBuilder links = new StringBuilder("oslc_cm:implementsRequirement <http://x/0>");
    for (int i = 1; i <= 1_000; i++) {
      links.append(", <http://x/").append(i).append('>');
    }
    Documents.error(CLIENT.post(FACTORY, Contents.workItem("x", links.toString())), 400);
  }

  /** Each is refused, or written in every format; JSON-LD lets most of them pass. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a/b?c=%zz",
        "http://a/%E4",
        "http://[bad/",
        "http://a/[b]",
        "http://a/\u00e4/\u65e5\u672c",
        "http://a/\u00a0b",
        "http://a.example:99999999/",
        "http://a/b#c#d",
        "HTTP://user@host//b/../c",
        "http:a",
        "urn:x",
        "urn:uuid:none",
        "mailto:x@y",
        "a:b",
        "dcterms:title",
        "oslc_cm:ChangeRequest",
      })
  void linksCanBeReadInEachFormat(String target) {
    String document =
        """
        {"@type": "http://open-services.net/ns/cm#ChangeRequest",
         "http://purl.org/dc/terms/title": "Linked", "%s": {"@id": "%s"}}
        """
            .formatted(IMPLEMENTS, target);
    OslcClient.Answer created =
        CLIENT.send(
            "POST",
            FACTORY,
            document.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/ld+json");
    if (created.status() != 201) {
      Documents.error(created, 400);
      return;
    }
    // The reader of JSON-LD may have taken out dots, and leaves out what it takes for no URI.
    List<String> stored = Documents.values(created.model(), created.location(), IMPLEMENTS);
    assertThat(stored).hasSizeLessThanOrEqualTo(1);
    for (String format : List.of("application/rdf+xml", "application/ld+json")) {
      OslcClient.Answer read = CLIENT.get(created.location(), "Accept", format);
      assertThat(read.status()).as(read.toString()).isEqualTo(200);
      assertThat(Documents.values(read.model(), created.location(), IMPLEMENTS))
          .as(format)
          .isEqualTo(stored);
    }
  }

  @Test
  void rejectsPrefixedNameAsLink() {
    String document = Contents.workItem("x", "oslc_cm:implementsRequirement <dcterms:title>");
    assertThat(Documents.error(CLIENT.post(FACTORY, document), 400)).contains("dcterms:title");
  }

  @Test
  void rejectsLinkLongerThanIndexHolds() {
    StringBuilder target = new StringBuilder("http://x/");
    for (int i = 0; i < 1_900; i++) {
      target.append((char) (0x4E00 + i * 7_919 % 20_000));
    }
    Documents.error(
        CLIENT.post(
            FACTORY,
            Contents.workItem("x", "oslc_cm:implementsRequirement <%s>".formatted(target))),
        400);
    target.setLength("http://x/".length() + 663);
    OslcClient.Answer created =
        CLIENT.post(
            FACTORY,
            Contents.workItem("x", "oslc_cm:implementsRequirement <%s>".formatted(target)));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(Documents.values(created.model(), created.location(), IMPLEMENTS))
        .containsExactly(target.toString());
  }

  @Test
  void keepsLineBreaksAndTabsInEachFormat() {
    String uri = CLIENT.post(FACTORY, Contents.workItem("a\\r\\nb\\tc\\rd")).location();
    for (String format : List.of("text/turtle", "application/rdf+xml", "application/ld+json")) {
      assertThat(
              Documents.value(
                  CLIENT.get(uri, "Accept", format).model(), "http://purl.org/dc/terms/title"))
          .as(format)
          .isEqualTo("a\r\nb\tc\rd");
    }
  }

  /** As clients of OSLC 2.0 send it. */
  @Test
  void readsXmlLiteralTitle() {
    String document =
        """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
            xmlns:dcterms="http://purl.org/dc/terms/" xmlns:oslc_cm="http://open-services.net/ns/cm#">
          <oslc_cm:ChangeRequest>
            <dcterms:title rdf:parseType="Literal">Fish &amp; <b>chips</b></dcterms:title>
          </oslc_cm:ChangeRequest>
        </rdf:RDF>
        """;
    OslcClient.Answer created =
        CLIENT.send(
            "POST",
            FACTORY,
            document.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/rdf+xml");
    assertThat(Documents.value(created.model(), "http://purl.org/dc/terms/title"))
        .isEqualTo("Fish & chips");
  }

  private static List<Event> of(List<Event> events, String uri) {
    return events.stream().filter(event -> event.changed().equals(uri)).toList();
  }
}
