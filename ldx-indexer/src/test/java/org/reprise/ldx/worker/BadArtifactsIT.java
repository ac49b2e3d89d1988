package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
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

/** Artifacts that cannot be read, or not as fast as somebody wants, harm no others. */
class BadArtifactsIT {
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

  @Test
  void opensBreakerForFailingArtifactsAndRecovers() {
    for (int item = 1; item <= 60; item++) {
      bad.store(item, "item", 1_005);
    }
    bad.sizes(100, 4).rebase();
    AtomicInteger failing = new AtomicInteger(1);
    bad.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (failing.get() == 1 && path.startsWith("/ccm/")) {
            exchange.sendResponseHeaders(503, -1);
          } else {
            bad.answer(exchange, path);
          }
        });
    int id = client.add(bad);
    JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).contains("failed too often", "answers 503");
    assertThat(bad.asked().stream().filter(path -> path.startsWith("/ccm/")).distinct())
        .as("not all 60 were tried")
        .hasSizeLessThan(60);
    failing.set(0);
    Awaitility.await().until(() -> client.poll(id).path("phase").asString("").equals("CURRENT"));
    assertThat(client.linksTo(TestFeed.requirement(1_005))).hasSize(60);
  }

  static Stream<Arguments> transientFaults() {
    return Stream.of(
        Arguments.of("error", TestFeed.status(500), "500"),
        Arguments.of("unchanged", TestFeed.status(304), "304"),
        Arguments.of("page", TestFeed.document("text/html", "<p>Log in</p>"), "text/html"),
        Arguments.of("redirect", (TestFeed.Fault) BadSourcesIT::away, "not an origin"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("transientFaults")
  void indexesOthersAndRetriesFailingArtifacts(String name, TestFeed.Fault fault, String reason) {
    for (int item = 1; item <= 30; item++) {
      bad.store(item, "item", 1_014);
      if (item > 5) {
        bad.fault("/ccm/resource/" + item, fault);
      }
    }
    bad.sizes(100, 4).rebase();
    int id = client.add(bad);
    client.await(id, one -> !one.path("lastPoll").path("poll").path("ended").isMissingNode());
    for (int tries = 1; tries <= 2; tries++) {
      assertThat(client.source(id).path("failure").asString("")).isEmpty();
      assertThat(client.linksTo(TestFeed.requirement(1_014))).hasSize(5);
      JsonNode skipped = client.get("/ldx/data-sources/" + id + "/skipped").json();
      assertThat(skipped.size()).isEqualTo(25);
      assertThat(skipped.get(0).path("reason").asString("")).contains(reason);
      assertThat(skipped.get(0).path("tries").asInt()).isEqualTo(tries);
      assertThat(
              server.count(
                  "select max(extract(minute from next_try - last_try)) from skipped"
                      + " where data_source = "
                      + id))
          .isEqualTo(tries * tries);
      server.execute("update skipped set next_try = now() where data_source = " + id);
      client.poll(id);
    }
    for (int item = 6; item <= 30; item++) {
      bad.heal("/ccm/resource/" + item);
    }
    server.execute("update skipped set next_try = now() where data_source = " + id);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(1_014))).hasSize(30);
  }

  @Test
  void skipsForbiddenArtifactsWithoutOpeningBreaker() {
    for (int item = 1; item <= 60; item++) {
      bad.store(item, "item", 1_007);
      if (item % 3 != 0) {
        bad.fault("/ccm/resource/" + item, TestFeed.status(403));
      }
    }
    bad.sizes(100, 4).rebase();
    int id = client.add(bad);
    assertThat(client.awaitCurrent(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(1_007))).hasSize(20);
    JsonNode skipped = client.get("/ldx/data-sources/" + id + "/skipped").json();
    assertThat(skipped.size()).isEqualTo(40);
    assertThat(skipped.get(0).path("reason").asString("")).contains("403");
    assertThat(skipped.get(0).path("passing").asBoolean()).isTrue();
  }

  @Test
  void rejectsVersionsOfForeignResources() {
    String resource = good.store(1, "one", 1_009);
    good.event("Creation", resource);
    bad.event("Creation", bad.uri("/qm/version/1"));
    bad.fault(
        "/qm/version/1",
        TestFeed.turtle(
            "<%1$s> dcterms:isVersionOf <%2$s> . <%2$s> <%3$s> <%4$s> ."
                .formatted(
                    bad.uri("/qm/version/1"),
                    resource,
                    TestFeed.IMPLEMENTS,
                    TestFeed.requirement(1_010))));
    int badOne = client.add(bad);
    client.awaitCurrent(badOne);
    client.awaitCurrent(client.add(good));
    assertThat(client.linksTo(TestFeed.requirement(1_010))).isEmpty();
    assertThat(client.get("/ldx/data-sources/" + badOne + "/skipped").body()).contains("elsewhere");
    LdxClient.Answer any =
        client.post(
            "/discover-links",
            "text/turtle",
            "@prefix l: <http://open-services.net/ns/ldm#> . [] l:resources <%s> ; l:direction \"any\" ."
                .formatted(resource));
    assertThat(any.status()).as(any.toString()).isEqualTo(200);
  }

  @Test
  void pauseEndsWaitingPoll() {
    for (int item = 1; item <= 200; item++) {
      bad.store(item, "item", 1_011);
    }
    bad.sizes(1_000, 4).rebase();
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch open = new CountDownLatch(1);
    bad.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (path.startsWith("/ccm/")) {
            begun.incrementAndGet();
            TestFeed.await(open);
          }
          bad.answer(exchange, path);
        });
    int id = client.add(bad);
    Awaitility.await().until(() -> begun.get() > 0);
    client.json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"PAUSE\"}");
    client.await(id, source -> !source.path("running").asBoolean());
    open.countDown();
    assertThat(begun.get()).as("requests that were sent").isLessThan(150);
    JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0);
    assertThat(row.path("poll").path("warning").asString("")).contains("paused");
    assertThat(row.path("poll").path("failure").isMissingNode()).isTrue();
  }

  @Test
  void skipsHugeAndForeignArtifacts() {
    String huge = bad.store(1, "one", 1_006);
    bad.event("Creation", huge);
    bad.event("Creation", bad.store(2, "two", 1_006));
    bad.event("Creation", bad.store(3, "three", 1_006));
    bad.fault("/ccm/resource/1", BadSourcesIT::endless);
    bad.fault(
        "/ccm/resource/2",
        TestFeed.turtle(
            "<http://other.test/1> <%s> <%s> ."
                .formatted(TestFeed.IMPLEMENTS, TestFeed.requirement(1_006))));
    bad.event("Creation", bad.store(4, "four", 1_006));
    bad.fault(
        "/ccm/resource/4",
        TestFeed.document(
            "application/ld+json",
            "{\"@id\": \"\", \"http://a.test/p\": [" + "1, ".repeat(12_000) + "1]}"));
    int id = client.add(bad);
    client.awaitCurrent(id);
    assertThat(client.linksTo(TestFeed.requirement(1_006))).hasSize(1);
    String reasons = client.get("/ldx/data-sources/" + id + "/skipped").body();
    assertThat(reasons)
        .contains("bytes", "says nothing about the resource", "more than 11,000 values");
  }
}
