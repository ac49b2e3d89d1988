package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** Baselines of applications that a baseline is made of, and what applications may answer. */
class ApplicationBaselinesIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer SERVER = GcServer.withApplication();
  private static final GcClient CLIENT = SERVER.client();
  private static final Configs CONFIGS = new Configs(SERVER);
  private static final byte[] NOTHING = {};

  @Test
  void leavesNoPartialBaselineWhileApplicationIsDown() {
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
  void acceptsExistingBaselineOfApplication() {
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
  void requestsBaselinesConcurrently() {
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
      return latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void failingStreamLeavesNoPartialBaseline() {
    String stream = CONFIGS.stream("Many");
    List<Sent> many = new ArrayList<>();
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
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream)))
        .hasSize(40)
        .allMatch(ApplicationBaselinesIT::isMade);
  }

  // Baselines of the application have large numbers.
  private static boolean isMade(String local) {
    return Long.parseLong(local.substring(local.lastIndexOf('/') + 1)) >= 1_000_000;
  }

  @Test
  void nextAttemptFindsBaselineAfterLostResponse() {
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

  @Test
  void asksForEachStreamByKeyOfItsOwn() {
    Map<String, String> byKey = new ConcurrentHashMap<>();
    for (int stream : List.of(61, 62)) {
      QM.fault(
          "POST /qm/configuration/" + stream + "/baselines",
          exchange -> {
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            exchange
                .getResponseHeaders()
                .set("Location", byKey.computeIfAbsent(key, one -> QM.baseline(stream)));
            FakeApplication.answer(exchange, 201, "");
            return true;
          });
    }
    String stream = CONFIGS.stream("Keys");
    CONFIGS.contribute(
        stream, Sent.of(QM.configuration(61), "a"), Sent.of(QM.configuration(62), "b"));
    List<String> before = CONFIGS.resolvedComponents(stream);
    assertThat(CONFIGS.resolvedComponents(CONFIGS.commit(stream))).isEqualTo(before);
    assertThat(byKey).hasSize(2);
  }

  @Test
  void refusesBaselineOfAnotherComponent() {
    String stream = CONFIGS.stream("Other component");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(63), "a"));
    QM.fault(
        "POST /qm/configuration/63/baselines",
        exchange -> {
          exchange.getResponseHeaders().set("Location", QM.baseline(64));
          FakeApplication.answer(exchange, 201, "");
          return true;
        });
    long before = CONFIGS.rows();
    assertThat(Documents.error(CLIENT.send("POST", stream + "/baselines", NOTHING), 502))
        .contains(QM.component(63), QM.component(64));
    assertThat(CONFIGS.rows()).isEqualTo(before);
  }

  private static void documentOf(int stream, String baselines) {
    QM.fault(
        "GET /qm/configuration/" + stream,
        exchange -> {
          FakeApplication.answer(
              exchange,
              200,
              QM.document(stream, "Stream", "oslc_config:acceptedBy oslc_config:Configuration ;")
                  .replace(QM.configuration(stream) + "/baselines", baselines));
          return true;
        });
  }

  @Test
  void postsToBaselinesThatStreamNames() {
    documentOf(301, QM.base() + "/made/301?new");
    QM.fault(
        "POST /qm/made/301?new",
        exchange -> {
          exchange.getResponseHeaders().set("Location", QM.baseline(301));
          FakeApplication.answer(exchange, 201, "");
          return true;
        });
    String stream = CONFIGS.stream("Elsewhere");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(301), "a"));
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).hasSize(1);
    assertThat(QM.count("POST /qm/configuration/301/baselines")).isZero();
  }

  /** As RFC 9110, section 10.2.2, has it: relative to where the request went. */
  @Test
  void findsBaselineByRelativeLocation() {
    documentOf(308, QM.base() + "/made/of/308");
    String baseline = QM.baseline(308);
    QM.fault(
        "POST /qm/made/of/308",
        exchange -> {
          exchange
              .getResponseHeaders()
              .set("Location", "../.." + baseline.substring(QM.base().length()));
          FakeApplication.answer(exchange, 201, "");
          return true;
        });
    String stream = CONFIGS.stream("Relative");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(308), "a"));
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).containsExactly(baseline);
  }

  @Test
  void refusesBaselinesOfAnotherApplication() {
    documentOf(302, "http://elsewhere/302");
    String stream = CONFIGS.stream("Led away");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(302), "a"));
    assertThat(Documents.error(CLIENT.send("POST", stream + "/baselines", NOTHING), 502))
        .contains("http://elsewhere/302");
  }

  private static String activity(String more) {
    return """
    @prefix auto: <http://open-services.net/ns/auto#> .
    @prefix dcterms: <http://purl.org/dc/terms/> .
    @prefix oslc: <http://open-services.net/ns/core#> .
    <> a <http://open-services.net/ns/config#Activity> ; %s .
    """
        .formatted(more);
  }

  // An empty state is answered with 503.
  private static void answerWithActivity(int stream, List<String> states) {
    QM.fault(
        "POST /qm/configuration/" + stream + "/baselines",
        exchange -> {
          exchange.getResponseHeaders().set("Location", QM.base() + "/activity/" + stream);
          FakeApplication.answer(exchange, 202, "");
          return true;
        });
    Iterator<String> next = states.iterator();
    QM.fault(
        "GET /qm/activity/" + stream,
        exchange -> {
          String state = next.next();
          FakeApplication.answer(
              exchange, state.isEmpty() ? 503 : 200, state.isEmpty() ? "" : activity(state));
          return true;
        });
  }

  @Test
  void waitsForActivityOfApplication() {
    answerWithActivity(
        303,
        List.of(
            "auto:state auto:inProgress ; auto:verdict auto:unavailable",
            "auto:state auto:complete ; auto:verdict auto:passed ; dcterms:references <"
                + QM.baseline(303)
                + ">"));
    String stream = CONFIGS.stream("Slow application");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(303), "a"));
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream)))
        .hasSize(1)
        .allMatch(ApplicationBaselinesIT::isMade);
    assertThat(QM.count("GET /qm/activity/303")).isEqualTo(2);
  }

  @Test
  void waitsForActivityWhileApplicationDoesNotAnswer() {
    answerWithActivity(
        306,
        List.of(
            "",
            "",
            "",
            "",
            "auto:state auto:complete ; auto:verdict auto:passed ; dcterms:references <"
                + QM.baseline(306)
                + ">"));
    String stream = CONFIGS.stream("Restarted application");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(306), "a"));
    assertThat(CONFIGS.contributed(CONFIGS.commit(stream))).hasSize(1);
  }

  @Test
  void reportsActivityOfApplicationThatFailed() {
    answerWithActivity(
        304,
        List.of(
            "auto:state auto:complete ; auto:verdict auto:error ;"
                + " oslc:error [ oslc:message \"disk full\" ]"));
    String stream = CONFIGS.stream("Failing application");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(304), "a"));
    assertThat(Documents.error(CLIENT.send("POST", stream + "/baselines", NOTHING), 502))
        .contains("/activity/304", "disk full");
  }

  /** PostgreSQL stores no text with such characters, and XML has none. */
  @Test
  void reportsFailureInCharactersThatAreNotStored() {
    answerWithActivity(
        309,
        List.of(
            "auto:state auto:complete ; auto:verdict auto:error ;"
                + " oslc:message \"disk\\u0000full\\u0001\""));
    String stream = CONFIGS.stream("Binary message");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(309), "a"));
    assertThat(Documents.error(CLIENT.send("POST", stream + "/baselines", NOTHING), 502))
        .contains("/activity/309", "disk?full?");
    assertThat(QM.count("GET /qm/activity/309")).isEqualTo(1);
  }

  @Test
  void returns502WhenActivityOfApplicationIsCanceled() {
    answerWithActivity(
        307,
        List.of(
            "auto:state auto:canceling ; auto:verdict auto:unavailable",
            "auto:state auto:canceled ; auto:verdict auto:unavailable ;"
                + " oslc:message \"stopped by an operator\""));
    String stream = CONFIGS.stream("Canceled application");
    CONFIGS.contribute(stream, Sent.of(QM.configuration(307), "a"));
    assertThat(Documents.error(CLIENT.send("POST", stream + "/baselines", NOTHING), 502))
        .contains("/activity/307", "stopped by an operator");
    assertThat(QM.count("GET /qm/activity/307")).isEqualTo(2);
  }

  @Test
  void readsRdfXmlAndJsonLdOfApplications() {
    List<String> accepted = new CopyOnWriteArrayList<>();
    String uri = QM.configuration(305);
    QM.fault(
        "GET /qm/configuration/305",
        exchange -> {
          accepted.add(exchange.getRequestHeaders().getFirst("Accept"));
          exchange.getResponseHeaders().set("Content-Type", "application/rdf+xml");
          byte[] body =
              """
              <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
                xmlns:c="http://open-services.net/ns/config#">
              <c:Stream rdf:about="%s">
                <c:acceptedBy rdf:resource="http://open-services.net/ns/config#Configuration"/>
                <c:component rdf:resource="%s"/>
                <c:baselines rdf:resource="%s/baselines"/>
              </c:Stream></rdf:RDF>
              """
                  .formatted(uri, QM.component(305), uri)
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          return true;
        });
    String stream = CONFIGS.stream("XML");
    CONFIGS.contribute(stream, Sent.of(uri, "a"));
    assertThat(CONFIGS.resolvedComponents(stream)).endsWith(QM.component(305));
    assertThat(accepted)
        .allMatch(one ->
            one.contains("text/turtle")
                && one.contains("application/rdf+xml")
                && one.contains("application/ld+json"));
    CONFIGS.commit(stream);
  }
}
