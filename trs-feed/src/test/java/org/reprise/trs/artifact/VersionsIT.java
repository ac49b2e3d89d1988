package org.reprise.trs.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;
import org.reprise.trs.application.Application;
import org.reprise.trs.configuration.Configurations;
import org.springframework.transaction.support.TransactionTemplate;

/** Test cases and requirements: versions, configurations, and what the feed tells of them. */
class VersionsIT {
  private static final TrsServer SERVER = TrsServer.shared();
  private static final OslcClient CLIENT = SERVER.client();
  private static final String FACTORY = "/qm/oslc/projects/2/resources";
  private static final String CONFIG = "http://open-services.net/ns/config#";
  private static final String TITLE = "http://purl.org/dc/terms/title";
  private static final String VALIDATES = "oslc_qm:validatesRequirement <http://rm.example/1>";

  private static String version(Model model) {
    return model
        .listSubjectsWithProperty(
            org.apache.jena.vocabulary.RDF.type, model.createResource(CONFIG + "VersionResource"))
        .next()
        .getURI();
  }

  private static String title(String uri, String... headers) {
    OslcClient.Answer answer = CLIENT.get(uri, headers);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return Documents.value(answer.model(), TITLE);
  }

  // The first one; baselines and other streams come after it.
  private static String stream() {
    Model model = CLIENT.get("/qm/component/2/configurations").model();
    return Documents.values(
            model,
            SERVER.baseUri() + "/qm/component/2/configurations",
            "http://www.w3.org/ns/ldp#contains")
        .stream()
        .min(
            Comparator.comparingLong(
                uri -> Long.parseLong(uri.substring(uri.lastIndexOf('/') + 1))))
        .orElseThrow();
  }

  private static String baseline(String stream) {
    OslcClient.Answer created =
        CLIENT.post(stream + "/baselines", "<> <http://purl.org/dc/terms/title> \"As of now\" .");
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.location();
  }

  private static List<Event> poll(FeedReader feed, int atLeast) {
    List<Event> events = new ArrayList<>();
    await()
        .until(() -> {
          events.addAll(feed.poll());
          return events.size() >= atLeast;
        });
    return events;
  }

  /** Appendix B of the report: created, then saved with a link. */
  @Test
  void savedTestCaseHasTwoCreationsAndOneDeletion() {
    FeedReader feed = SERVER.feedFromNow("qm");
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Brakes at 100 km/h"));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String first = version(created.model());
    OslcClient.Answer saved =
        CLIENT.put(
            created.location(),
            Contents.testCase("Brakes at 100 km/h", VALIDATES),
            "If-Match",
            created.etag());
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    String second = version(CLIENT.get(created.location()).model());
    assertThat(second).isNotEqualTo(first);
    List<Event> events = poll(feed, 3);
    assertThat(events)
        .extracting(Event::type, Event::changed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("Creation", first),
            org.assertj.core.groups.Tuple.tuple("Creation", second),
            org.assertj.core.groups.Tuple.tuple("Deletion", first));
  }

  /** LDP 1.0: a container says that it is one, and what it takes. */
  @Test
  void containersOfConfigurationsHaveAcceptPost() {
    String stream = stream();
    for (String uri : List.of(stream + "/baselines", baseline(stream) + "/streams")) {
      for (String method : List.of("GET", "HEAD", "OPTIONS")) {
        OslcClient.Answer answer = CLIENT.send(method, uri, null);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        assertThat(answer.response().headers().allValues("Link"))
            .contains("<http://www.w3.org/ns/ldp#BasicContainer>; rel=\"type\"");
        assertThat(answer.header("Accept-Post"))
            .isEqualTo("text/turtle, application/rdf+xml, application/ld+json");
      }
    }
    OslcClient.Answer all = CLIENT.get("/qm/component/2/configurations");
    assertThat(all.header("Link")).isNotEmpty();
    assertThat(all.header("Accept-Post")).as("nothing is posted there").isEmpty();
  }

  /** With all that an answer tells of the version; but nothing that is new there. */
  @Test
  void readDocumentCanBeSentBack() {
    String uri = CLIENT.post(FACTORY, Contents.testCase("Sent back", VALIDATES)).location();
    for (String format : List.of("text/turtle", "application/rdf+xml", "application/ld+json")) {
      OslcClient.Answer read = CLIENT.get(uri, "Accept", format);
      OslcClient.Answer put =
          CLIENT.send(
              "PUT", uri, read.response().body(), "Content-Type", format, "If-Match", read.etag());
      assertThat(put.status()).as(put.toString()).isEqualTo(200);
    }
    OslcClient.Answer read = CLIENT.get(uri);
    String version = version(read.model());
    for (String more :
        List.of("a <http://u/Kind>", "<%s> \"x\"".formatted(TITLE), "<http://u/p> 1")) {
      String document = read.body() + "\n<%s> %s .".formatted(version, more);
      assertThat(Documents.error(CLIENT.put(uri, document, "If-Match", read.etag()), 400))
          .contains(version);
    }
    assertThat(CLIENT.get(uri).etag()).isEqualTo(read.etag());
  }

  /** Appendix B of the report: only the creation of the new test case is recorded. */
  @Test
  void linkedTestCaseHasOneCreation() {
    FeedReader qm = SERVER.feedFromNow("qm");
    FeedReader ccm = SERVER.feedFromNow("ccm");
    OslcClient.Answer workItem =
        CLIENT.post("/ccm/oslc/projects/2/resources", Contents.workItem("Squeal"));
    OslcClient.Answer testCase = CLIENT.post(FACTORY, Contents.testCase("Listen"));
    CLIENT.put(
        workItem.location(),
        Contents.workItem("Squeal", "oslc_cm:testedByTestCase <%s>".formatted(testCase.location())),
        "If-Match",
        workItem.etag());
    assertThat(poll(ccm, 2)).extracting(Event::type).containsExactly("Creation", "Modification");
    assertThat(poll(qm, 1)).extracting(Event::type).containsExactly("Creation");
  }

  @Test
  void linksHaveTheConceptAsSubjectAndVersionsNeverChange() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Version one", VALIDATES));
    String concept = created.location();
    String version = version(created.model());
    assertThat(version).startsWith(SERVER.baseUri() + "/qm/version/");
    OslcClient.Answer before = CLIENT.get(version);
    Model model = before.model();
    assertThat(
            Documents.values(model, concept, "http://open-services.net/ns/qm#validatesRequirement"))
        .containsExactly("http://rm.example/1");
    assertThat(Documents.values(model, version, "http://purl.org/dc/terms/isVersionOf"))
        .containsExactly(concept);
    assertThat(Documents.values(model, version, CONFIG + "versionId")).containsExactly("1");
    assertThat(Documents.values(model, version, CONFIG + "component"))
        .containsExactly(SERVER.baseUri() + "/qm/component/2");
    CLIENT.put(concept, Contents.testCase("Version two"), "If-Match", created.etag());
    assertThat(CLIENT.get(version).etag()).isEqualTo(before.etag());
    assertThat(CLIENT.get(version).body()).isEqualTo(before.body());
    Documents.error(CLIENT.put(version, Contents.testCase("No"), "If-Match", "*"), 405);
  }

  @Test
  void baselineKeepsItsVersion() {
    String stream = stream();
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Frozen"));
    String concept = created.location();
    String first = version(created.model());
    String baseline = baseline(stream);
    FeedReader feed = SERVER.feedFromNow("qm");
    CLIENT.put(concept, Contents.testCase("Thawed"), "If-Match", created.etag());
    List<Event> events = poll(feed, 1);
    // The baseline still selects the first version.
    assertThat(events).extracting(Event::type).containsExactly("Creation");
    assertThat(title(concept)).isEqualTo("Thawed");
    assertThat(title(concept, "Configuration-Context", stream)).isEqualTo("Thawed");
    OslcClient.Answer frozen = CLIENT.get(concept, "Configuration-Context", baseline);
    assertThat(Documents.value(frozen.model(), TITLE)).isEqualTo("Frozen");
    assertThat(frozen.header("Vary")).contains("Configuration-Context");
    assertThat(selected(baseline)).contains(first);
    assertThat(selected(stream)).doesNotContain(first);
    Documents.error(
        CLIENT.put(
            concept,
            Contents.testCase("No"),
            "If-Match",
            frozen.etag(),
            "Configuration-Context",
            baseline),
        409);
    Documents.error(CLIENT.delete(concept, "Configuration-Context", baseline), 409);
  }

  @Test
  void queryStringOverridesHeader() {
    String stream = stream();
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Then"));
    String baseline = baseline(stream);
    CLIENT.put(created.location(), Contents.testCase("Now"), "If-Match", created.etag());
    assertThat(
            title(
                created.location() + "?oslc_config.context=" + baseline,
                "Configuration-Context",
                stream))
        .isEqualTo("Then");
    assertThat(
            title(created.location() + "?oslc_config.context=", "Configuration-Context", baseline))
        .as("a parameter without a value does not hide the header")
        .isEqualTo("Then");
    Documents.error(
        CLIENT.get(
            created.location()
                + "?oslc_config.context="
                + baseline
                + "&oslc_config.context="
                + stream),
        400);
    assertThat(
            Documents.error(
                CLIENT.get(
                    created.location(),
                    "Configuration-Context",
                    "https://gc.example/gc/configuration/42"),
                404))
        .contains("https://gc.example/gc/configuration/42");
    Documents.error(
        CLIENT.get(
            created.location(), "Configuration-Context", SERVER.baseUri() + "/rm/configuration/1"),
        404);
    // It means nothing for a version and for what has no versions.
    assertThat(
            CLIENT
                .get(version(created.model()), "Configuration-Context", "http://gc.example/1")
                .status())
        .isEqualTo(200);
  }

  @Test
  void unselectedArtifactReturns404() {
    String stream = stream();
    String before = baseline(stream);
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Later"));
    Documents.error(CLIENT.get(created.location(), "Configuration-Context", before), 404);
    FeedReader feed = SERVER.feedFromNow("qm");
    assertThat(CLIENT.delete(created.location()).status()).isEqualTo(204);
    assertThat(poll(feed, 1)).extracting(Event::type).containsExactly("Deletion");
    Documents.error(CLIENT.get(created.location()), 404);
    Documents.error(
        CLIENT.put(created.location(), Contents.testCase("Again"), "If-Match", "*"), 404);
  }

  @Test
  void streamBeginsWithSelectionsOfItsBaseline() {
    String stream = stream();
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Root"));
    String baseline = baseline(stream);
    OslcClient.Answer branch = CLIENT.post(baseline + "/streams", "");
    assertThat(branch.status()).as(branch.toString()).isEqualTo(201);
    assertThat(Documents.values(branch.model(), branch.location(), CONFIG + "previousBaseline"))
        .containsExactly(baseline);
    OslcClient.Answer saved =
        CLIENT.put(
            created.location(),
            Contents.testCase("Branched"),
            "If-Match",
            created.etag(),
            "Configuration-Context",
            branch.location());
    assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
    assertThat(title(created.location(), "Configuration-Context", branch.location()))
        .isEqualTo("Branched");
    assertThat(title(created.location(), "Configuration-Context", stream)).isEqualTo("Root");
    String next = baseline(branch.location());
    assertThat(Documents.values(CLIENT.get(next).model(), next, CONFIG + "previousBaseline"))
        .containsExactly(baseline);
    Documents.error(CLIENT.post(baseline + "/baselines", ""), 409);
    Documents.error(CLIENT.post(stream + "/streams", ""), 409);
    assertThat(CLIENT.get(baseline + "/streams").body()).contains(branch.location());
  }

  @Test
  void readsBaselineWithDigitsOfOtherLocale() {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Digits"));
    String baseline = baseline(stream());
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.of("ar", "EG"));
    try {
      assertThat(title(created.location(), "Configuration-Context", baseline)).isEqualTo("Digits");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  @Test
  void baselinesFollowOneAnother() {
    String stream = stream();
    String first = baseline(stream);
    String second = baseline(stream);
    Model model = CLIENT.get(second).model();
    assertThat(Documents.values(model, second, CONFIG + "previousBaseline")).containsExactly(first);
    assertThat(Documents.values(model, second, CONFIG + "baselineOfStream"))
        .containsExactly(stream);
    assertThat(Documents.values(model, second, CONFIG + "component"))
        .containsExactly(SERVER.baseUri() + "/qm/component/2");
    assertThat(CLIENT.get(stream + "/baselines").body()).contains(first, second);
    assertThat(Documents.values(CLIENT.get(stream).model(), stream, CONFIG + "previousBaseline"))
        .containsExactly(second);
  }

  @Test
  void repeatedRequestCreatesOneBaseline() throws Exception {
    String stream = stream();
    Set<String> made = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<OslcClient.Answer>> answers = new ArrayList<>();
      for (int n = 0; n < 6; n++) {
        answers.add(
            threads.submit(
                () -> CLIENT.post(stream + "/baselines", "", "Idempotency-Key", "\"once ]#\"")));
      }
      for (Future<OslcClient.Answer> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().toString()).isEqualTo(201);
        made.add(answer.get().location());
      }
    }
    assertThat(made).hasSize(1);
    assertThat(CLIENT.post(stream + "/baselines", "", "Idempotency-Key", "\"other\"").location())
        .isNotIn(made);
    assertThat(baseline(stream)).isNotIn(made);
    String elsewhere = CLIENT.post(made.iterator().next() + "/streams", "").location();
    assertThat(
            CLIENT.post(elsewhere + "/baselines", "", "Idempotency-Key", "\"once ]#\"").location())
        .as("of another stream")
        .isNotIn(made);
    String title = "<> <http://purl.org/dc/terms/title> \"Another\" .";
    assertThat(
            Documents.error(
                CLIENT.post(stream + "/baselines", title, "Idempotency-Key", "\"once ]#\""), 422))
        .contains("Idempotency-Key");
    String titled =
        CLIENT.post(stream + "/baselines", title, "Idempotency-Key", "\"titled\"").location();
    assertThat(
            CLIENT.post(stream + "/baselines", title, "Idempotency-Key", "\"titled\"").location())
        .isEqualTo(titled);
    Documents.error(CLIENT.post(stream + "/baselines", "", "Idempotency-Key", "\"titled\""), 422);
    for (String wrong : List.of("bare", "\"\"", "\"a\"b\"", "\"" + "x".repeat(101) + "\"")) {
      Documents.error(CLIENT.post(stream + "/baselines", "", "Idempotency-Key", wrong), 400);
    }
  }

  @Test
  void oneOfManySavesAtOnceWins() throws Exception {
    OslcClient.Answer created = CLIENT.post(FACTORY, Contents.testCase("Contended"));
    FeedReader feed = SERVER.feedFromNow("qm");
    List<Future<Integer>> saves = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        String title = "Save " + i;
        saves.add(
            threads.submit(() ->
                CLIENT
                    .put(created.location(), Contents.testCase(title), "If-Match", created.etag())
                    .status()));
      }
    }
    List<Integer> results = new ArrayList<>();
    for (Future<Integer> save : saves) {
      results.add(save.get());
    }
    assertThat(results).containsOnlyOnce(200).contains(412);
    assertThat(poll(feed, 2)).extracting(Event::type).containsExactly("Creation", "Deletion");
  }

  /** Saves of one stream that follow one another so closely that one is always under way. */
  @Test
  void createsBaselineDuringConcurrentSaves() throws Exception {
    String stream = stream();
    long id = Long.parseLong(stream.substring(stream.lastIndexOf('/') + 1));
    AtomicBoolean made = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(4);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> saves = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int offset = i * 12;
        saves.add(
            threads.submit(() -> {
              pause(offset);
              long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
              while (!made.get() && System.nanoTime() < end) {
                SERVER
                    .part(TransactionTemplate.class)
                    .executeWithoutResult(status -> {
                      SERVER.part(Configurations.class).share(Application.QM, id);
                      begun.countDown();
                      pause(50);
                    });
              }
            }));
      }
      assertThat(begun.await(5, TimeUnit.MINUTES)).isTrue();
      Future<String> baseline = threads.submit(() -> baseline(stream));
      try {
        assertThat(baseline.get(5, TimeUnit.MINUTES)).isNotEmpty();
      } finally {
        made.set(true);
      }
      for (Future<?> save : saves) {
        save.get();
      }
    }
  }

  private static void pause(int milliseconds) {
    try {
      TimeUnit.MILLISECONDS.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void manyBaselinesAreListedInPages() {
    TrsServer server = TrsServer.qm();
    server.execute(
        """
        insert into configuration (application, id, project, kind, title, stream, moment)
        select 'qm', 1000 + n, 1, 'baseline', 'Baseline ' || n, s.id, n
        from generate_series(1, 2500) n,
          (select id from configuration where project = 1 and kind = 'stream') s\
        """);
    long stream =
        server.count("select id from configuration where project = 1 and kind = 'stream'");
    String container = server.baseUri() + "/qm/configuration/" + stream + "/baselines";
    List<String> found = new ArrayList<>();
    String page = container;
    int pages = 0;
    while (page != null) {
      Model model = server.client().get(page).model();
      found.addAll(Documents.values(model, container, "http://www.w3.org/ns/ldp#contains"));
      List<String> next =
          Documents.values(model, page, "http://open-services.net/ns/core#nextPage");
      page = next.isEmpty() ? null : next.getFirst();
      pages++;
    }
    assertThat(pages).isEqualTo(3);
    assertThat(found).hasSize(2_500).doesNotHaveDuplicates();
    String all = server.baseUri() + "/qm/component/1/configurations";
    Model first = server.client().get(all).model();
    assertThat(Documents.values(first, all, "http://www.w3.org/ns/ldp#contains")).hasSize(1_000);
  }

  @Test
  void rejectsTitlesThatSomeFormatCannotHold() {
    Documents.error(
        CLIENT.post(
            stream() + "/baselines", "<> <http://purl.org/dc/terms/title> \"bell \\u0007\" ."),
        400);
  }

  @Test
  void rejectsUnsupportedStatementsOfNewConfiguration() {
    String stream = stream();
    String before = CLIENT.get(stream + "/baselines").body();
    Documents.error(
        CLIENT.post(
            stream + "/baselines",
            "<> <http://purl.org/dc/terms/title> \"B\" ;"
                + " <http://purl.org/dc/terms/description> \"lost\" ."),
        400);
    assertThat(CLIENT.get(stream + "/baselines").body()).isEqualTo(before);
  }

  @Test
  void createsOnlyInStreamOfItsComponent() {
    String stream = stream();
    Documents.error(
        CLIENT.post(
            "/qm/oslc/projects/1/resources",
            Contents.testCase("Elsewhere"),
            "Configuration-Context",
            stream),
        409);
    Documents.error(
        CLIENT.post(
            FACTORY, Contents.testCase("Frozen"), "Configuration-Context", baseline(stream)),
        409);
  }

  @Test
  void requirementsHaveVersionsToo() {
    OslcClient.Answer created =
        CLIENT.post(
            "/rm/oslc/projects/1/resources",
            Contents.requirement("Stops in 40 m", "oslc_rm:validatedBy <http://qm.example/1>"));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    assertThat(version(created.model())).startsWith(SERVER.baseUri() + "/rm/version/");
  }

  private static List<String> selected(String configuration) {
    List<String> all = new ArrayList<>();
    String page = configuration + "/selections";
    while (page != null) {
      Model model = CLIENT.get(page).model();
      all.addAll(Documents.values(model, configuration + "/selections", CONFIG + "selects"));
      List<String> next =
          Documents.values(model, page, "http://open-services.net/ns/core#nextPage");
      page = next.isEmpty() ? null : next.getFirst();
    }
    return all;
  }
}
