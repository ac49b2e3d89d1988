package org.reprise.gc.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.vocabulary.RDF;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Plant;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.oslc.trs.Feed;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;

/** The feed of components and configurations: its log, its base, and what a restore does to it. */
class FeedIT {
  private static final String TRS = "http://open-services.net/ns/core/trs#";
  private static final String LDP = "http://www.w3.org/ns/ldp#";
  private static final GcServer SERVER = GcServer.withSmallFeed();
  private static final GcClient CLIENT = SERVER.client();

  private final Plant plant = new Plant(SERVER);

  private static void awaitPublished(GcServer server) {
    await().until(() -> server.count("select count(*) from change") == 0);
  }

  private static String configuration(GcServer server, GlobalConfiguration one) {
    return server.baseUri() + "/gc/configuration/" + one.id();
  }

  @Test
  void everyChangeIsAnEvent() {
    FeedReader reader = new FeedReader(CLIENT, "/gc/trs");
    awaitPublished(SERVER);
    reader.poll();
    GlobalConfiguration stream = plant.stream("Event");
    awaitPublished(SERVER);
    String component = SERVER.baseUri() + "/gc/component/" + stream.component();
    List<Event> created = reader.poll();
    assertThat(created).extracting(Event::type).containsOnly("Creation");
    // Its initial baseline as well.
    assertThat(created)
        .hasSize(3)
        .extracting(Event::changed)
        .contains(component, configuration(SERVER, stream));

    GlobalConfiguration part = plant.stream("Part");
    awaitPublished(SERVER);
    reader.poll();
    plant.add(stream, part, "1");
    awaitPublished(SERVER);
    assertThat(reader.poll())
        .extracting(event -> event.type() + " " + event.changed())
        .containsExactly("Modification " + configuration(SERVER, stream));

    SERVER.part(Configurations.class).removeContribution(stream.id(), null, slug(SERVER, stream));
    SERVER.part(Configurations.class).delete(part.id(), null);
    awaitPublished(SERVER);
    assertThat(reader.poll())
        .extracting(event -> event.type() + " " + event.changed())
        .containsExactly(
            "Modification " + configuration(SERVER, stream),
            "Deletion " + configuration(SERVER, part));
  }

  private static String slug(GcServer server, GlobalConfiguration one) {
    return server.part(Configurations.class).contributions(one.id()).getFirst().slug();
  }

  @Test
  void segmentsHoldTheirEventsInOrderAndFormatsAgree() {
    for (int i = 0; i < 13; i++) {
      plant.component("Component " + i);
    }
    awaitPublished(SERVER);
    List<Event> events = new FeedReader(CLIENT, "/gc/trs").poll();
    assertThat(events).hasSizeGreaterThanOrEqualTo(26);
    assertThat(events).extracting(Event::order).isSorted().doesNotHaveDuplicates();
    assertThat(events).extracting(Event::uri).doesNotHaveDuplicates();
    String second = SERVER.baseUri() + "/gc/trs/log/2";
    Model model = CLIENT.get(second).model();
    assertThat(FeedReader.events(model, model.getResource(second)))
        .extracting(Event::order)
        .containsExactly(20L, 19L, 18L, 17L, 16L, 15L, 14L, 13L, 12L, 11L);
    assertThat(Documents.values(model, second, TRS + "previous"))
        .containsExactly(SERVER.baseUri() + "/gc/trs/log/1");
    Documents.error(CLIENT.get("/gc/trs/log/0"), 404);
    Documents.error(CLIENT.get("/gc/trs/log/" + (events.size() / 10 + 2)), 404);
    for (String uri : List.of("/gc/trs", "/gc/trs/log/1", CLIENT.get("/gc/trs/base").location())) {
      Model turtle = CLIENT.get(uri).model();
      for (String format : List.of("application/rdf+xml", "application/ld+json")) {
        GcClient.Answer answer = CLIENT.get(uri, "Accept", format);
        assertThat(answer.contentType()).isEqualTo(format);
        assertThat(answer.model().isIsomorphicWith(turtle)).as(uri + format).isTrue();
        assertThat(CLIENT.get(uri, "Accept", format, "If-None-Match", answer.etag()).status())
            .isEqualTo(304);
      }
    }
  }

  @Test
  void baseListsAllMembersInBothPagingStyles() {
    for (int i = 0; i < 9; i++) {
      plant.stream("Stream " + i);
    }
    awaitPublished(SERVER);
    assertThat(SERVER.part(Feed.class).makeBase()).isTrue();
    String newest = new FeedReader(CLIENT, "/gc/trs").poll().getLast().uri();
    String first = CLIENT.get("/gc/trs/base").location();
    assertThat(Documents.value(CLIENT.get(first).model(), TRS + "cutoffEvent")).isEqualTo(newest);
    Set<String> byHeader = new HashSet<>();
    List<String> pages = new ArrayList<>();
    for (String page = first; page != null; page = nextByHeader(CLIENT, page)) {
      pages.add(page);
      byHeader.addAll(members(SERVER, page, LDP + "member"));
    }
    Set<String> byProperty = new HashSet<>();
    for (String page = first; page != null; page = nextByProperty(CLIENT, page)) {
      byProperty.addAll(members(SERVER, page, "http://www.w3.org/2000/01/rdf-schema#member"));
    }
    int resources =
        (int)
            SERVER.count(
                "select (select count(*) from component) + (select count(*) from configuration)");
    // Each stream with its component and the initial baseline of that.
    assertThat(byHeader).hasSize(resources).hasSizeGreaterThanOrEqualTo(27).isEqualTo(byProperty);
    assertThat(pages).hasSize((resources + 9) / 10);
    assertThat(byHeader)
        .allSatisfy(uri -> assertThat(CLIENT.get(uri).status()).as(uri).isEqualTo(200));
    Documents.error(CLIENT.get(first.replaceAll("\\d+$", "" + (pages.size() + 1))), 404);
    Documents.error(CLIENT.get("/gc/trs/base/77/1"), 404);
  }

  private static List<String> members(GcServer server, String page, String property) {
    return Documents.values(
        server.client().get(page).model(), server.baseUri() + "/gc/trs/base", property);
  }

  private static @Nullable String nextByHeader(GcClient client, String page) {
    return client.get(page).response().headers().allValues("Link").stream()
        .filter(link -> link.endsWith("; rel=\"next\""))
        .map(link -> link.substring(1, link.indexOf('>')))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String nextByProperty(GcClient client, String page) {
    List<String> next = Documents.values(client.get(page).model(), page, LDP + "nextPage");
    assertThat(next).hasSize(1);
    return next.getFirst().equals(RDF.nil.getURI()) ? null : next.getFirst();
  }

  /** The tables are put back as a restore does it, while the publisher's session lasts. */
  @Test
  void eventUrisAreUniqueAfterRestore() {
    plant.component("Kept");
    awaitPublished(SERVER);
    int kept = (int) SERVER.count("select last_position from feed");
    plant.component("Lost");
    awaitPublished(SERVER);
    List<Event> before = new FeedReader(CLIENT, "/gc/trs").poll();
    SERVER.execute(
        "delete from event where position > %1$d; update feed set last_position = %1$d"
            .formatted(kept));
    plant.component("New");
    awaitPublished(SERVER);
    List<Event> after = new FeedReader(CLIENT, "/gc/trs").poll();
    assertThat(after)
        .extracting(Event::order)
        .containsExactlyElementsOf(before.stream().map(Event::order).toList());
    assertThat(after.subList(0, kept)).isEqualTo(before.subList(0, kept));
    assertThat(after.subList(kept, kept + 2))
        .extracting(Event::uri)
        .doesNotContainAnyElementsOf(before.stream().map(Event::uri).toList());
  }
}
