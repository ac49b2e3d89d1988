package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.vocabulary.RDF;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslc.trs.Feeds;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** The documents of a feed, with segments of 10 events and pages of 10 members. */
class FeedDocumentsIT {
  private static final TrsServer SERVER = TrsServer.small();
  private static final OslcClient CLIENT = SERVER.client();
  private static final String TRS = "http://open-services.net/ns/core/trs#";
  private static final String LDP = "http://www.w3.org/ns/ldp#";
  private static final String FEED = "/ccm/trs";
  private static final int ITEMS = 35;

  @BeforeAll
  static void create() {
    for (int i = 0; i < ITEMS; i++) {
      CLIENT.post("/ccm/oslc/projects/1/resources", Contents.workItem("Item " + i));
    }
    await().until(() -> SERVER.count("select count(*) from change") == 0);
  }

  @Test
  void segmentsHoldTheirEventsInOrder() {
    List<Event> events = new FeedReader(CLIENT, "/ccm/trs").poll();
    assertThat(events).hasSizeGreaterThanOrEqualTo(ITEMS);
    assertThat(events).extracting(Event::order).isSorted().doesNotHaveDuplicates().startsWith(1L);
    assertThat(events).extracting(Event::uri).doesNotHaveDuplicates();
    String second = SERVER.baseUri() + FEED + "/log/2";
    Model model = CLIENT.get(second).model();
    assertThat(FeedReader.events(model, model.getResource(second)))
        .extracting(Event::order)
        .containsExactly(20L, 19L, 18L, 17L, 16L, 15L, 14L, 13L, 12L, 11L);
    assertThat(Documents.values(model, second, TRS + "previous"))
        .containsExactly(SERVER.baseUri() + FEED + "/log/1");
    String first = SERVER.baseUri() + FEED + "/log/1";
    assertThat(Documents.values(CLIENT.get(first).model(), first, TRS + "previous")).isEmpty();
    Documents.error(CLIENT.get(FEED + "/log/0"), 404);
    Documents.error(CLIENT.get(FEED + "/log/999999"), 404);
    Documents.error(CLIENT.get(FEED + "/log/-1"), 404);
    Documents.error(CLIENT.get(FEED + "/log/9223372036854775807"), 404);
  }

  @Test
  void includesNewestSegmentInSet() {
    Model model = CLIENT.get(FEED).model();
    String set = SERVER.baseUri() + FEED;
    assertThat(Documents.values(model, set, RDF.type.getURI()))
        .containsExactly(TRS + "TrackedResourceSet");
    assertThat(Documents.values(model, set, TRS + "base")).containsExactly(set + "/base");
    String log = Documents.value(model, TRS + "changeLog");
    List<Event> inline = FeedReader.events(model, model.getResource(log));
    assertThat(inline).isNotEmpty();
    Model segment = CLIENT.get(log).model();
    assertThat(FeedReader.events(segment, segment.getResource(log))).isEqualTo(inline);
    assertThat(inline.getFirst().order())
        .isEqualTo(SERVER.count("select last_position from feed where application = 'ccm'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/log/1", "/base"})
  void formatsAgreeAndHaveTagsOfTheirOwn(String part) {
    String uri = part.equals("/base") ? CLIENT.get(FEED + part).location() : FEED + part;
    Model turtle = CLIENT.get(uri).model();
    for (String format : List.of("text/turtle", "application/rdf+xml", "application/ld+json")) {
      OslcClient.Answer answer = CLIENT.get(uri, "Accept", format);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      assertThat(answer.contentType()).isEqualTo(format);
      assertThat(answer.model().isIsomorphicWith(turtle)).as(format).isTrue();
      OslcClient.Answer known = CLIENT.get(uri, "Accept", format, "If-None-Match", answer.etag());
      assertThat(known.status()).isEqualTo(304);
      assertThat(known.etag()).isEqualTo(answer.etag());
      assertThat(CLIENT.get(uri, "Accept", format).response().body())
          .isEqualTo(answer.response().body());
    }
    assertThat(CLIENT.get(uri, "Accept", "application/rdf+xml").etag())
        .isNotEqualTo(CLIENT.get(uri).etag());
  }

  @Test
  void answersSameDocumentOnEveryInstance() {
    String page = CLIENT.get(FEED + "/base").location();
    try (TrsServer other =
        TrsServer.start(SERVER.database(), "--reprise.trs.base-uri=" + SERVER.baseUri())) {
      for (String uri : List.of(FEED + "/log/1", page)) {
        OslcClient.Answer answer = other.client().get(uri);
        assertThat(answer.body()).isEqualTo(CLIENT.get(uri).body());
        assertThat(answer.etag()).isEqualTo(CLIENT.get(uri).etag());
      }
    }
  }

  @Test
  void firstBaseIsEmptyAndHasNoCutoff() {
    OslcClient.Answer base = CLIENT.get("/rm/trs/base");
    assertThat(base.status()).isEqualTo(303);
    OslcClient.Answer page = CLIENT.get(base.location());
    assertThat(page.status()).as(page.toString()).isEqualTo(200);
    assertThat(Documents.value(page.model(), TRS + "cutoffEvent")).isEqualTo(RDF.nil.getURI());
    assertThat(page.model().listObjectsOfProperty(page.model().createProperty(LDP, "member")))
        .isExhausted();
  }

  @Test
  void baseListsAllMembersInBothPagingStyles() {
    for (int i = 0; i < 23; i++) {
      CLIENT.post("/qm/oslc/projects/1/resources", Contents.testCase("Case " + i));
    }
    await().until(() -> SERVER.count("select count(*) from change") == 0);
    assertThat(SERVER.part(Feeds.class).of("qm").makeBase()).isTrue();
    String newest = new FeedReader(CLIENT, "/qm/trs").poll().getLast().uri();
    String first = CLIENT.get("/qm/trs/base").location();
    assertThat(Documents.value(CLIENT.get(first).model(), TRS + "cutoffEvent")).isEqualTo(newest);
    Set<String> byHeader = new HashSet<>();
    Set<String> byProperty = new HashSet<>();
    List<String> headerPages = new ArrayList<>();
    for (String page = first; page != null; page = nextByHeader(page)) {
      headerPages.add(page);
      byHeader.addAll(members(page, LDP + "member"));
    }
    List<String> propertyPages = new ArrayList<>();
    for (String page = first; page != null; page = nextByProperty(page)) {
      propertyPages.add(page);
      byProperty.addAll(members(page, "http://www.w3.org/2000/01/rdf-schema#member"));
    }
    assertThat(headerPages).hasSize(3).isEqualTo(propertyPages);
    assertThat(byHeader).hasSize(23).isEqualTo(byProperty);
    assertThat(byHeader)
        .allSatisfy(uri -> assertThat(uri).startsWith(SERVER.baseUri() + "/qm/version/"));
    for (String page : headerPages.subList(1, 3)) {
      Model model = CLIENT.get(page).model();
      assertThat(model.contains(null, model.createProperty(TRS, "cutoffEvent"))).isFalse();
    }
    assertThat(CLIENT.get(first).response().headers().allValues("Link"))
        .contains("<http://www.w3.org/ns/ldp#Page>; rel=\"type\"");
    String pages = first.substring(0, first.lastIndexOf('/') + 1);
    Documents.error(CLIENT.get(pages + 4), 404);
    Documents.error(CLIENT.get(pages + 0), 404);
    Documents.error(CLIENT.get("/qm/trs/base/77/1"), 404);
  }

  private static List<String> members(String page, String property) {
    return Documents.values(CLIENT.get(page).model(), SERVER.baseUri() + "/qm/trs/base", property);
  }

  private static @Nullable String nextByHeader(String page) {
    return CLIENT.get(page).response().headers().allValues("Link").stream()
        .filter(link -> link.endsWith("; rel=\"next\""))
        .map(link -> link.substring(1, link.indexOf('>')))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String nextByProperty(String page) {
    List<String> next = Documents.values(CLIENT.get(page).model(), page, LDP + "nextPage");
    assertThat(next).hasSize(1);
    return next.getFirst().equals(RDF.nil.getURI()) ? null : next.getFirst();
  }

  @Test
  void emptyLogHasOneSegment() {
    Model model = CLIENT.get("/rm/trs").model();
    String log = Documents.value(model, TRS + "changeLog");
    assertThat(Documents.values(model, log, RDF.type.getURI())).containsExactly(TRS + "ChangeLog");
    assertThat(CLIENT.get(log).status()).isEqualTo(200);
    assertThat(Documents.values(model, log, TRS + "previous")).isEmpty();
  }
}
