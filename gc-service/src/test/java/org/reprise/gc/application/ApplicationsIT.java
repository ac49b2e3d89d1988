package org.reprise.gc.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** Applications that fail, are slow, or send callers elsewhere. */
class ApplicationsIT {
  private static final byte[] NOTHING = {};

  // Of parameterized tests, too.
  private static final int TESTS = 40;
  private static final String[] SETTINGS = {
    "--reprise.gc.requests.attempts=1",
    "--reprise.gc.requests.breaker-calls=2",
    "--reprise.gc.requests.breaker-open=10m",
    "--reprise.gc.requests.keep=1ms"
  };

  private static final FakeApplication NESTED = new FakeApplication();
  private static final FakeApplication REFUSING = new FakeApplication();
  private static final List<FakeApplication> APPLICATIONS =
      Stream.generate(FakeApplication::new).limit(TESTS).toList();
  private static final Iterator<FakeApplication> UNUSED = APPLICATIONS.iterator();

  private static GcServer shared;
  private static GcServer impatient;

  // Each test has a circuit of its own.
  private final FakeApplication qm = UNUSED.next();

  @BeforeAll
  static void startServers() {
    List<String> settings = List.of(SETTINGS);
    for (FakeApplication one : APPLICATIONS) {
      String name = "qm" + APPLICATIONS.indexOf(one);
      settings = GcServer.override(settings, FakeApplication.named(name, one.base()));
    }
    String host = NESTED.base().replace("/qm", "");
    settings = GcServer.override(settings, FakeApplication.named("nested", NESTED.base()));
    settings = GcServer.override(settings, FakeApplication.named("a-host", host));
    settings = GcServer.override(settings, FakeApplication.named("refusing", REFUSING.base()));
    settings =
        GcServer.override(
            settings,
            "--reprise.gc.applications.a-host.password=other",
            "--reprise.gc.applications.refusing.password=wrong");
    shared = GcServer.start(settings.toArray(String[]::new));
    settings =
        GcServer.override(
            settings,
            "--reprise.gc.base-uri=" + shared.baseUri(),
            "--reprise.gc.requests.timeout=300ms");
    impatient = GcServer.start(shared.database(), settings.toArray(String[]::new));
  }

  @AfterAll
  static void end() {
    impatient.close();
    shared.close();
    APPLICATIONS.forEach(FakeApplication::close);
    NESTED.close();
    REFUSING.close();
  }

  private GcServer start(String... more) {
    return GcServer.start(qm.settings(more));
  }

  private GcClient.Answer contribute(Configs configs, String stream, int number) {
    return configs.put(stream, List.of(Sent.of(qm.configuration(number), "a")), "*");
  }

  private static GcClient.Answer contribute(String configuration) {
    Configs configs = new Configs(shared);
    return configs.put(configs.stream("Stream"), List.of(Sent.of(configuration, "a")), "*");
  }

  @Test
  void opensCircuitForFailingApplication() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    readOnce(configs, 1);
    failWith(503);
    for (int n = 0; n < 4; n++) {
      GcClient.Answer answer = contribute(configs, stream, 1);
      Documents.error(answer, 503);
      assertThat(answer.header("Retry-After")).isEqualTo("600");
    }
    assertThat(qm.count("GET /qm/configuration/1")).isEqualTo(2);
    assertThat(Documents.error(contribute(configs, stream, 2), 503)).contains("tried again soon");
    assertThat(qm.count("GET /qm/configuration/2")).isZero();
  }

  // Of another stream: a contribution that one has already is not read again.
  private void readOnce(Configs configs, int number) {
    assertThat(contribute(configs, configs.stream("Other"), number).status()).isEqualTo(200);
  }

  private void failWith(int status) {
    qm.fault(
        "GET /qm/configuration/1",
        exchange -> {
          FakeApplication.answer(exchange, status, "");
          return true;
        });
  }

  @Test
  void pageShowsTitleOfApplicationsComponent() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    qm.fault(
        "GET /qm/component/92",
        exchange -> {
          FakeApplication.answer(exchange, 503, "");
          return true;
        });
    configs.contribute(
        stream, Sent.of(qm.configuration(91), "a"), Sent.of(qm.configuration(92), "b"));
    String page = stream.replace("/gc/configuration/", "/gc/web/configuration/");
    assertThat(shared.client().get(page).body())
        .contains(">Component 91<", "title=\"" + qm.component(91) + "\"", ">component/92<");
  }

  private static boolean unavailable(HttpExchange exchange) throws IOException {
    FakeApplication.answer(exchange, 503, "");
    return true;
  }

  @Test
  void keepsTitleOfComponentWhileItCannotBeRead() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    configs.contribute(stream, Sent.of(qm.configuration(93), "a"));
    qm.fault("GET /qm/component/93", ApplicationsIT::unavailable);
    readOnce(configs, 93);
    assertThat(
            shared.text(
                "select component_title from local_configuration where uri = '%s'"
                    .formatted(qm.configuration(93))))
        .isEqualTo("Component 93");
  }

  @Test
  void readsTitleOfComponentAgainAfterFailure() {
    try (GcServer server =
        start("--reprise.gc.requests.attempts=1", "--reprise.gc.requests.breaker-open=1ms")) {
      Configs configs = new Configs(server);
      qm.fault("GET /qm/component/94", ApplicationsIT::unavailable);
      configs.contribute(configs.stream("Stream"), Sent.of(qm.configuration(94), "a"));
      qm.heal();
      String baseline = qm.baseline(94);
      configs.contribute(configs.stream("Stream"), Sent.of(baseline, "a"));
      assertThat(
              server.text(
                  "select component_title from local_configuration where uri = '%s'"
                      .formatted(baseline)))
          .isEqualTo("Component 94");
    }
  }

  @Test
  void unresponsiveApplicationTimesOut() {
    CountDownLatch end = new CountDownLatch(1);
    try {
      Configs configs = new Configs(impatient);
      String stream = configs.stream("Stream");
      qm.fault("GET /qm/configuration/1", exchange -> FakeApplication.hold(end));
      // The headers come, the body does not.
      qm.fault(
          "GET /qm/configuration/2",
          exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().flush();
            FakeApplication.hold(end);
            return true;
          });
      assertThat(Documents.error(contribute(configs, stream, 1), 503)).contains("300 ms");
      assertThat(Documents.error(contribute(configs, stream, 2), 503)).contains("300 ms");
    } finally {
      end.countDown();
    }
  }

  @Test
  void credentialsGoToTheirApplicationOnly() {
    try (FakeApplication elsewhere = new FakeApplication()) {
      qm.fault(
          "GET /qm/configuration/1",
          exchange -> {
            exchange.getResponseHeaders().set("Location", elsewhere.configuration(1));
            FakeApplication.answer(exchange, 302, "");
            return true;
          });
      assertThat(Documents.error(contribute(qm.configuration(1)), 400)).contains("302");
      Documents.error(contribute(elsewhere.configuration(1)), 400);
      Documents.error(contribute(qm.base() + "@elsewhere/1"), 400);
      assertThat(elsewhere.asked()).isEmpty();
    }
  }

  @Test
  void rejectsResponseOverLimit() {
    qm.fault(
        "GET /qm/configuration/1",
        exchange -> {
          FakeApplication.answer(exchange, 200, " ".repeat(5_000_000));
          return true;
        });
    assertThat(Documents.error(contribute(qm.configuration(1)), 503)).contains("bytes");
  }

  @Test
  void rejectsCreationsOverLimit() {
    CountDownLatch end = new CountDownLatch(1);
    try (GcServer server = start("--reprise.gc.commit.at-once=1", "--reprise.gc.commit.wait=0s")) {
      Configs configs = new Configs(server);
      GcClient client = server.client();
      String one = configs.stream("One");
      configs.contribute(one, Sent.of(qm.configuration(1), "a"));
      qm.fault("POST /qm/configuration/1/baselines", exchange -> FakeApplication.hold(end));
      assertThat(client.send("POST", one + "/baselines", NOTHING).status()).isEqualTo(202);
      GcClient.Answer refused = client.send("POST", one + "/baselines", NOTHING);
      assertThat(Documents.error(refused, 503)).contains("Nothing was stored");
      assertThat(refused.header("Retry-After")).isNotEmpty();
      end.countDown();
      await().until(() -> client.send("POST", one + "/baselines", NOTHING).status() == 202);
    } finally {
      end.countDown();
    }
  }

  @Test
  void halfOpenCircuitTriesOneCallWhileOthersWait() {
    try (GcServer server =
        start(
            "--reprise.gc.requests.attempts=1",
            "--reprise.gc.requests.breaker-calls=2",
            "--reprise.gc.requests.breaker-open=500ms",
            "--reprise.gc.requests.keep=1ms",
            "--reprise.gc.commit.wait=30s")) {
      Configs configs = new Configs(server);
      String failing = configs.stream("Failing");
      String wide = configs.stream("Wide");
      configs.contribute(
          wide,
          IntStream.range(10, 20)
              .mapToObj(n -> Sent.of(qm.configuration(n), "a"))
              .toArray(Sent[]::new));
      readOnce(configs, 1);
      failWith(503);
      for (int n = 0; n < 8; n++) {
        Documents.error(contribute(configs, failing, 1), 503);
      }
      GcClient.Answer first =
          await()
              .until(
                  () -> server.client().send("POST", wide + "/baselines", NOTHING),
                  answer -> qm.asked().stream().anyMatch(one -> one.startsWith("POST")));
      assertThat(first.status()).as(first.toString()).isEqualTo(201);
    }
  }

  @Test
  void returns502ForRejectedCredentials() {
    assertThat(Documents.error(contribute(REFUSING.configuration(1)), 502))
        .contains("401", "reprise.gc.applications");
  }

  @Test
  void returns502ForInvalidBaselineOfApplication() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    configs.contribute(stream, Sent.of(qm.configuration(1), "a"));
    qm.fault(
        "GET /qm/configuration/1000000",
        exchange -> {
          FakeApplication.answer(exchange, 200, qm.document(1_000_000, "Baseline", ""));
          return true;
        });
    assertThat(Documents.error(shared.client().send("POST", stream + "/baselines", NOTHING), 502))
        .contains("configuration/1000000");
  }

  /** Whoever contributes chooses the address: what is wrong with one resource is not the server. */
  @Test
  void staysClosedWhateverOneResourceAnswers() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    List<String> kinds =
        List.of("429", "500", "501", "502", "503", "504", "505", "404", "long", "garbage");
    for (String kind : kinds) {
      qm.fault(
          "GET /qm/configuration/1",
          exchange -> {
            switch (kind) {
              case "long" -> FakeApplication.answer(exchange, 200, " ".repeat(5_000_000));
              case "garbage" -> FakeApplication.answer(exchange, 200, "no Turtle");
              default -> FakeApplication.answer(exchange, Integer.parseInt(kind), "");
            }
            return true;
          });
      for (int n = 0; n < 4; n++) {
        assertThat(contribute(configs, stream, 1).status()).isGreaterThanOrEqualTo(400);
      }
    }
    assertThat(qm.count("GET /qm/configuration/1")).isEqualTo(4 * kinds.size());
    assertThat(contribute(configs, stream, 2).status()).isEqualTo(200);
  }

  @Test
  void opensForTimeoutsOfKnownAddressesOnly() {
    CountDownLatch end = new CountDownLatch(1);
    try {
      readOnce(new Configs(shared), 2);
      Configs late = new Configs(impatient);
      String stream = late.stream("Stream");
      qm.fault("GET /qm/configuration/1", exchange -> FakeApplication.hold(end));
      qm.fault("GET /qm/configuration/2", exchange -> FakeApplication.hold(end));
      for (int n = 0; n < 4; n++) {
        assertThat(Documents.error(contribute(late, stream, 1), 503)).contains("300 ms");
      }
      for (int n = 0; n < 2; n++) {
        assertThat(Documents.error(contribute(late, stream, 2), 503)).contains("300 ms");
      }
      assertThat(Documents.error(contribute(late, stream, 1), 503)).contains("tried again soon");
    } finally {
      end.countDown();
    }
  }

  /** Eight of its 131 components are read at once; after two time-outs the circuit is open. */
  @Test
  void fillGivesUpOnUnresponsiveApplication() {
    CountDownLatch end = new CountDownLatch(1);
    try (GcServer server =
        start(
            "--reprise.gc.requests.attempts=1",
            "--reprise.gc.requests.breaker-calls=2",
            "--reprise.gc.requests.breaker-open=10m",
            "--reprise.gc.requests.timeout=300ms")) {
      for (int n = 1; n <= 131; n++) {
        qm.fault(
            "GET /qm/component/" + n + "/configurations", exchange -> FakeApplication.hold(end));
      }
      Documents.error(server.client().send("POST", "/gc/fill", NOTHING), 503);
      assertThat(qm.asked()).hasSizeLessThan(20);
    } finally {
      end.countDown();
    }
  }

  @Test
  void opensWhereServerIsOverloaded() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    readOnce(configs, 1);
    failWith(429);
    for (int n = 0; n < 2; n++) {
      Documents.error(contribute(configs, stream, 1), 503);
    }
    assertThat(Documents.error(contribute(configs, stream, 2), 503)).contains("tried again soon");
    assertThat(qm.count("GET /qm/configuration/2")).isZero();
  }

  @Test
  void failingComponentIsNotTakenForMissingOne() {
    try (GcServer server = start()) {
      for (int status : List.of(501, 401)) {
        qm.fault(
            "GET /qm/component/1/configurations",
            exchange -> {
              FakeApplication.answer(exchange, status, "");
              return true;
            });
        assertThat(Documents.error(server.client().send("POST", "/gc/fill", NOTHING), 502))
            .contains(String.valueOf(status));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "text", "text/turtle/more"})
  void answersBadGatewayForUnreadableContentType(String type) {
    qm.fault(
        "GET /qm/configuration/1",
        exchange -> {
          byte[] body = qm.document(1, "Stream", "").getBytes(StandardCharsets.UTF_8);
          if (!type.isEmpty()) {
            exchange.getResponseHeaders().set("Content-Type", type);
          }
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          return true;
        });
    assertThat(Documents.error(contribute(qm.configuration(1)), 502))
        .contains(qm.configuration(1), type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../rm/configuration/1",
        "/configuration/../../rm/1",
        "/%2e%2E/rm/configuration/1",
        "/..;x/rm/configuration/1",
        "/..%2frm/configuration/1",
        "/configuration/%2e%2e"
      })
  void sendsNoCredentialsToPathThatLeavesApplication(String path) {
    Documents.error(contribute(qm.base() + path), 400);
    assertThat(qm.asked()).isEmpty();
  }

  @Test
  void asksApplicationWithLongestBaseUri() {
    assertThat(contribute(NESTED.configuration(1)).status()).isEqualTo(200);
  }

  @Test
  void answersBadGatewayForBaselineOfApplicationThatIsNotConfiguredAnyMore() {
    Configs configs = new Configs(shared);
    String stream = configs.stream("Stream");
    configs.contribute(stream, Sent.of(qm.configuration(1), "a"));
    try (GcServer server =
        GcServer.start(shared.database(), "--reprise.gc.base-uri=" + shared.baseUri())) {
      assertThat(Documents.error(server.client().send("POST", stream + "/baselines", NOTHING), 502))
          .contains(qm.configuration(1), "reprise.gc.applications");
    }
  }

  @Test
  void storesEverythingThatChangedOfStreamWhenItIsReadAgain() {
    Configs configs = new Configs(shared);
    String first = configs.stream("First");
    configs.contribute(first, Sent.of(qm.configuration(1), "a"));
    String above = configs.stream("Above");
    configs.contribute(above, Sent.of(first, "a"));
    String etag = shared.client().get(above).etag();
    qm.fault(
        "GET /qm/configuration/1",
        exchange -> {
          String document =
              qm.document(1, "Stream", "oslc_config:acceptedBy oslc_config:Configuration ;");
          FakeApplication.answer(exchange, 200, document.replace(qm.component(1), qm.component(2)));
          return true;
        });
    configs.contribute(configs.stream("Second"), Sent.of(qm.configuration(1), "a"));
    await().until(() -> !shared.client().get(above).etag().equals(etag));
    assertThat(configs.resolvedComponents(above)).endsWith(qm.component(2));
  }
}
