package org.reprise.gc.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** What may be contributed, by whom, and what a refused contribution leaves: nothing. */
class ContributionsIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);

  @Test
  void acceptsContributionsOfApplicationAndOfThisServer() {
    String inner = CONFIGS.stream("Inner");
    String outer = CONFIGS.stream("Outer");
    CONFIGS.contribute(inner, Sent.of(QM.configuration(1), "a"));
    CONFIGS.contribute(outer, Sent.of(inner, "a"), Sent.of(QM.configuration(2), "b"));
    assertThat(CONFIGS.contributed(outer)).containsExactlyInAnyOrder(inner, QM.configuration(2));
    assertThat(CONFIGS.resolved(outer))
        .containsExactly(outer, inner, QM.configuration(1), QM.configuration(2));
  }

  @Test
  void readsEachConfigurationOnce() {
    String one = CONFIGS.stream("One");
    String other = CONFIGS.stream("Other");
    CONFIGS.contribute(one, Sent.of(QM.configuration(11), "a"));
    CONFIGS.contribute(other, Sent.of(QM.configuration(11), "a"));
    CONFIGS.contribute(other, Sent.of(QM.configuration(11), "b"));
    assertThat(QM.count("GET /qm/configuration/11")).isEqualTo(1);
  }

  @Test
  void ordersContributionsByCodePoints() {
    String stream = CONFIGS.stream("Ordered");
    CONFIGS.contribute(
        stream,
        Sent.of(QM.configuration(21), "a"),
        Sent.of(QM.configuration(22), "B"),
        Sent.of(QM.configuration(23), "10"),
        Sent.of(QM.configuration(24), "9"),
        Sent.of(QM.configuration(25), "~"),
        Sent.of(QM.configuration(26), ""),
        Sent.of(QM.configuration(27), "_"));
    assertThat(CONFIGS.resolved(stream))
        .containsExactly(
            stream,
            QM.configuration(26),
            QM.configuration(23),
            QM.configuration(24),
            QM.configuration(22),
            QM.configuration(27),
            QM.configuration(21),
            QM.configuration(25));
  }

  @Test
  void acceptsItsOwnDocument() {
    String inner = CONFIGS.stream("Inner");
    String stream = CONFIGS.stream("There and back");
    CONFIGS.contribute(inner, Sent.of(QM.configuration(31), "a"));
    CONFIGS.contribute(
        stream,
        Sent.of(QM.configuration(32), "a"),
        new Sent("mine", inner, "b", QM.configuration(33)));
    for (String format : List.of("text/turtle", "application/rdf+xml", "application/ld+json")) {
      GcClient.Answer read = CLIENT.get(stream, "Accept", format);
      assertThat(read.contentType()).isEqualTo(format);
      GcClient.Answer saved =
          CLIENT.send(
              "PUT",
              stream,
              read.response().body(),
              "Content-Type",
              format,
              "Accept",
              format,
              "If-Match",
              read.etag());
      assertThat(saved.status()).as(saved.toString()).isEqualTo(200);
      assertThat(saved.body()).isEqualTo(CLIENT.get(stream, "Accept", format).body());
      GcClient.Answer again = CLIENT.get(stream, "Accept", format);
      assertThat(again.etag()).isEqualTo(saved.etag()).isNotEqualTo(read.etag());
      assertThat(
              again
                  .model()
                  .difference(read.model())
                  .listStatements()
                  .filterDrop(one -> one.getPredicate().getLocalName().equals("modified"))
                  .toList())
          .isEmpty();
    }
    assertThat(CONFIGS.contributed(stream)).hasSize(2);
  }

  @Test
  void keepsUrisOfContributions() {
    String stream = CONFIGS.stream("Uris");
    CONFIGS.contribute(
        stream,
        Sent.of(QM.configuration(41), "a"),
        new Sent("c1", QM.configuration(42), "b", ""),
        Sent.of(QM.configuration(43), "c"));
    List<String> slugs =
        Documents.values(CLIENT.get(stream).model(), stream, Configs.CONFIG + "contribution");
    assertThat(slugs).hasSize(3).contains(stream + "#c1").doesNotHaveDuplicates();
    assertThat(
            Documents.values(
                CLIENT.get(stream).model(), stream + "#c1", Configs.CONFIG + "configuration"))
        .containsExactly(QM.configuration(42));
  }

  @Test
  void changeRequiresIfMatch() {
    String stream = CONFIGS.stream("If-Match");
    GcClient.Answer read = CLIENT.get(stream);
    String document = Configs.document("New title", List.of());
    Documents.error(CLIENT.put(stream, document), 428);
    Documents.error(CLIENT.delete(stream), 428);
    Documents.error(CLIENT.put(stream, document, "If-Match", "\"1\""), 412);
    Documents.error(CLIENT.put(stream, document, "If-Match", "\"1-x\""), 412);
    Documents.error(CLIENT.put(stream, document, "If-Match", "W/" + read.etag()), 412);
    assertThat(CLIENT.put(stream, document, "If-Match", "\"0-t\", " + read.etag()).status())
        .isEqualTo(200);
    Documents.error(CLIENT.put(stream, document, "If-Match", read.etag()), 412);
    Documents.error(CLIENT.delete(stream, "If-Match", read.etag()), 412);
    assertThat(CLIENT.delete(stream, "If-Match", "*").status()).isEqualTo(204);
    Documents.error(CLIENT.get(stream), 404);
    Documents.error(CLIENT.delete(stream, "If-Match", "*"), 404);
  }

  @Test
  void tagOfStateThatRestoreLostFitsNoOther() {
    String stream = CONFIGS.stream("Restored");
    String row = " where id = " + stream.replaceAll(".*/", "");
    String revision = SERVER.text("select revision from configuration" + row);
    String document = Configs.document("Lost", List.of());
    String lost = CLIENT.put(stream, document, "If-Match", "*").etag();
    SERVER.execute("update configuration set title = 'x', revision = " + revision + row);
    assertThat(CLIENT.put(stream, Configs.document("New", List.of()), "If-Match", "*").status())
        .isEqualTo(200);
    Documents.error(CLIENT.put(stream, document, "If-Match", lost), 412);
  }

  /** A sequence goes through the same numbers again. */
  @Test
  void tagOfConfigurationThatRestoreLostFitsNoOther() {
    String baseline = CONFIGS.initialBaseline(CONFIGS.component("Restored"));
    String lost = CONFIGS.streamFrom(baseline);
    String tag = CLIENT.get(lost).etag();
    String id = lost.replaceAll(".*/", "");
    SERVER.execute("delete from configuration where id = " + id);
    SERVER.execute("select setval('configuration_id', " + id + ", false)");
    assertThat(CONFIGS.streamFrom(baseline)).isEqualTo(lost);
    Documents.error(CLIENT.delete(lost, "If-Match", tag), 412);
  }

  @Test
  void rejectsSecondOfConcurrentChanges() throws Exception {
    String stream = CONFIGS.stream("Raced for");
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        String etag = CLIENT.get(stream).etag();
        CyclicBarrier begin = new CyclicBarrier(4);
        List<Future<Integer>> answers = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
          String title = "Round " + round + " of " + n;
          answers.add(
              writers.submit(() -> {
                begin.await();
                return CLIENT
                    .put(stream, Configs.document(title, List.of()), "If-Match", etag)
                    .status();
              }));
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> answer : answers) {
          statuses.add(answer.get());
        }
        assertThat(statuses).containsExactlyInAnyOrder(200, 412, 412, 412);
      }
    }
  }

  @Test
  void rejectsCycle() {
    String one = CONFIGS.stream("One");
    String two = CONFIGS.stream("Two");
    String three = CONFIGS.stream("Three");
    CONFIGS.contribute(one, Sent.of(two, "a"));
    CONFIGS.contribute(two, Sent.of(three, "a"));
    long before = CONFIGS.rows();
    assertThat(Documents.error(CONFIGS.put(three, List.of(Sent.of(one, "a")), "*"), 409))
        .contains("cycle");
    assertThat(Documents.error(CONFIGS.put(three, List.of(Sent.of(three, "a")), "*"), 409))
        .contains("itself");
    assertThat(CONFIGS.rows()).isEqualTo(before);
    // Twice is no cycle.
    CONFIGS.contribute(one, Sent.of(two, "a"), Sent.of(three, "b"));
  }

  @Test
  void concurrentWritersCannotCreateCycle() throws Exception {
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 15; round++) {
        String one = CONFIGS.stream("One");
        String two = CONFIGS.stream("Two");
        String three = CONFIGS.stream("Three");
        CONFIGS.contribute(two, Sent.of(three, "a"));
        CyclicBarrier begin = new CyclicBarrier(2);
        Future<Integer> down =
            writers.submit(() -> {
              begin.await();
              return CONFIGS.put(one, List.of(Sent.of(two, "a")), "*").status();
            });
        Future<Integer> up =
            writers.submit(() -> {
              begin.await();
              return CONFIGS.put(three, List.of(Sent.of(one, "a")), "*").status();
            });
        assertThat(List.of(down.get(), up.get())).containsExactlyInAnyOrder(200, 409);
      }
    }
  }

  @Test
  void rejectsConfigurationThatAcceptsNothing() {
    String stream = CONFIGS.stream("Choosy");
    QM.fault("GET /qm/configuration/901", e -> turtle(e, QM.document(901, "Stream", "")));
    QM.fault(
        "GET /qm/configuration/902",
        e ->
            turtle(
                e,
                QM.document(902, "Thing", "oslc_config:acceptedBy oslc_config:Configuration ;")));
    QM.fault(
        "GET /qm/configuration/904",
        e ->
            turtle(
                e,
                QM.document(904, "Stream", "oslc_config:acceptedBy oslc_config:Configuration ;")
                    .replace(QM.component(904), QM.component(904) + "/" + "x".repeat(3_000))));
    // A URI with a space, which Turtle can escape: no document that lists it could be read.
    QM.fault(
        "GET /qm/configuration/905",
        e ->
            turtle(
                e,
                QM.document(905, "Stream", "oslc_config:acceptedBy oslc_config:Configuration ;")
                    .replace(QM.component(905), QM.component(905) + "\\u0020x")));
    QM.fault("GET /qm/configuration/903", e -> turtle(e, "<> this is no Turtle"));
    long before = CONFIGS.rows();
    assertThat(refused(stream, QM.configuration(901), 400)).contains("accepts nothing");
    assertThat(refused(stream, QM.configuration(902), 400)).contains("neither");
    assertThat(refused(stream, QM.configuration(903), 502)).contains("cannot be read");
    assertThat(refused(stream, QM.configuration(904), 400)).contains("component", "2,000");
    assertThat(refused(stream, QM.configuration(905), 400)).contains("component", "905 x");
    assertThat(refused(stream, QM.base() + "/nothing", 400)).contains("404");
    assertThat(refused(stream, "http://elsewhere:1/stream/1", 400))
        .contains("reprise.gc.applications");
    assertThat(refused(stream, "not-a-uri", 400)).contains("reprise.gc.applications");
    assertThat(refused(stream, SERVER.baseUri() + "/gc/configuration/987654321", 400))
        .contains("987654321");
    assertThat(refused(stream, SERVER.baseUri() + "/gc/component/1", 400)).isNotBlank();
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  private static boolean turtle(com.sun.net.httpserver.HttpExchange exchange, String text)
      throws java.io.IOException {
    FakeApplication.answer(exchange, 200, text);
    return true;
  }

  private static String refused(String stream, String target, int status) {
    return Documents.error(CONFIGS.put(stream, List.of(Sent.of(target, "a")), "*"), status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<> dcterms:title \"x\" ; oslc_config:contribution <#c1> . <#c1>"
            + " oslc_config:contributionOrder \"a\" .",
        "<> dcterms:title \"x\" ; oslc_config:contribution [ oslc_config:configuration <http://a/b>"
            + " ] .",
        "<> dcterms:title \"x\" ; oslc_config:contribution \"text\" .",
        "<> dcterms:title \"x\" ; oslc_config:contribution <http://a/b#c1> .",
        "<> dcterms:title \"x\" ; oslc_config:contribution <#r1> . <#r1> oslc_config:configuration"
            + " <http://a/b> ; oslc_config:contributionOrder \"a\" .",
        "<> dcterms:title \"x\" ; oslc_config:contribution <#creator> . <#creator>"
            + " oslc_config:configuration <http://a/b> ; oslc_config:contributionOrder \"a\" .",
        "<> a oslc_config:Baseline ; dcterms:title \"x\" .",
        "<> dcterms:title \"x\" ; oslc_config:contribution <#c1> . <#c1> oslc_config:configuration"
            + " <http://a/b> ; oslc_config:contributionOrder \"ä\" .",
        "<> dcterms:title \"x\" ; oslc_config:contribution <#c1> . <#c1> oslc_config:configuration"
            + " <http://a/b>, <http://a/c> ; oslc_config:contributionOrder \"a\" .",
        "<> dcterms:title \"x\" ; oslc_config:contribution <#c1> . <#c1> oslc_config:configuration"
            + " <http://a/b> ; oslc_config:contributionOrder \"a\" ; dcterms:title \"c\" .",
        "<> dcterms:title \"x\" ; dcterms:publisher \"unknown\" .",
        "<> dcterms:title \"x\", \"y\" .",
        "<> dcterms:title <http://a/b> .",
        "<> dcterms:title \" \" .",
        "<> dcterms:title \"x\" ; oslc_config:branch \"text\" .",
        "<> dcterms:description \"without title\" .",
        "<http://other> dcterms:title \"of something else\" .",
        "<> dcterms:title \"x",
        ""
      })
  void rejectsDocumentThatCannotBeStored(String turtle) {
    String stream = CONFIGS.stream("Strict");
    long before = CONFIGS.rows();
    Documents.error(CLIENT.put(stream, Configs.PREFIXES + turtle, "If-Match", "*"), 400);
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"c:branch\": {\"@id\": \"http://a/b c\"}",
        "\"c:contribution\": {\"@id\": \"$stream#c 1\"}",
        "\"c:contribution\": {\"@id\": \"http://a/{c}\"}",
      })
  void rejectsMalformedUriInJsonLd(String property) {
    String stream = CONFIGS.stream("Strict");
    String document =
        "{\"@context\": {\"c\": \"%s\"}, \"@id\": \"%s\", \"http://purl.org/dc/terms/title\": \"x\", %s}"
            .formatted(Configs.CONFIG, stream, property.replace("$stream", stream));
    long before = CONFIGS.rows();
    Documents.error(
        CLIENT.send(
            "PUT",
            stream,
            document.getBytes(StandardCharsets.UTF_8),
            "Content-Type",
            "application/ld+json",
            "If-Match",
            "*"),
        400);
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  @Test
  void rejectsChangeOfAcceptedTypes() {
    String stream = CONFIGS.stream("Accepting");
    String document =
        Configs.PREFIXES + "<> dcterms:title \"x\" ; oslc_config:accepts oslc_config:%s .";
    Documents.error(CLIENT.put(stream, document.formatted("Baseline"), "If-Match", "*"), 409);
    assertThat(CLIENT.put(stream, document.formatted("Configuration"), "If-Match", "*").status())
        .isEqualTo(200);
  }

  @Test
  void answersChangeWithItsOwnRevisionOrWithout() throws Exception {
    String stream = CONFIGS.stream("Changed by many");
    List<Future<?>> writers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int writer = 0; writer < 4; writer++) {
        String title = "of writer " + writer;
        String document = Configs.PREFIXES + "<> dcterms:title \"" + title + "\" .";
        writers.add(
            threads.submit(() -> {
              for (int n = 0; n < 50; n++) {
                GcClient.Answer answer = CLIENT.put(stream, document, "If-Match", "*");
                assertThat(answer.status()).as(answer.toString()).isIn(200, 204);
                assertThat(answer.etag()).isNotEmpty();
                if (answer.status() == 200) {
                  assertThat(answer.body()).contains(title);
                }
              }
            }));
      }
    }
    for (Future<?> writer : writers) {
      writer.get();
    }
  }

  @Test
  void rejectsOtherMediaType() {
    String stream = CONFIGS.stream("FormFields");
    byte[] body = "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Documents.error(
        CLIENT.send("PUT", stream, body, "Content-Type", "text/csv", "If-Match", "*"), 415);
    Documents.error(
        CLIENT.send(
            "PUT",
            stream,
            body,
            "Content-Type",
            "application/x-www-form-urlencoded",
            "If-Match",
            "*"),
        415);
  }

  @Test
  void rejectsConfigurationContributedTwice() {
    String stream = CONFIGS.stream("Twice");
    assertThat(
            Documents.error(
                CONFIGS.put(
                    stream,
                    List.of(Sent.of(QM.configuration(51), "a"), Sent.of(QM.configuration(51), "b")),
                    "*"),
                400))
        .contains("twice");
  }

  @Test
  void failsClearlyWhileApplicationIsDown() {
    String stream = CONFIGS.stream("Waiting");
    QM.fault(
        "GET /qm/configuration/61",
        exchange -> {
          FakeApplication.answer(exchange, 503, "");
          return true;
        });
    long before = CONFIGS.rows();
    GcClient.Answer answer = CONFIGS.put(stream, List.of(Sent.of(QM.configuration(61), "a")), "*");
    assertThat(Documents.error(answer, 503)).contains("'qm'", "Nothing was stored");
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(CONFIGS.rows()).isEqualTo(before);
    // A short fault is not seen.
    QM.heal();
    java.util.concurrent.atomic.AtomicInteger left =
        new java.util.concurrent.atomic.AtomicInteger(1);
    QM.fault(
        "GET /qm/configuration/62",
        exchange -> {
          if (left.getAndDecrement() > 0) {
            FakeApplication.answer(exchange, 500, "");
            return true;
          }
          return false;
        });
    CONFIGS.contribute(stream, Sent.of(QM.configuration(62), "a"));
  }

  @Test
  void rejectsTooManyContributions() {
    String stream = CONFIGS.stream("Crowded");
    List<Sent> many = new ArrayList<>();
    for (int n = 0; n <= 5_000; n++) {
      many.add(Sent.of("http://a/" + n, "a"));
    }
    long before = CONFIGS.rows();
    assertThat(Documents.error(CONFIGS.put(stream, many, "*"), 400)).contains("5,000");
    while (many.size() < 200_000) {
      many.add(Sent.of("http://a/" + many.size(), "a"));
    }
    Documents.error(CONFIGS.put(stream, many, "*"), 413);
    assertThat(CONFIGS.rows()).isEqualTo(before);
    assertThat(QM.asked()).doesNotContain("GET /qm/configuration/0");
  }

  @Test
  void rejectsGrowthBeyondMaxTreeSize() {
    String leaf = CONFIGS.stream("Leaf");
    String middle = CONFIGS.stream("Middle");
    String top = CONFIGS.stream("Top");
    CONFIGS.contribute(middle, Sent.of(leaf, "a"));
    CONFIGS.contribute(top, Sent.of(middle, "a"));
    SERVER.execute(
        """
        with local as (
          insert into local_configuration (uri, component, kind, title)
          select 'http://app/size/' || n, 'http://app/component/' || n, 'STREAM', 'Local'
          from generate_series(1, 19998) n
          returning id)
        insert into contribution (configuration, slug, position, local)
        select %s, 'l' || id, 'l', id from local\
        """
            .formatted(top.substring(top.lastIndexOf('/') + 1)));
    assertThat(
            Documents.error(
                CONFIGS.put(leaf, List.of(Sent.of(QM.configuration(71), "a")), "*"), 409))
        .contains(top.substring(top.lastIndexOf('/') + 1), "20,000");
    assertThat(CLIENT.get(top).status()).isEqualTo(200);
    // What makes it smaller is not refused.
    CONFIGS.contribute(middle);
    CONFIGS.contribute(leaf, Sent.of(QM.configuration(71), "a"));
  }
}
