package org.reprise.gc.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.Configs;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

class ComponentsIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final String TITLE = "http://purl.org/dc/terms/title";

  @Test
  void createsComponentWithEmptyInitialBaseline() {
    GcClient.Answer created =
        CLIENT.post(
            "/gc/component",
            Configs.PREFIXES
                + "<urn:new> a oslc_config:Component ; dcterms:title \"Brakes & more\" ;"
                + " dcterms:description \"All of them\" ; dcterms:subject \"car\" .");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String component = created.location();
    assertThat(Documents.values(CLIENT.get(component).model(), component, TITLE))
        .containsExactly("Brakes &amp; more");
    String baseline = CONFIGS.initialBaseline(component);
    assertThat(CONFIGS.value(baseline, Configs.CONFIG + "component")).isEqualTo(component);
    assertThat(CONFIGS.resolved(baseline)).containsExactly(baseline);
    // Its stream is a number that no stream gets.
    String stream = CONFIGS.value(baseline, Configs.CONFIG + "baselineOfStream");
    Documents.error(CLIENT.get(stream), 404);
    assertThat(
            SERVER.count(
                "select count(*) from (select kind, resource from change union all select kind, resource from event) told where kind = 'Creation' and '%s/gc/' || resource in ('%s', '%s')"
                    .formatted(SERVER.baseUri(), component, baseline)))
        .isEqualTo(2);
  }

  @Test
  void listsComponentsInPages() {
    String component = CONFIGS.component("Listed");
    String members = "http://www.w3.org/ns/ldp#contains";
    long id = Long.parseLong(component.substring(component.lastIndexOf('/') + 1));
    String container = SERVER.baseUri() + "/gc/component";
    GcClient.Answer page = CLIENT.get("/gc/component?after=" + (id - 1));
    assertThat(Documents.values(page.model(), container, members)).contains(component);
    assertThat(
            Documents.values(CLIENT.get("/gc/component?after=" + id).model(), container, members))
        .doesNotContain(component);
    assertThat(CLIENT.get("/gc/component?after=99999999").status()).isEqualTo(200);
    Documents.error(CLIENT.get("/gc/component?after=x"), 400);
  }

  @Test
  void acceptsOneOfTwoConcurrentChanges() throws Exception {
    String component = CONFIGS.component("Raced for");
    GcClient.Answer read = CLIENT.get(component);
    String changed = read.body().replace("Raced for", "Changed");
    Documents.error(CLIENT.put(component, changed), 428);
    Documents.error(CLIENT.put(component, changed, "If-Match", "\"77-t\""), 412);
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      CyclicBarrier begin = new CyclicBarrier(4);
      List<Future<Integer>> answers = new ArrayList<>();
      for (int n = 0; n < 4; n++) {
        answers.add(
            writers.submit(() -> {
              begin.await();
              return CLIENT.put(component, changed, "If-Match", read.etag()).status();
            }));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<Integer> answer : answers) {
        statuses.add(answer.get());
      }
      assertThat(statuses).containsExactlyInAnyOrder(200, 412, 412, 412);
    }
    assertThat(CLIENT.get(component).etag()).isNotEqualTo(read.etag());
  }

  @Test
  void tagOfStateThatRestoreLostFitsNoOther() {
    String component = CONFIGS.component("Restored");
    String body = CLIENT.get(component).body();
    String row = " where id = " + component.replaceAll(".*/", "");
    String modified = SERVER.text("select modified from component" + row);
    String lost = CLIENT.put(component, body.replace("Restored", "Lost"), "If-Match", "*").etag();
    SERVER.execute(
        "update component set title = 'Restored', version = 0, modified = '"
            + modified
            + "'"
            + row);
    assertThat(CLIENT.put(component, body.replace("Restored", "New"), "If-Match", "*").status())
        .isEqualTo(200);
    Documents.error(CLIENT.put(component, body, "If-Match", lost), 412);
  }

  @Test
  void deletesComponentWithoutDependents() {
    String component = CONFIGS.component("Short-lived");
    String baseline = CONFIGS.initialBaseline(component);
    String stream = CONFIGS.streamFrom(baseline);
    Documents.error(CLIENT.delete(component), 428);
    Documents.error(CLIENT.delete(component, "If-Match", "*"), 409);
    assertThat(CLIENT.delete(stream, "If-Match", "*").status()).isEqualTo(204);
    assertThat(CLIENT.delete(component, "If-Match", CLIENT.get(component).etag()).status())
        .isEqualTo(204);
    Documents.error(CLIENT.get(component), 404);
    Documents.error(CLIENT.get(baseline), 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<> a oslc_config:Component .",
        "<> a oslc_config:Component ; dcterms:title \" \" .",
        "<> a oslc_config:Component ; dcterms:title \"x\" ; dcterms:publisher \"y\" .",
        "<urn:a> a oslc_config:Component ; dcterms:title \"x\" . <urn:b> a oslc_config:Component ;"
            + " dcterms:title \"y\" .",
        "<> a oslc_config:Stream ; dcterms:title \"x\" .",
        "<> a oslc_config:Component, oslc_config:Stream ; dcterms:title \"x\" .",
        "<> dcterms:title \"x\" ; oslc:archived true .",
        "<> dcterms:title \"x\u0001\" .",
        "<> dcterms:title",
      })
  void rejectsUnknownResource(String turtle) {
    long before = CONFIGS.rows();
    Documents.error(CLIENT.post("/gc/component", Configs.PREFIXES + turtle), 400);
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  // Clients do not know the URI of what they create: Lyo's write a blank node, others a made-up
  // URI.
  @Test
  void createsUnderAnySubject() {
    for (String subject : List.of("[]", "<urn:x>", "<>", "[] a oslc_config:Component ;")) {
      GcClient.Answer created =
          CLIENT.post("/gc/component", Configs.PREFIXES + subject + " dcterms:title \"Called\" .");
      assertThat(created.status()).as(subject + created).isEqualTo(201);
      assertThat(CONFIGS.value(created.location(), TITLE)).isEqualTo("Called");
    }
    String person = " dcterms:creator <#me> . <#me> dcterms:description \"who\" .";
    assertThat(
            CLIENT
                .post("/gc/component", Configs.PREFIXES + "<urn:x> dcterms:title \"x\" ;" + person)
                .status())
        .isEqualTo(201);
    assertThat(
            Documents.error(
                CLIENT.post(
                    "/gc/component", Configs.PREFIXES + "<urn:x> dcterms:description \"x\" ."),
                400))
        .contains("no dcterms:title");
    assertThat(
            Documents.error(
                CLIENT.post(
                    "/gc/component",
                    Configs.PREFIXES
                        + "<urn:x> dcterms:title \"x\" . <urn:y> dcterms:title \"y\" ."),
                400))
        .contains("not clear which resource");
    assertThat(Documents.error(CLIENT.post("/gc/component", Configs.PREFIXES), 400))
        .contains("says nothing");
  }

  @Test
  void turtleBeginsWithTypes() {
    String component = CONFIGS.component("In order");
    String baseline = CONFIGS.initialBaseline(component);
    for (String uri : List.of(component, baseline, CONFIGS.streamFrom(baseline))) {
      assertThat(CLIENT.get(uri, "Accept", "text/turtle").body())
          .containsPattern("\\A(@prefix.*\\n|\\s)*<\\Q" + uri + "\\E>\\s+(a|rdf:type)\\s");
    }
    assertThat(CLIENT.get(component, "Accept", "text/turtle").body())
        .as("in one block")
        .containsOnlyOnce("\n<" + component + ">");
  }

  @Test
  void redirectsBrowsersToPage() {
    String component = CONFIGS.component("For people");
    GcClient.Answer answer =
        CLIENT.get(component, "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9");
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.location()).contains("/gc/web/component/");
  }
}
