package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import tools.jackson.databind.JsonNode;

/** A source that is dead, slow or lies harms no other, says why, and heals by itself. */
class BadSourcesIT {
  private final LdxServer server = LdxServer.shared();
  private final LdxClient client = server.client();
  private final TestFeed bad = TestFeed.start();
  private final TestFeed good = TestFeed.start();

  @AfterEach
  void stop() {
    for (JsonNode source : client.get("/ldx/data-sources").json()) {
      client.delete("/ldx/data-sources/" + source.path("id").asInt());
    }
    bad.close();
    good.close();
  }

  /** What is wrong at which path, and a part of the reason that is shown. */
  static Stream<Arguments> faults() {
    return Stream.of(
        fault("500s", "*", TestFeed.status(500), "500"),
        fault("no credentials", "/trs", TestFeed.status(401), "credentials"),
        fault("garbage", "/trs", TestFeed.document("text/turtle", "<a> <b"), "cannot be read"),
        fault("no RDF", "/trs", TestFeed.document("text/html", "<p>hello</p>"), "text/html"),
        fault(
            "no feed",
            "/trs",
            TestFeed.turtle("<http://a.test/> rdfs:label \"something\" ."),
            "names no base"),
        fault("huge", "/trs", BadSourcesIT::endless, "more than"),
        fault("broken off", "/trs", BadSourcesIT::brokenOff, ""),
        fault("redirected for ever", "/trs", BadSourcesIT::redirect, "redirections"),
        fault("redirected away", "/trs", BadSourcesIT::away, "not an origin"),
        fault("no text", "/trs", TestFeed.document("text/turtle", "\0 \0"), "cannot be read"),
        fault("deeply nested", "/trs", BadSourcesIT::nested, "cannot be read"),
        fault("remote context", "/trs", BadSourcesIT::remoteContext, "cannot be read"));
  }

  private static Arguments fault(String name, String path, TestFeed.Fault fault, String reason) {
    return Arguments.of(name, path, fault, reason);
  }

  static void endless(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/turtle");
    exchange.sendResponseHeaders(200, 0);
    byte[] line =
        "<http://a.test/a> <http://a.test/b> <http://a.test/c> .\n"
            .repeat(1_000)
            .getBytes(StandardCharsets.UTF_8);
    // 100 MB, of which the service takes what it is told to.
    for (int i = 0; i < 2_000; i++) {
      exchange.getResponseBody().write(line);
    }
    exchange.close();
  }

  private static void drip(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/turtle");
    exchange.sendResponseHeaders(200, 0);
    for (int i = 0; i < 3_000; i++) {
      exchange.getResponseBody().write('#');
      exchange.getResponseBody().flush();
      TestFeed.pause(100);
    }
  }

  private static void brokenOff(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/turtle");
    exchange.sendResponseHeaders(200, 1_000);
    exchange.getResponseBody().write('#');
    exchange.close();
  }

  private static void redirect(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Location", "/trs");
    exchange.sendResponseHeaders(302, -1);
  }

  static void away(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Location", "http://169.254.169.254/secrets");
    exchange.sendResponseHeaders(302, -1);
  }

  private static void nested(HttpExchange exchange) throws IOException {
    String text = "<http://a.test/a> <http://a.test/b> " + "[ <http://a.test/b> ".repeat(8_000);
    TestFeed.document("text/turtle", text).answer(exchange);
  }

  private static void remoteContext(HttpExchange exchange) throws IOException {
    String text = "{\"@context\": \"http://127.0.0.1:9/context\", \"@id\": \"http://a.test/\"}";
    TestFeed.document("application/ld+json", text).answer(exchange);
  }

  /** Its failure opens the breaker, which then refuses to ask for it once more. */
  @Test
  void readsOnlyChangeAfterServerRecovers() {
    try (LdxServer strict = LdxServer.start("--reprise.ldx.work.breaker-calls=2")) {
      LdxClient own = strict.client();
      good.event("Creation", good.store(1, "one", 1_000));
      int source = own.add(good);
      own.awaitCurrent(source);
      good.fault("/ccm/resource/2", TestFeed.status(503));
      good.event("Creation", good.store(2, "two", 1_000));
      own.poll(source);
      JsonNode failed = own.await(source, one -> !one.path("failure").asString("").isEmpty());
      assertThat(failed.path("failure").asString("")).contains("failed too often", "503");
      good.heal("/ccm/resource/2");
      Awaitility.await()
          .until(() -> {
            own.poll(source);
            return own.linksTo(TestFeed.requirement(1_000)).size() == 2;
          });
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void reportsUnreadableFeedAndRecovers(
      String name, String path, TestFeed.Fault fault, String reason) {
    bad.event("Creation", bad.store(1, "one", 1_000));
    good.event("Creation", good.store(2, "two", 1_000));
    bad.fault(path, fault);
    int badOne = client.add(bad);
    int goodOne = client.add(good);
    client.awaitCurrent(goodOne);
    JsonNode source = client.await(badOne, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).as(name).contains(reason);
    assertThat(client.linksTo(TestFeed.requirement(1_000)))
        .containsExactly(good.uri("/ccm/resource/2") + " implementsRequirement");
    bad.heal(path);
    client.await(badOne, one -> !one.path("running").asBoolean());
    client.poll(badOne);
    client.poll(badOne);
    assertThat(client.source(badOne).path("failure").isMissingNode()).as(name).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(1_000))).hasSize(2);
  }

  @Test
  void reportsAndRetriesFeedsThatAreTooSlow() {
    CountDownLatch end = new CountDownLatch(1);
    try (TestFeed silent = TestFeed.start();
        LdxServer impatient = LdxServer.start("--reprise.ldx.fetch.timeout=500ms")) {
      LdxClient own = impatient.client();
      good.event("Creation", good.store(2, "two", 1_000));
      // As often as it takes where the machine is too slow for such a limit.
      int goodOne = own.add(good.trs(), 1);
      // As where a connection to it is not there in time.
      AtomicBoolean isFirst = new AtomicBoolean(true);
      bad.fault(
          "/trs",
          exchange -> {
            if (isFirst.getAndSet(false)) {
              TestFeed.status(500).answer(exchange);
            } else {
              drip(exchange);
            }
          });
      silent.fault(
          "/trs",
          exchange -> {
            exchange.getResponseHeaders().add("Location", "/silent");
            exchange.sendResponseHeaders(307, -1);
          });
      silent.fault("/silent", exchange -> TestFeed.await(end));
      for (TestFeed slow : List.of(bad, silent)) {
        slow.event("Creation", slow.store(1, "one", 1_000));
        int id = own.add(slow);
        own.await(
            id,
            one -> one.path("failure").asString("").contains("no whole response within 500 ms"));
      }
      own.awaitCurrent(goodOne);
      assertThat(own.linksTo(TestFeed.requirement(1_000)))
          .containsExactly(good.uri("/ccm/resource/2") + " implementsRequirement");
      bad.heal("/trs");
      silent.heal("/trs");
      Awaitility.await()
          .until(() -> {
            for (JsonNode source : own.get("/ldx/data-sources").json()) {
              own.poll(source.path("id").asInt());
            }
            return own.linksTo(TestFeed.requirement(1_000)).size() == 3;
          });
    } finally {
      end.countDown();
    }
  }

  @Test
  void stopsReadingEndlessBase() {
    AtomicInteger pages = new AtomicInteger();
    bad.fault("/trs/base/1/0", exchange -> answerPage(exchange, pages.incrementAndGet()));
    bad.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (path.startsWith("/endless/")) {
            answerPage(exchange, pages.incrementAndGet());
          } else {
            bad.answer(exchange, path);
          }
        });
    int id = client.add(bad);
    JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).contains("without members");
    assertThat(pages.get()).isLessThan(60);
  }

  private void answerPage(HttpExchange exchange, int page) throws IOException {
    exchange
        .getResponseHeaders()
        .add("Link", "<%s>; rel=\"next\"".formatted(bad.uri("/endless/" + page)));
    TestFeed.turtle("<%s> a trs:Base .".formatted(bad.uri("/trs/base"))).answer(exchange);
  }

  @Test
  void stopsReadingCircularBase() {
    bad.store(1, "one", 1_001);
    bad.rebase();
    bad.fault(
        "/trs/base/2/0",
        exchange -> {
          exchange
              .getResponseHeaders()
              .add("Link", "<%s>; rel=\"next\"".formatted(bad.uri("/trs/base/2/0")));
          TestFeed.turtle("<%s> a trs:Base .".formatted(bad.uri("/trs/base"))).answer(exchange);
        });
    int id = client.add(bad);
    JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).contains("circle");
  }

  @Test
  void rejectsPageWithUnusableNextPage() {
    bad.store(1, "one", 1_012);
    bad.rebase();
    int id = client.add(bad);
    client.awaitCurrent(id);
    bad.fault(
        "/trs/base",
        TestFeed.turtle(
            "<%1$s> a trs:Base ; trs:cutoffEvent () . <%1$s> ldp:nextPage \"the next one\" ."
                .formatted(bad.uri("/trs/base"))));
    client.act(id, "REINDEX");
    assertThat(client.source(id).path("failure").asString("")).contains("which one comes next");
    assertThat(client.linksTo(TestFeed.requirement(1_012))).hasSize(1);
  }

  @Test
  void stopsReadingCircularLog() {
    bad.rebase();
    int id = client.add(bad);
    client.awaitCurrent(id);
    bad.event("Creation", bad.store(1, "one", 1_002));
    String head =
        "<%s> a trs:TrackedResourceSet ; trs:base <%s> ; trs:changeLog <urn:log> . <urn:log> a trs:ChangeLog ; trs:previous <%s> ."
            .formatted(bad.trs(), bad.uri("/trs/base"), bad.uri("/circle"));
    bad.fault("/trs", TestFeed.turtle(head));
    bad.fault(
        "/circle",
        TestFeed.turtle(
            "<urn:log> a trs:ChangeLog ; trs:previous <%s> .".formatted(bad.uri("/circle"))));
    client.poll(id);
    assertThat(client.source(id).path("failure").asString("")).contains("circle");
    bad.heal("/trs");
    client.poll(id);
    assertThat(client.source(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(1_002))).hasSize(1);
  }

  @Test
  void warnsOfWrongAndDuplicateOrders() {
    bad.sizes(3, 2);
    bad.rebase();
    int id = client.add(bad);
    client.awaitCurrent(id);
    bad.event("Creation", bad.store(1, "one", 1_003), 50);
    bad.event("Creation", bad.store(2, "two", 1_003), 7);
    bad.event("Creation", bad.store(3, "three", 1_003), 7);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(1_003))).hasSize(3);
    JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0);
    assertThat(row.path("poll").path("warning").asString("")).contains("order");
  }

  @Test
  void skipsOnlyUnusableEvents() {
    bad.event("Creation", bad.store(1, "one", 1_004));
    bad.store(2, "two", 1_004);
    String text =
        """
        <%1$s> a trs:TrackedResourceSet ; trs:base <%2$s> ; trs:changeLog <urn:log> .
        <urn:log> a trs:ChangeLog ; trs:change <urn:e1>, [ a trs:Creation ; trs:order 4 ;
          trs:changed <%3$s> ], <urn:e2>, <urn:e3>, <urn:e4> .
        <urn:e1> a trs:Creation ; trs:changed <%4$s> ; trs:order 1 .
        <urn:e2> a trs:Creation ; trs:changed <%3$s> ;
          trs:order 99999999999999999999999999999999999999999 .
        <urn:e3> a trs:Creation ; trs:order 3 .
        <urn:e4> trs:changed <%3$s> ; trs:order 5 .
        """
            .formatted(
                bad.trs(),
                bad.uri("/trs/base"),
                bad.uri("/ccm/resource/2"),
                bad.uri("/ccm/resource/1"));
    bad.fault("/trs", TestFeed.turtle(text));
    int id = client.add(bad);
    client.awaitCurrent(id);
    assertThat(client.linksTo(TestFeed.requirement(1_004))).hasSize(1);
    String reasons = client.get("/ldx/data-sources/" + id + "/skipped").body();
    assertThat(reasons).contains("event");
  }

  @Test
  void recordsRejectedEventOnce() {
    String one = bad.store(1, "one", 1_014);
    String log =
        """
        <%s> a trs:TrackedResourceSet ; trs:base <%s> ; trs:changeLog <urn:log> .
        <urn:log> trs:change <urn:e1>, [ trs:changed <%3$s> ] . <urn:e1> trs:changed <%3$s> .
        """
            .formatted(bad.trs(), bad.uri("/trs/base"), one);
    bad.fault("/trs", TestFeed.turtle(log));
    int id = client.add(bad);
    client.awaitCurrent(id);
    client.poll(id);
    assertThat(server.count("select tries from skipped where data_source = " + id))
        .as("of the two events")
        .isEqualTo(2);
    String valid =
        "<urn:log> trs:change <urn:e2> . <urn:e2> a trs:Creation ; trs:changed <%s> ; trs:order 2 ."
            .formatted(one);
    bad.fault("/trs", TestFeed.turtle(log + valid));
    client.poll(id);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(1_014))).hasSize(1);
    assertThat(client.source(id).path("skipped").asInt()).as("indexed since").isZero();
  }

  @Test
  void keepsPollingAfterAResourceWasSkippedForYears() {
    bad.event("Creation", bad.store(1, "one", 1_013));
    bad.fault("/ccm/resource/1", TestFeed.status(404));
    int id = client.add(bad);
    client.awaitCurrent(id);
    server.execute("update skipped set tries = 46341, next_try = now() where data_source = " + id);
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
    assertThat(server.count("select max(tries) from skipped where data_source = " + id))
        .isEqualTo(46_342);
  }

  @Test
  void keepsIndexWhenDocumentIsNoBase() {
    bad.store(1, "one", 1_008);
    bad.rebase();
    int id = client.add(bad);
    client.awaitCurrent(id);
    bad.fault("/trs/base", TestFeed.turtle("<http://a.test/> rdfs:label \"come back later\" ."));
    client.act(id, "REINDEX");
    assertThat(client.source(id).path("failure").asString("")).contains("says nothing of a base");
    assertThat(client.linksTo(TestFeed.requirement(1_008))).hasSize(1);
  }
}
