package org.reprise.gc.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.component.Component;
import org.reprise.gc.component.Components;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.configuration.GlobalConfiguration.Accepts;
import org.reprise.oslcclient.Documents;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The quick search: what it finds, in which order, on which page. */
class SearchIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configurations CONFIGURATIONS = SERVER.part(Configurations.class);

  @BeforeAll
  static void create() {
    Component wheels = component("Wheel zq");
    for (int i = 0; i < 30; i++) {
      stream(wheels, "Stream zq %02d".formatted(i));
    }
    component("100% \\zq_odd");
    component("Wheel ZQ of old");
  }

  private static Component component(String title) {
    return SERVER.part(Components.class).create(Edit.titled(title), "tester");
  }

  private static GlobalConfiguration stream(Component component, String title) {
    long baseline =
        CONFIGURATIONS
            .ofComponent(component.id(), GlobalConfiguration.Kind.BASELINE, 0, 1)
            .getFirst()
            .id();
    return CONFIGURATIONS.createStream(baseline, Accepts.ANY, Edit.titled(title), "tester");
  }

  private static String query(String text, String more) {
    return "/gc/search?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8) + more;
  }

  private static JsonNode found(String text, String more) {
    GcClient.Answer answer = CLIENT.get(query(text, more));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return JsonMapper.builder().build().readTree(answer.body());
  }

  private static List<String> titles(JsonNode found) {
    return found.path("results").valueStream().map(one -> one.path("title").asString()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "zq||36",
        "ZQ|stream|30",
        "stream ZQ 1|stream|10",
        "zq|baseline|3",
        "zq|component|3",
        "0% \\zq|component|1",
        "zq_odd|component|1",
        "\\zq|component|1",
        "' or true --||0",
        "z%q||0",
        "wheel_zq||0",
      })
  void findsPartsOfTitlesIgnoringCase(String text, String type, int total) {
    JsonNode found = found(text, type == null ? "" : "&type=" + type);
    assertThat(found.path("total").asInt()).as(found.toString()).isEqualTo(total);
  }

  @Test
  void pagesFollowOneAnotherInOneOrder() {
    List<String> all = new ArrayList<>();
    String page = query("zq", "&type=stream");
    int pages = 0;
    while (page != null) {
      JsonNode found = JsonMapper.builder().build().readTree(CLIENT.get(page).body());
      assertThat(found.path("pageSize").asInt()).isEqualTo(25);
      assertThat(found.path("total").asInt()).isEqualTo(30);
      all.addAll(titles(found));
      page = found.path("nextPage").asString(null);
      pages++;
    }
    assertThat(pages).isEqualTo(2);
    assertThat(all).hasSize(30).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void exactTitleMatchesComeFirst() {
    assertThat(titles(found("wheel zq", "")).getFirst()).isEqualTo("Wheel zq");
    assertThat(titles(found("wheel zq of OLD", "")).getFirst()).isEqualTo("Wheel ZQ of old");
  }

  @Test
  void resultHasUriKindAndComponent() {
    JsonNode stream = found("stream zq 07", "").path("results").get(0);
    assertThat(stream.path("type").asString()).isEqualTo("stream");
    assertThat(stream.path("uri").asString()).startsWith(SERVER.baseUri() + "/gc/configuration/");
    assertThat(stream.path("component").path("title").asString()).isEqualTo("Wheel zq");
    assertThat(CLIENT.get(stream.path("uri").asString()).status()).isEqualTo(200);
    JsonNode component = found("odd", "&type=component").path("results").get(0);
    assertThat(component.path("uri").asString()).startsWith(SERVER.baseUri() + "/gc/component/");
    assertThat(component.has("component")).isFalse();
    assertThat(CLIENT.get(component.path("uri").asString()).status()).isEqualTo(200);
  }

  @Test
  void unmatchedTextReturnsEmptyPage() {
    JsonNode found = found("no title has this", "");
    assertThat(found.path("total").asInt()).isZero();
    assertThat(found.path("results").isEmpty()).isTrue();
    assertThat(found.has("nextPage")).isFalse();
  }

  @Test
  void excludesArchivedConfigurations() {
    GlobalConfiguration stream = stream(component("Archive xw"), "Stream xw");
    assertThat(found("stream xw", "").path("total").asInt()).isEqualTo(1);
    CONFIGURATIONS.edit(stream.id(), null, new Edit("Stream xw", null, List.of(), null, true));
    assertThat(found("stream xw", "").path("total").asInt()).isZero();
  }

  @Test
  void rejectsInvalidQueries() {
    assertThat(Documents.error(CLIENT.get(query("zq", "&type=branch")), 400))
        .contains("type", "stream, baseline, component", "branch");
    assertThat(Documents.error(CLIENT.get(query("zq", "&page=two")), 400)).contains("page", "two");
    assertThat(Documents.error(CLIENT.get(query("zq", "&page=0")), 400)).contains("page");
    assertThat(Documents.error(CLIENT.get(query("zq", "&page=99999999999")), 400)).contains("page");
    assertThat(Documents.error(CLIENT.get(query("zq", "&type=stream&page=3")), 404))
        .contains("page", "2");
    assertThat(Documents.error(CLIENT.get(query("a\0b", "")), 400)).isNotBlank();
    assertThat(Documents.error(CLIENT.get(query("x".repeat(201), "")), 400)).contains("200");
  }

  /** What is asked on each key would otherwise read all titles. */
  @Test
  void titleSearchUsesIndex() {
    SERVER.execute(
        """
        insert into component (id, title, creator, created, modified, version)
        select nextval('component_id'), md5(n::text), 'bulk', now(), now(), 0
        from generate_series(1, 20000) n\
        """);
    SERVER.execute("analyze component");
    try {
      assertThat(
              SERVER.text(
                  "explain select * from component where title ilike '%eccbc87e4b5ce2fe28308%'"))
          .contains("component_title_parts");
      assertThat(
              SERVER.text(
                  "explain select * from component order by lower(title) collate \"C\", id limit 25"))
          .contains("Index Scan using component_title");
    } finally {
      SERVER.execute("delete from component where creator = 'bulk'");
    }
  }
}
