package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** Baselines of streams, of those below them, and of those of applications. */
class CommitsIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final byte[] NOTHING = {};
  private static final String TITLE = "http://purl.org/dc/terms/title";

  @Test
  void streamsBelowAreBaselinedFirst() {
    String leaf = CONFIGS.stream("Leaf");
    String middle = CONFIGS.stream("Middle");
    String top = CONFIGS.stream("Top");
    CONFIGS.contribute(leaf, Sent.of(QM.configuration(1), "a"));
    CONFIGS.contribute(middle, Sent.of(leaf, "a"), Sent.of(QM.configuration(2), "b"));
    CONFIGS.contribute(
        top,
        new Sent("first", middle, "a", ""),
        Sent.of(leaf, "b"),
        Sent.of(QM.configuration(1), "c"));
    String baseline = CONFIGS.commit(top);

    List<String> resolved = CONFIGS.resolved(baseline);
    assertThat(resolved).hasSize(5);
    for (String one : resolved) {
      Model model = one.startsWith(QM.base()) ? null : CLIENT.get(one).model();
      if (model != null) {
        assertThat(Documents.values(model, one, Configs.CONFIG + "accepts")).isEmpty();
        assertThat(Documents.values(model, one, Configs.CONFIG + "baselineOfStream")).hasSize(1);
      }
    }
    assertThat(QM.count("POST /qm/configuration/1/baselines")).isEqualTo(1);
    assertThat(
            Documents.values(
                CLIENT.get(baseline).model(),
                baseline + "#first",
                Configs.CONFIG + "configuration"))
        .containsExactly(CONFIGS.value(middle, Configs.CONFIG + "previousBaseline"));
    for (String stream : List.of(top, middle, leaf)) {
      String newest = CONFIGS.value(stream, Configs.CONFIG + "previousBaseline");
      assertThat(CONFIGS.value(newest, Configs.CONFIG + "baselineOfStream")).isEqualTo(stream);
      assertThat(
              Documents.values(
                  CLIENT.get(stream + "/baselines").model(),
                  stream + "/baselines",
                  "http://www.w3.org/ns/ldp#contains"))
          .containsExactly(newest);
    }
    // The streams go on with streams.
    assertThat(CONFIGS.contributed(top)).contains(middle, leaf, QM.configuration(1));

    // What changes later is not seen in the baseline, and it cannot be changed.
    String etag = CLIENT.get(baseline).etag();
    CONFIGS.contribute(leaf, Sent.of(QM.configuration(3), "a"));
    assertThat(CLIENT.get(baseline).etag()).isEqualTo(etag);
    assertThat(CONFIGS.resolved(baseline)).isEqualTo(resolved);
    String second = CONFIGS.commit(top);
    assertThat(CONFIGS.value(second, Configs.CONFIG + "previousBaseline")).isEqualTo(baseline);
  }

  @Test
  void onlyTagsOfBaselineCanChange() {
    String stream = CONFIGS.stream("Stream");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(11), "a"));
    String baseline = CONFIGS.commit(stream);
    GcClient.Answer read = CLIENT.get(baseline);
    String same = read.body();
    String title = CONFIGS.value(baseline, TITLE);
    for (String changed :
        List.of(
            same.replace(title, "Changed"),
            same.replace("contributionOrder \"a\"", "contributionOrder \"b\"")
                .replaceAll("(contributionOrder +)\"a\"", "$1\"b\""),
            Configs.document(title, List.of()))) {
      assertThat(changed).isNotEqualTo(same);
      assertThat(Documents.error(CLIENT.put(baseline, changed, "If-Match", "*"), 409))
          .contains("baseline");
    }
    assertThat(CLIENT.get(baseline).etag()).isEqualTo(read.etag());
    String tagged = same + "\n<" + baseline + "> <http://purl.org/dc/terms/subject> \"released\" .";
    assertThat(CLIENT.put(baseline, tagged, "If-Match", read.etag()).status()).isEqualTo(200);
    assertThat(CONFIGS.value(baseline, "http://purl.org/dc/terms/subject")).isEqualTo("released");
    assertThat(CONFIGS.resolved(baseline)).hasSize(2);
    Documents.error(CLIENT.send("POST", baseline + "/baselines", NOTHING), 409);
    Documents.error(CLIENT.get(baseline + "/baselines"), 404);
    Documents.error(CLIENT.delete(baseline, "If-Match", "*"), 409);
  }

  @Test
  void returnsNewestBaselineIfUnchanged() {
    String stream = CONFIGS.stream("Quiet");
    CONFIGS.contribute(stream, Sent.of(CONFIGS.initialBaseline(CONFIGS.component("Part")), "a"));
    String baseline = CONFIGS.commit(stream);
    GcClient.Answer again = CLIENT.send("POST", stream + "/baselines", NOTHING);
    assertThat(again.status()).isEqualTo(303);
    assertThat(again.location()).isEqualTo(baseline);
    assertThat(again.header("Vary")).contains("Accept");
  }

  @Test
  void createsBaselineWhereNewestIsArchived() {
    String part = CONFIGS.stream("Part");
    String stream = CONFIGS.stream("Whole");
    CONFIGS.contribute(stream, Sent.of(part, "a"));
    String archived = CONFIGS.commit(part);
    GcClient.Answer saved =
        CLIENT.put(
            archived,
            CLIENT.get(archived).body()
                + "\n<%s> <http://open-services.net/ns/core#archived> true .".formatted(archived),
            "If-Match",
            "*");
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).doesNotContain(archived);
    assertThat(CLIENT.send("POST", part + "/baselines", NOTHING).location()).isNotEqualTo(archived);
  }

  @Test
  void rejectsBaselineAboveStagingStreamWithStream() {
    String part = CONFIGS.stream("Part");
    CONFIGS.contribute(part, Sent.of(CONFIGS.stream("Leaf"), "a"));
    String staging = CLIENT.send("POST", part + "/staging", NOTHING).location();
    String whole = CONFIGS.stream("Whole");
    CONFIGS.contribute(whole, Sent.of(staging, "a"));
    long before = CONFIGS.rows();
    assertThat(Documents.error(CLIENT.send("POST", whole + "/baselines", NOTHING), 409))
        .contains(staging.replaceAll(".*/", "Configuration ") + " is a staging stream");
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  @Test
  void createsStreamFromBaseline() {
    String stream = CONFIGS.stream("Origin");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(21), "a"));
    String baseline = CONFIGS.commit(stream);
    GcClient.Answer created =
        CLIENT.post(
            baseline + "/streams", Configs.PREFIXES + "<> dcterms:title \"Next & <more>\" .");
    assertThat(created.status()).isEqualTo(201);
    String next = created.location();
    assertThat(CONFIGS.value(next, "http://purl.org/dc/terms/title"))
        .isEqualTo("Next &amp; &lt;more&gt;");
    assertThat(CONFIGS.value(next, Configs.CONFIG + "previousBaseline")).isEqualTo(baseline);
    assertThat(CONFIGS.contributed(next)).isEqualTo(CONFIGS.contributed(baseline));
    assertThat(
            Documents.values(
                CLIENT.get(baseline + "/streams").model(),
                baseline + "/streams",
                "http://www.w3.org/ns/ldp#contains"))
        .containsExactly(next);
    Documents.error(CLIENT.send("POST", stream + "/streams", NOTHING), 409);
    Documents.error(CLIENT.send("POST", "/gc/configuration/987654/streams", NOTHING), 404);
  }

  @Test
  void commitsStagingStreamOfBaselines() {
    String stream = CONFIGS.stream("Release");
    CONFIGS.contribute(
        stream, Sent.of(QM.configuration(31), "a"), Sent.of(QM.configuration(32), "b"));
    GcClient.Answer created = CLIENT.send("POST", stream + "/staging", NOTHING);
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String staging = created.location();
    assertThat(CONFIGS.value(staging, Configs.CONFIG + "accepts"))
        .isEqualTo(Configs.CONFIG + "Baseline");
    assertThat(CONFIGS.contributed(staging)).hasSize(2);
    assertThat(Documents.error(CLIENT.send("POST", staging + "/baselines", NOTHING), 409))
        .contains("staging");
    assertThat(
            Documents.error(
                CONFIGS.put(
                    staging,
                    List.of(Sent.of(QM.configuration(31), "a"), Sent.of(QM.configuration(33), "b")),
                    "*"),
                409))
        .contains("baselines only");
    String one = CONFIGS.initialBaseline(CONFIGS.component("One"));
    String other = CONFIGS.initialBaseline(CONFIGS.component("Other"));
    CONFIGS.contribute(staging, Sent.of(one, "a"), Sent.of(QM.configuration(32), "b"));
    CONFIGS.contribute(staging, Sent.of(one, "a"), Sent.of(other, "b"));
    int before = QM.baselines();
    String baseline = CONFIGS.commit(staging);
    assertThat(QM.baselines()).isEqualTo(before);
    assertThat(CONFIGS.resolved(baseline)).containsExactly(baseline, one, other);
    assertThat(CONFIGS.value(baseline, Configs.CONFIG + "baselineOfStream")).isEqualTo(stream);
    assertThat(CONFIGS.value(stream, Configs.CONFIG + "previousBaseline")).isEqualTo(baseline);
    assertThat(CONFIGS.value(staging, "http://open-services.net/ns/core#archived"))
        .isEqualTo("true");
    Documents.error(CLIENT.send("POST", baseline + "/staging", NOTHING), 409);
  }

  @Test
  void passesTitleToBaselinesOfApplications() {
    String stream = CONFIGS.stream("Titled");
    GcClient.Answer created =
        CLIENT.post(stream + "/baselines", Configs.PREFIXES + "<> dcterms:title \"R1\" .");
    assertThat(created.status()).isEqualTo(201);
    assertThat(CONFIGS.value(created.location(), "http://purl.org/dc/terms/title")).isEqualTo("R1");
    Documents.error(
        CLIENT.post(stream + "/baselines", Configs.PREFIXES + "<> dcterms:title \" \" ."), 400);
    Documents.error(CLIENT.post(stream + "/baselines", "no Turtle"), 400);
    Documents.error(CLIENT.send("POST", "/gc/configuration/987654/baselines", NOTHING), 404);
  }

  // Clients do not know the URI of what they create: Lyo's write a blank node, others a made-up
  // URI.
  @Test
  void readsTitleUnderAnySubject() {
    String title = "http://purl.org/dc/terms/title";
    String stream = CONFIGS.stream("Called");
    for (String subject : List.of("[]", "<urn:new>", "<>")) {
      CONFIGS.contribute(stream, Sent.of(QM.configuration(95), subject.length() + "a"));
      GcClient.Answer made =
          CLIENT.post(
              stream + "/baselines",
              Configs.PREFIXES
                  + subject
                  + " a oslc_config:Baseline ; dcterms:title \"R "
                  + subject.length()
                  + "\" .");
      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      assertThat(CONFIGS.value(made.location(), title)).isEqualTo("R " + subject.length());
      GcClient.Answer begun =
          CLIENT.post(
              made.location() + "/streams",
              Configs.PREFIXES + subject + " oslc_config:accepts oslc_config:Baseline .");
      assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
      assertThat(CONFIGS.value(begun.location(), Configs.CONFIG + "accepts"))
          .isEqualTo(Configs.CONFIG + "Baseline");
    }
    long before = CONFIGS.rows();
    for (String unclear :
        List.of(
            "<urn:a> dcterms:title \"A\" . <urn:b> dcterms:title \"B\" .",
            "<urn:a> dcterms:subject \"A\" . <urn:b> dcterms:subject \"B\" .")) {
      assertThat(
              Documents.error(CLIENT.post(stream + "/baselines", Configs.PREFIXES + unclear), 400))
          .contains("dcterms:title");
      Documents.error(CLIENT.post(stream + "/staging", Configs.PREFIXES + unclear), 400);
    }
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  @Test
  void archivesStagingStreamThatWasNotChanged() {
    String stream = CONFIGS.stream("Staged unchanged");
    CONFIGS.contribute(stream, Sent.of(QM.baseline(41), "a"));
    String baseline = CONFIGS.commit(stream);
    String staging = CLIENT.send("POST", stream + "/staging", NOTHING).location();
    GcClient.Answer reused = CLIENT.send("POST", staging + "/baselines", NOTHING);
    assertThat(reused.status()).as(reused.toString()).isEqualTo(303);
    assertThat(reused.location()).isEqualTo(baseline);
    assertThat(CONFIGS.value(staging, "http://open-services.net/ns/core#archived"))
        .isEqualTo("true");
    String etag = CLIENT.get(staging).etag();
    assertThat(CLIENT.send("POST", staging + "/baselines", NOTHING).status()).isEqualTo(303);
    assertThat(CLIENT.get(staging).etag()).isEqualTo(etag);
  }

  @Test
  void takesBaselineThatStagingStreamBecame() {
    String stream = CONFIGS.stream("Staged and committed");
    String staging = CLIENT.send("POST", stream + "/staging", NOTHING).location();
    CONFIGS.contribute(staging, Sent.of(QM.baseline(46), "a"));
    String baseline = CONFIGS.commit(staging);
    String top = CONFIGS.stream("Above");
    CONFIGS.contribute(top, Sent.of(staging, "a"));
    assertThat(CONFIGS.contributed(CONFIGS.commit(top))).containsExactly(baseline);
    assertThat(CONFIGS.value(staging, Configs.CONFIG + "previousBaseline")).isEqualTo(baseline);
  }

  /** " baseline 2026-11-24 17:05:09 UTC" leaves room for half of the character. */
  @Test
  void commitsStreamOfComponentWhoseTitleIsCutWithinEmoji() {
    String stream = CONFIGS.stream("x".repeat(966) + "\uD83D\uDE00" + "y".repeat(8));
    String top = CONFIGS.stream("Above");
    CONFIGS.contribute(top, Sent.of(stream, "a"));
    CONFIGS.commit(top);
    String baseline = CONFIGS.value(stream, Configs.CONFIG + "previousBaseline");
    assertThat(CONFIGS.value(baseline, TITLE)).matches("x{966} baseline 2[-0-9]+ [:0-9]+ UTC");
  }

  @Test
  void namesBaselinesAfterTheirComponents() {
    String brakes = CONFIGS.stream("Brakes");
    String component = CONFIGS.value(brakes, Configs.CONFIG + "component");
    String other = CONFIGS.streamFrom(CONFIGS.initialBaseline(component));
    CONFIGS.contribute(brakes, Sent.of(QM.configuration(43), "a"));
    CONFIGS.contribute(other, Sent.of(QM.configuration(43), "a"));
    String car = CONFIGS.stream("Car");
    CONFIGS.contribute(car, Sent.of(brakes, "a"), Sent.of(other, "b"));
    GcClient.Answer created =
        CLIENT.post(car + "/baselines", Configs.PREFIXES + "<> dcterms:title \"Car 2027.1\" .");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(CONFIGS.value(created.location(), TITLE)).isEqualTo("Car 2027.1");
    List<String> titles =
        CONFIGS.contributed(created.location()).stream()
            .map(one -> CONFIGS.value(one, TITLE))
            .toList();
    assertThat(titles)
        .hasSize(2)
        .allMatch(one -> one.matches("Brakes baseline 2[-0-9]+ [:0-9]+ UTC( \\(2\\))?"))
        .doesNotHaveDuplicates();
    assertThat(QM.sent("POST /qm/configuration/43/baselines"))
        .contains("\"Component 43 baseline 2")
        .doesNotContain("Car");
    CONFIGS.contribute(car, Sent.of(brakes, "a"));
    assertThat(CONFIGS.value(CONFIGS.commit(car), TITLE)).startsWith("Car baseline 2");
  }

  @Test
  void storesBeginningOfLongLocalTitleThatEndsInEmoji() {
    QM.fault(
        "GET /qm/configuration/42",
        exchange -> {
          String document =
              QM.document(42, "Stream", "oslc_config:acceptedBy oslc_config:Configuration ;");
          FakeApplication.answer(
              exchange, 200, document.replace("Local 42", "x".repeat(999) + "\uD83D\uDE00"));
          return true;
        });
    String stream = CONFIGS.stream("Local emoji");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(42), "a"));
    assertThat(
            SERVER.text(
                "select title from local_configuration where uri = '" + QM.configuration(42) + "'"))
        .isEqualTo("x".repeat(999));
  }
}
