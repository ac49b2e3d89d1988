package org.reprise.gc.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** What requests say of the streams and baselines that they create. */
class CreationsIT {
  private static final GcServer SERVER = GcServer.shared();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final String DCTERMS = "http://purl.org/dc/terms/";
  private static final String ARCHIVED = "http://open-services.net/ns/core#archived";
  private static final String BRANCH = Configs.CONFIG + "branch";
  private static final String SAID =
      "dcterms:title \"Said\" ; dcterms:description \"All of it\" ; dcterms:subject \"one\", \"two\""
          + " ; oslc:archived true ; oslc_config:branch <http://branch/1> .";

  private static GcClient.Answer post(String container, String turtle) {
    return CLIENT.post(container, Configs.PREFIXES + turtle);
  }

  private static void assertStored(GcClient.Answer created) {
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String uri = created.location();
    Model model = CLIENT.get(uri).model();
    assertThat(Documents.values(model, uri, DCTERMS + "title")).containsExactly("Said");
    assertThat(Documents.values(model, uri, DCTERMS + "description")).containsExactly("All of it");
    assertThat(Documents.values(model, uri, DCTERMS + "subject"))
        .containsExactlyInAnyOrder("one", "two");
    assertThat(Documents.values(model, uri, ARCHIVED)).containsExactly("true");
    assertThat(Documents.values(model, uri, BRANCH)).containsExactly("http://branch/1");
    assertSameAsRead(created);
  }

  private static void assertSameAsRead(GcClient.Answer created) {
    GcClient.Answer read = CLIENT.get(created.location());
    assertThat(created.model().isIsomorphicWith(read.model()))
        .as(created.body() + read.body())
        .isTrue();
    assertThat(created.etag()).isEqualTo(read.etag());
  }

  @Test
  void answersCreationWithWholeDocument() {
    String stream = CONFIGS.stream("Whole");
    CONFIGS.contribute(stream, Sent.of(CONFIGS.stream("Part"), "a"));
    assertSameAsRead(post(stream + "/staging", ""));
    GcClient.Answer baseline = post(stream + "/baselines", "");
    assertThat(CONFIGS.resolved(baseline.location())).hasSize(2);
    assertSameAsRead(baseline);
    assertSameAsRead(post(baseline.location() + "/streams", ""));
  }

  @Test
  void storesAllProperties() {
    String component = CONFIGS.component("Created in full");
    String of = " ; oslc_config:component <" + component + "> ; ";
    GcClient.Answer stream =
        post(
            CONFIGS.initialBaseline(component) + "/streams", "<> a oslc_config:Stream" + of + SAID);
    assertStored(stream);
    String origin = stream.location();
    assertStored(post(origin + "/staging", "<urn:new> a oslc_config:Configuration" + of + SAID));
    assertStored(post(origin + "/baselines", "[] a oslc_config:Baseline" + of + SAID));
  }

  @Test
  void stagingStreamTakesRequestedBranch() {
    String stream = CONFIGS.stream("Branched");
    assertThat(
            CLIENT
                .put(
                    stream,
                    Configs.document("Branched", List.of())
                        + "<> oslc_config:branch <http://branch/2> .",
                    "If-Match",
                    "*")
                .status())
        .isEqualTo(200);
    String usual = post(stream + "/staging", "").location();
    assertThat(CONFIGS.value(usual, BRANCH)).isEqualTo("http://branch/2");
    String other =
        post(stream + "/staging", "<> oslc_config:branch <http://branch/3> .").location();
    assertThat(CONFIGS.value(other, BRANCH)).isEqualTo("http://branch/3");
    String next = post(CONFIGS.commit(stream) + "/streams", "").location();
    assertThat(Documents.values(CLIENT.get(next).model(), next, BRANCH)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<> dcterms:title \"x\" ; <http://unknown/p> 1 .",
        "<> dcterms:title \"x\" ; dcterms:publisher \"y\" .",
        "<> dcterms:title \"x\" ; oslc:archived \"yes\" .",
        "<> dcterms:title \"x\" ; oslc:archived \"TRUE\"^^<http://www.w3.org/2001/XMLSchema#boolean> .",
        "<> dcterms:title \"x\" ; oslc:archived 5 .",
        "<> dcterms:title \"x\" ; dcterms:description \" \" .",
        "<> dcterms:title \"x\" ; oslc_config:branch \"text\" .",
        "<> dcterms:title \"x\" ; a oslc_config:Component .",
        "<> dcterms:title \"x\" ; oslc_config:contribution [ oslc_config:configuration <http://nowhere/1> ; oslc_config:contributionOrder \"a\" ] .",
      })
  void rejectsUnsupportedProperties(String turtle) {
    String baseline = CONFIGS.initialBaseline(CONFIGS.component("Strict"));
    String stream = CONFIGS.streamFrom(baseline);
    CONFIGS.contribute(stream, Sent.of(CONFIGS.stream("Part"), "a"));
    long before = CONFIGS.rows();
    long activities = SERVER.count("select count(*) from activity");
    Documents.error(post(baseline + "/streams", turtle), 400);
    Documents.error(post(stream + "/staging", turtle), 400);
    Documents.error(post(stream + "/baselines", turtle), 400);
    assertThat(CONFIGS.rows()).isEqualTo(before);
    assertThat(SERVER.count("select count(*) from activity")).isEqualTo(activities);
  }

  @Test
  void rejectsOtherComponentThanOrigin() {
    String baseline = CONFIGS.initialBaseline(CONFIGS.component("Contradicted"));
    String stream = CONFIGS.streamFrom(baseline);
    long before = CONFIGS.rows();
    String another = "<> oslc_config:component <http://another/component> .";
    Documents.error(post(baseline + "/streams", another), 409);
    Documents.error(post(stream + "/staging", another), 409);
    Documents.error(post(stream + "/baselines", another), 409);
    Documents.error(post(baseline + "/streams", "<> a oslc_config:Baseline ."), 400);
    Documents.error(post(stream + "/baselines", "<> a oslc_config:Stream ."), 400);
    Documents.error(post(baseline + "/streams", "<> oslc_config:accepts oslc:Error ."), 400);
    assertThat(
            Documents.error(
                post(stream + "/baselines", "<> oslc_config:branch <http://branch/1> ."), 400))
        .contains("branch");
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  @Test
  void readsArchivedAsXsdBoolean() {
    String stream = CONFIGS.stream("Archived");
    for (String yes : List.of("true", "1", "\"true\"", "\"1\"")) {
      assertThat(archived(stream, yes).status()).as(yes).isEqualTo(200);
      assertThat(CONFIGS.value(stream, ARCHIVED)).isEqualTo("true");
    }
    for (String unknown : List.of("\"yes\"", "\"TRUE\"", "5", "\"\"", "\" false\"")) {
      assertThat(Documents.error(archived(stream, unknown), 400)).contains("true, false, 1 and 0");
      assertThat(CONFIGS.value(stream, ARCHIVED)).isEqualTo("true");
    }
    for (String no : List.of("false", "0")) {
      assertThat(archived(stream, "true").status()).isEqualTo(200);
      assertThat(archived(stream, no).status()).as(no).isEqualTo(200);
      assertThat(Documents.values(CLIENT.get(stream).model(), stream, ARCHIVED)).isEmpty();
    }
  }

  private static GcClient.Answer archived(String stream, String value) {
    return CLIENT.put(
        stream,
        Configs.document("Archived", List.of()) + "<> oslc:archived " + value + " .",
        "If-Match",
        "*");
  }
}
