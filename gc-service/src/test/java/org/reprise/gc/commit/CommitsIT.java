package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** Baselines of streams, of those below them, and of those of applications. */
class CommitsIT {
  private static final String AUTO = "http://open-services.net/ns/auto#";
  private static final FakeApplication QM = new FakeApplication();
  private static final GcServer SERVER =
      GcServer.start(
          with(QM.settings(), "--reprise.gc.asking.backoff=10ms", "--reprise.gc.commit.wait=5s"));
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final byte[] NOTHING = {};

  private static String[] with(String[] some, String... more) {
    java.util.List<String> all = new java.util.ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @AfterAll
  static void end() {
    SERVER.close();
    QM.close();
  }

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
  void aBaselineCannotBeChangedButForItsTags() {
    String stream = CONFIGS.stream("Stream");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(11), "a"));
    String baseline = CONFIGS.commit(stream);
    GcClient.Answer read = CLIENT.get(baseline);
    String same = read.body();
    for (String changed :
        List.of(
            same.replace("Baseline of", "Changed of"),
            same.replace("contributionOrder \"a\"", "contributionOrder \"b\"")
                .replaceAll("(contributionOrder +)\"a\"", "$1\"b\""),
            Configs.document("Baseline of Stream of Initial baseline of Stream", List.of()))) {
      assertThat(changed).isNotEqualTo(same);
      assertThat(Documents.error(CLIENT.put(baseline, changed, "If-Match", "*"), 409))
          .contains("baseline");
    }
    assertThat(CLIENT.get(baseline).etag()).isEqualTo(read.etag());
    String tagged = same + "\n<" + baseline + "> <http://purl.org/dc/terms/subject> \"released\" .";
    assertThat(CLIENT.put(baseline, tagged, "If-Match", read.etag()).status()).isEqualTo(204);
    assertThat(CONFIGS.value(baseline, "http://purl.org/dc/terms/subject")).isEqualTo("released");
    assertThat(CONFIGS.resolved(baseline)).hasSize(2);
    Documents.error(CLIENT.send("POST", baseline + "/baselines", NOTHING), 409);
    Documents.error(CLIENT.get(baseline + "/baselines"), 404);
    Documents.error(CLIENT.delete(baseline, "If-Match", "*"), 409);
  }

  @Test
  void whereNothingWasChangedTheNewestBaselineIsNamed() {
    String stream = CONFIGS.stream("Quiet");
    CONFIGS.contribute(stream, Sent.of(CONFIGS.initialBaseline(CONFIGS.component("Part")), "a"));
    String baseline = CONFIGS.commit(stream);
    GcClient.Answer again = CLIENT.send("POST", stream + "/baselines", NOTHING);
    assertThat(again.status()).isEqualTo(303);
    assertThat(again.location()).isEqualTo(baseline);
  }

  @Test
  void aStreamBeginsFromABaseline() {
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
  void aStagingStreamIsFilledWithBaselinesAndBecomesOne() {
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
  void anApplicationThatIsAwayLeavesNoHalfBaseline() {
    String leaf = CONFIGS.stream("Leaf");
    String top = CONFIGS.stream("Top");
    CONFIGS.contribute(leaf, Sent.of(QM.configuration(41), "a"));
    CONFIGS.contribute(top, Sent.of(leaf, "a"), Sent.of(QM.configuration(42), "b"));
    QM.fault("POST /qm/configuration/42/baselines", exchange -> true);
    long before = CONFIGS.rows();
    GcClient.Answer answer = CLIENT.send("POST", top + "/baselines", NOTHING);
    assertThat(Documents.error(answer, 503)).contains("'qm'");
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(CONFIGS.rows()).isEqualTo(before);
    QM.fault(
        "POST /qm/configuration/42/baselines",
        exchange -> {
          FakeApplication.answer(exchange, 409, "");
          return true;
        });
    assertThat(Documents.error(CLIENT.send("POST", top + "/baselines", NOTHING), 502))
        .contains("409");
    QM.fault(
        "POST /qm/configuration/42/baselines",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "http://elsewhere/1");
          FakeApplication.answer(exchange, 201, "");
          return true;
        });
    assertThat(Documents.error(CLIENT.send("POST", top + "/baselines", NOTHING), 502))
        .contains("elsewhere");
    assertThat(CONFIGS.rows()).isEqualTo(before);
    QM.heal();
    assertThat(CONFIGS.resolved(CONFIGS.commit(top))).hasSize(4);
  }

  @Test
  void anApplicationMayNameTheBaselineThatItHas() {
    String stream = CONFIGS.stream("Same");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(51), "a"));
    String first = CONFIGS.commit(stream);
    String local = CONFIGS.contributed(first).getFirst();
    QM.fault(
        "POST /qm/configuration/51/baselines",
        exchange -> {
          exchange.getResponseHeaders().set("Location", local);
          FakeApplication.answer(exchange, 303, "");
          return true;
        });
    GcClient.Answer again = CLIENT.send("POST", stream + "/baselines", NOTHING);
    assertThat(again.status()).isEqualTo(303);
    assertThat(again.location()).isEqualTo(first);
  }

  @Test
  void whatTakesLongIsAnActivity() throws Exception {
    try (GcServer server = GcServer.start(with(QM.settings(), "--reprise.gc.commit.wait=0s"))) {
      Configs configs = new Configs(server);
      GcClient client = server.client();
      String stream = configs.stream("Slow");
      configs.contribute(stream, Sent.of(QM.configuration(61), "a"));
      CountDownLatch go = new CountDownLatch(1);
      QM.fault(
          "POST /qm/configuration/61/baselines",
          exchange -> {
            try {
              go.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return false;
          });
      GcClient.Answer begun = client.send("POST", stream + "/baselines", NOTHING);
      assertThat(begun.status()).isEqualTo(202);
      String activity = begun.location();
      Model model = client.get(activity).model();
      assertThat(Documents.values(model, activity, AUTO + "state"))
          .containsExactly(AUTO + "inProgress");
      assertThat(Documents.values(model, activity, AUTO + "verdict"))
          .containsExactly(AUTO + "unavailable");
      go.countDown();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() ->
              Documents.values(client.get(activity).model(), activity, AUTO + "verdict")
                  .contains(AUTO + "passed"));
      String baseline =
          Documents.value(client.get(activity).model(), "http://purl.org/dc/terms/references");
      assertThat(configs.resolved(baseline)).hasSize(2);
      Documents.error(client.get("/gc/activity/987654"), 404);
      server.execute("update activity set modified = now() - interval '25 hours'");
      server.close();
      try (GcServer again =
          GcServer.start(server.database(), "--reprise.gc.base-uri=" + server.baseUri())) {
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> again.client().get(activity).status() == 404);
        assertThat(again.client().get(baseline).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void streamsThatAreAddedMeanwhileAreBaselinedToo() {
    String stream = CONFIGS.stream("Growing");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(71), "a"));
    QM.fault(
        "POST /qm/configuration/71/baselines",
        exchange -> {
          CONFIGS.contribute(
              stream, Sent.of(QM.configuration(71), "a"), Sent.of(QM.configuration(72), "b"));
          return false;
        });
    String baseline = CONFIGS.commit(stream);
    assertThat(QM.count("POST /qm/configuration/71/baselines")).isEqualTo(1);
    assertThat(QM.count("POST /qm/configuration/72/baselines")).isEqualTo(1);
    assertThat(CONFIGS.contributed(baseline)).hasSize(2).doesNotContain(QM.configuration(72));
  }

  @Test
  void aTitleIsGivenToBaselinesOfApplicationsToo() {
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

  @Test
  void streamsAreAskedForAtTheSameTime() {
    String stream = CONFIGS.stream("Wide");
    CONFIGS.contribute(
        stream, Sent.of(QM.configuration(81), "a"), Sent.of(QM.configuration(82), "b"));
    CountDownLatch both = new CountDownLatch(2);
    for (int n = 81; n <= 82; n++) {
      QM.fault(
          "POST /qm/configuration/" + n + "/baselines",
          exchange -> {
            both.countDown();
            if (isThere(both)) {
              return false;
            }
            FakeApplication.answer(exchange, 409, "");
            return true;
          });
    }
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).hasSize(2);
  }

  private static boolean isThere(CountDownLatch latch) {
    try {
      return latch.await(4, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void ofManyStreamsOneThatFailsLeavesNoHalfBaseline() {
    String stream = CONFIGS.stream("Many");
    List<Sent> many = new java.util.ArrayList<>();
    for (int n = 200; n < 240; n++) {
      many.add(Sent.of(QM.configuration(n), "a" + n));
    }
    CONFIGS.contribute(stream, many.toArray(Sent[]::new));
    QM.fault(
        "POST /qm/configuration/213/baselines",
        exchange -> {
          FakeApplication.answer(exchange, 409, "");
          return true;
        });
    long before = CONFIGS.rows();
    assertThat(Documents.error(CLIENT.send("POST", stream + "/baselines", NOTHING), 502))
        .contains("configuration/213");
    assertThat(CONFIGS.rows()).isEqualTo(before);
    QM.heal();
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).hasSize(40).allMatch(CommitsIT::isMade);
  }

  // Baselines of the application have large numbers.
  private static boolean isMade(String local) {
    return Long.parseLong(local.substring(local.lastIndexOf('/') + 1)) >= 1_000_000;
  }

  @Test
  void aBaselineWhoseAnswerWasLostIsFoundByTheNextAttempt() {
    String stream = CONFIGS.stream("Lost");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(91), "a"));
    int before = QM.baselines();
    AtomicBoolean isFirst = new AtomicBoolean(true);
    QM.fault(
        "POST /qm/configuration/91/baselines",
        exchange -> isFirst.getAndSet(false) && QM.isLost(exchange, 91));
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).hasSize(1);
    assertThat(QM.count("POST /qm/configuration/91/baselines")).isEqualTo(2);
    assertThat(QM.baselines()).isEqualTo(before + 1);
    // Another commit is another request.
    CONFIGS.commit(stream);
    assertThat(QM.baselines()).isEqualTo(before + 2);
  }

  // Clients do not know the URI of what they create: Lyo's write a blank node, others a made-up
  // URI.
  @Test
  void aTitleIsTakenWhateverTheSenderCallsWhatIsCreated() {
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
}
