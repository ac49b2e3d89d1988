package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.index.IndexCleanup;
import org.reprise.ldx.index.LinkIndex;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** What is in the index follows the feed, event by event. */
class IndexingIT {
  private final LdxServer server = LdxServer.shared();
  private final LdxClient client = server.client();
  private final TestFeed feed = TestFeed.start();

  @AfterEach
  void stop() {
    for (JsonNode source : client.get("/ldx/data-sources").json()) {
      client.delete("/ldx/data-sources/" + source.path("id").asInt());
    }
    feed.close();
  }

  private String implementer(int id) {
    return feed.uri("/ccm/resource/" + id) + " implementsRequirement";
  }

  @Test
  void indexesBaseAndLogSinceCutoff() {
    for (int id = 1; id <= 8; id++) {
      feed.event("Creation", feed.store(id, "item " + id, 100 + id));
    }
    feed.rebase();
    feed.event("Creation", feed.store(9, "item 9", 101));
    feed.event("Modification", feed.store(2, "item 2", 101));
    int id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(client.linksTo(TestFeed.requirement(101)))
        .containsExactlyInAnyOrder(implementer(1), implementer(2), implementer(9));
    assertThat(client.linksTo(TestFeed.requirement(102))).isEmpty();
    assertThat(client.linksTo(TestFeed.requirement(108))).containsExactly(implementer(8));
    assertThat(source.path("syncOrder").asString("")).isEqualTo("10");
    // 8 members, and 2 resources of the log.
    JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0);
    assertThat(row.path("poll").path("kind").asString("")).isEqualTo("INITIAL");
    assertThat(row.path("poll").path("retrieved").asInt()).isEqualTo(10);
    assertThat(row.path("rate").asDouble()).isPositive();
  }

  @Test
  void pagesOfTrs2AreRead() {
    feed.pagingWithin();
    for (int id = 1; id <= 7; id++) {
      feed.store(id, "item", 200);
    }
    feed.rebase();
    client.awaitCurrent(client.add(feed));
    assertThat(client.linksTo(TestFeed.requirement(200))).hasSize(7);
    assertThat(feed.asked("/1999/02/22-rdf-syntax-ns")).isZero();
  }

  @Test
  void readsMembersOfNamedRelation() {
    feed.store(1, "one", 210);
    feed.store(2, "two", 210);
    feed.fault(
        "/trs/base",
        TestFeed.turtle(
            """
            <%1$s> a ldp:DirectContainer ; ldp:hasMemberRelation dcterms:hasPart ;
              dcterms:hasPart <%2$s> ; trs:cutoffEvent () .
            <%1$s/1> ldp:nextPage <%1$s/2> .
            """
                .formatted(feed.uri("/trs/base"), feed.uri("/ccm/resource/1"))));
    feed.fault(
        "/trs/base/2",
        TestFeed.turtle(
            "<%s> dcterms:hasPart <%s> ."
                .formatted(feed.uri("/trs/base"), feed.uri("/ccm/resource/2"))));
    client.awaitCurrent(client.add(feed));
    assertThat(client.linksTo(TestFeed.requirement(210)))
        .containsExactlyInAnyOrder(implementer(1), implementer(2));
  }

  @Test
  void pollReadsOnlyNewEvents() {
    feed.event("Creation", feed.store(1, "one", 300));
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    for (int item = 2; item <= 11; item++) {
      feed.event("Creation", feed.store(item, "more", 300));
    }
    String removed = feed.store(12, "short-lived", 300);
    feed.event("Creation", removed);
    feed.remove(removed);
    feed.event("Deletion", removed);
    feed.event("Modification", feed.store(1, "one", 301));
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(300))).hasSize(10);
    assertThat(client.linksTo(TestFeed.requirement(301))).containsExactly(implementer(1));
    long artifacts = feed.asked("/ccm/resource/1");
    assertThat(artifacts).isEqualTo(2);
    assertThat(feed.asked("/ccm/resource/12")).as("its latest event is a deletion").isZero();
    client.poll(id);
    assertThat(feed.asked("/ccm/resource/1")).isEqualTo(artifacts);
    assertThat(client.source(id).path("skipped").asInt()).isZero();
  }

  @Test
  void storesLinksAndSyncPointTogether() {
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.event("Creation", feed.store(1, "one", 320));
    feed.event("Creation", feed.store(2, "two", 320));
    server.execute(
        """
        create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'refused by the test'; end $$;
        create trigger refuse before update of sync_event on data_source
          for each row when (new.id = %d) execute function refuse()
        """
            .formatted(id));
    assertThat(client.poll(id).path("failure").asString("")).contains("refused by the test");
    assertThat(client.linksTo(TestFeed.requirement(320))).as("without their sync point").isEmpty();
    server.execute(
        """
        drop trigger refuse on data_source;
        create trigger refuse before insert on link
          for each row when (new.data_source = %d) execute function refuse()
        """
            .formatted(id));
    assertThat(client.poll(id).path("failure").asString("")).contains("refused by the test");
    assertThat(client.source(id).path("syncOrder").isMissingNode())
        .as("no sync point without its links")
        .isTrue();
    server.execute("drop trigger refuse on link; drop function refuse()");
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(320))).hasSize(2);
    assertThat(client.source(id).path("syncOrder").asString("")).isEqualTo("2");
  }

  @Test
  void newVersionReplacesOldOne() {
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    String first = feed.version(7, 1);
    feed.event("Creation", first);
    feed.event("Creation", feed.version(7, 2, 400));
    feed.remove(first);
    feed.event("Deletion", first);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(400)))
        .containsExactly(feed.uri("/qm/resource/7") + " validatesRequirement");
    assertThat(server.count("select count(*) from artifact where data_source = " + id))
        .isEqualTo(1);
  }

  @Test
  void keepsUnreadableArtifactsInNewGeneration() {
    feed.store(1, "one", 530);
    feed.store(2, "two", 530);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.fault("/ccm/resource/1", TestFeed.status(500));
    feed.remove(feed.uri("/ccm/resource/2"));
    assertThat(client.act(id, "REINDEX").path("phase").asString("")).isEqualTo("CURRENT");
    assertThat(client.source(id).path("skipped").asInt())
        .as("one failed, one is gone")
        .isEqualTo(2);
    assertThat(client.linksTo(TestFeed.requirement(530))).containsExactly(implementer(1));
  }

  @Test
  void readsBaseAgainWhenSyncPointIsGone() {
    feed.event("Creation", feed.store(1, "one", 600));
    feed.event("Creation", feed.store(2, "two", 600));
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    // Nobody heard of these: their events were cut off together with the sync point.
    feed.remove(feed.uri("/ccm/resource/1"));
    feed.event("Deletion", feed.uri("/ccm/resource/1"));
    feed.event("Creation", feed.store(3, "three", 600));
    feed.event("Modification", feed.uri("/ccm/resource/3"));
    feed.rebase();
    feed.truncate(1);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(600)))
        .containsExactlyInAnyOrder(implementer(2), implementer(3));
    JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0);
    assertThat(row.path("poll").path("warning").asString("")).contains("the base is read again");
  }

  @Test
  void readsFirstChangeAlone() {
    feed.store(1, "one", 610);
    feed.store(2, "two", 610);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    // Before the next poll the feed makes a base of all that, whose cutoff is its first event.
    feed.event("Creation", feed.store(3, "three", 610));
    feed.rebase();
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(610))).hasSize(3);
    JsonNode row = client.get("/ldx/data-sources/" + id + "/history").json().get(0).path("poll");
    assertThat(row.path("retrieved").asInt()).isEqualTo(1);
    assertThat(row.path("warning").isMissingNode()).as(row.toString()).isTrue();
    assertThat(feed.asked("/ccm/resource/1")).isEqualTo(1);
    assertThat(client.source(id).path("syncOrder").asString("")).isEqualTo("1");
  }

  @Test
  void indexesWithDigitsOfOtherLocale() {
    feed.store(1, "one", 710);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.store(1, "one", 711);
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.of("ar", "EG"));
    try {
      client.act(id, "REINDEX");
      assertThat(client.get("/ldx/index-size").status()).isEqualTo(200);
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
    assertThat(client.linksTo(TestFeed.requirement(711))).containsExactly(implementer(1));
  }

  @Test
  void keepsLinksDuringReindex() {
    feed.store(1, "one", 700);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.fault("/trs/base", TestFeed.status(500));
    client.act(id, "REINDEX");
    assertThat(client.source(id).path("failure").asString("")).contains("500");
    assertThat(client.linksTo(TestFeed.requirement(700))).containsExactly(implementer(1));
    feed.heal("/trs/base");
    feed.store(1, "one", 701);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(700))).isEmpty();
    assertThat(client.linksTo(TestFeed.requirement(701))).containsExactly(implementer(1));
  }

  @Test
  void listsSkippedResourcesAndRetries() {
    feed.event("Creation", feed.store(1, "one", 800));
    feed.event("Creation", feed.store(2, "two", 800));
    feed.event("Creation", feed.store(3, "three", 800));
    feed.fault("/ccm/resource/2", TestFeed.status(500));
    feed.fault("/ccm/resource/3", TestFeed.document("text/turtle", "this is no turtle"));
    feed.event("Creation", "http://elsewhere.test/resource/1");
    int id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(source.path("skipped").asInt()).isEqualTo(3);
    JsonNode skipped = client.get("/ldx/data-sources/" + id + "/skipped").json();
    assertThat(skipped.get(0).path("reason").asString("")).contains("500");
    assertThat(skipped.get(0).path("passing").asBoolean()).isTrue();
    assertThat(skipped.get(1).path("reason").asString("")).contains("not understood");
    assertThat(skipped.get(2).path("reason").asString("")).contains("not an origin");
    assertThat(client.linksTo(TestFeed.requirement(800))).containsExactly(implementer(1));
    feed.heal("/ccm/resource/2");
    server.execute("update skipped set next_try = now()");
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(800)))
        .containsExactlyInAnyOrder(implementer(1), implementer(2));
    assertThat(client.source(id).path("skipped").asInt()).isEqualTo(2);
  }

  @Test
  void retriesSkippedResourcesOfNewOrigin() {
    try (TestFeed other = TestFeed.start()) {
      feed.event("Creation", other.store(1, "one", 810));
      String version = feed.version(2, 1, 810);
      feed.fault(
          version.substring(feed.uri("").length()),
          TestFeed.turtle(
              "<%1$s> dcterms:isVersionOf <%2$s> . <%2$s> <%3$s> <%4$s> ."
                  .formatted(
                      version,
                      other.uri("/qm/resource/2"),
                      TestFeed.IMPLEMENTS,
                      TestFeed.requirement(810))));
      feed.event("Creation", version);
      int id = client.add(feed);
      assertThat(client.awaitCurrent(id).path("skipped").asInt()).isEqualTo(2);
      assertThat(client.linksTo(TestFeed.requirement(810))).isEmpty();
      LdxClient.Answer changed =
          client.json(
              "PATCH",
              "/ldx/data-sources/" + id,
              "{\"origins\": [\"%s\"]}".formatted(other.uri("")));
      assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
      assertThat(client.poll(id).path("skipped").asInt()).isZero();
      assertThat(client.linksTo(TestFeed.requirement(810))).hasSize(2);
    }
  }

  @Test
  void sendsTwentyFourRequestsPerThread() {
    for (int item = 1; item <= 300; item++) {
      feed.store(item, "item", 940);
    }
    feed.sizes(1_000, 4).rebase();
    AtomicInteger open = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(72);
    feed.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (path.startsWith("/ccm/")) {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            all.countDown();
            TestFeed.await(all);
            // Time for one more, where there is one.
            TestFeed.pause(10);
            open.decrementAndGet();
          }
          feed.answer(exchange, path);
        });
    client.awaitCurrent(client.addWithThreads(feed, 3));
    assertThat(most.get()).isEqualTo(72);
    assertThat(client.linksTo(TestFeed.requirement(940))).hasSize(300);
  }

  @Test
  void doesNotPollPausedSource() {
    feed.store(1, "one", 950);
    feed.rebase();
    int id = client.add(feed.trs(), 1);
    client.awaitCurrent(id);
    assertThat(client.json("PATCH", "/ldx/data-sources/" + id, "{\"paused\": true}").status())
        .isEqualTo(200);
    client.await(id, source -> !source.path("running").asBoolean());
    long heads = feed.asked("/trs");
    assertThat(begins(id, "POLL")).isEqualTo("WHEN_RESUMED");
    assertThat(begins(id, "PAUSE")).isEqualTo("AT_ONCE");
    assertThat(begins(id, "RESUME")).isEqualTo("AT_ONCE");
    assertThat(begins(id, "POLL")).isEqualTo("AT_ONCE");
    Awaitility.await().until(() -> feed.asked("/trs") > heads);
  }

  @Test
  void keepsConcurrentPauseAndPatches() throws Exception {
    int id = client.add(feed);
    client.awaitCurrent(id);
    String address = "/ldx/data-sources/" + id;
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int round = 1; round <= 60; round++) {
        int value = round;
        CyclicBarrier together = new CyclicBarrier(3);
        List<Callable<Object>> changes =
            List.of(
                () -> together.await() >= 0 ? begins(id, "PAUSE") : "",
                () ->
                    together.await() >= 0
                        ? client.json("PATCH", address, "{\"threads\": %d}".formatted(value))
                        : "",
                () ->
                    together.await() >= 0
                        ? client.json("PATCH", address, "{\"name\": \"n%d\"}".formatted(value))
                        : "");
        for (Future<Object> change : threads.invokeAll(changes)) {
          change.get();
        }
        JsonNode source = client.source(id);
        assertThat(source.path("paused").asBoolean()).as("round " + round).isTrue();
        assertThat(source.path("threads").asInt()).as("round " + round).isEqualTo(value);
        assertThat(source.path("name").asString("")).isEqualTo("n" + value);
        begins(id, "RESUME");
      }
    }
  }

  @Test
  void answersConcurrentSizeRequests() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(48)) {
      List<Callable<Integer>> questions =
          Collections.nCopies(96, () -> client.get("/ldx/index-size").status());
      for (Future<Integer> status : threads.invokeAll(questions)) {
        assertThat(status.get()).isEqualTo(200);
      }
    }
  }

  private String begins(int id, String action) {
    LdxClient.Answer answer =
        client.json(
            "POST",
            "/ldx/data-sources/" + id + "/actions",
            "{\"action\":\"%s\"}".formatted(action));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return answer.json().path("begins").asString("");
  }

  @Test
  void removesAllOfRemovedSource() {
    feed.store(1, "one", 960);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    server.execute(
        "insert into artifact (uri, data_source, generation, concept)"
            + " select k, %d, 1, k from generate_series(1, 5000) n, md5(n::text) m, uuid(m) k"
                .formatted(id));
    assertThat(client.delete("/ldx/data-sources/" + id).status()).isEqualTo(204);
    assertThat(client.linksTo(TestFeed.requirement(960))).as("at once").isEmpty();
    IndexCleanup cleanup =
        new IndexCleanup(
            server.part(JdbcClient.class),
            server.part(TransactionTemplate.class),
            server.part(LinkIndex.class));
    while (cleanup.removeOfRemovedSources()) {
      // until all is gone
    }
    assertThat(client.linksTo(TestFeed.requirement(960))).isEmpty();
    for (String table : List.of("link", "artifact")) {
      assertThat(server.count("select count(*) from " + table + " where data_source = " + id))
          .isZero();
    }
    assertThat(client.get("/ldx/data-sources/" + id).status()).isEqualTo(404);
  }
}
