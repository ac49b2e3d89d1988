package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.index.RemovedSources;
import org.springframework.jdbc.core.simple.JdbcClient;
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
  void theBaseAndTheLogSinceItsCutoffAreIndexed() {
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
  void eachPollReadsWhatIsNewAndNothingElse() {
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
    assertThat(server.count("select count(*) from skipped")).isZero();
  }

  @Test
  void linksAndSyncPointAreStoredTogetherOrNotAtAll() {
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
  void aVersionTakesThePlaceOfTheOneBefore() {
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
  void anEventWhoseOrderComesLateIsNotLost() {
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.event("Creation", feed.store(1, "one", 500), 10);
    feed.event("Creation", feed.store(2, "two", 500), 20);
    client.poll(id);
    feed.event("Creation", feed.store(3, "late", 500), 15);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(500))).hasSize(3);
    assertThat(client.source(id).path("syncOrder").asString("")).isEqualTo("20");
  }

  @Test
  void anEventThatComesLateIsNotLostRightAfterTheBase() {
    feed.event("Creation", feed.store(1, "one", 510), 10);
    feed.event("Creation", feed.store(2, "two", 510), 20);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.event("Creation", feed.store(3, "late", 510), 15);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(510))).hasSize(3);
  }

  @Test
  void aDeletionThatComesLateDoesNotRemoveWhatIsThereAgain() {
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    String one = feed.store(1, "one", 520);
    String two = feed.store(2, "two", 520);
    feed.event("Creation", one, 5);
    feed.event("Creation", two, 10);
    feed.event("Creation", one, 20);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(520))).hasSize(2);
    feed.event("Deletion", one, 15);
    feed.remove(two);
    feed.event("Deletion", two, 17);
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(520))).containsExactly(implementer(1));
    assertThat(client.source(id).path("skipped").asInt()).isZero();
  }

  @Test
  void whatCannotBeReadNowStaysInANewGeneration() {
    feed.store(1, "one", 530);
    feed.store(2, "two", 530);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.fault("/ccm/resource/1", TestFeed.status(500));
    feed.remove(feed.uri("/ccm/resource/2"));
    assertThat(client.act(id, "REINDEX").path("phase").asString("")).isEqualTo("CURRENT");
    assertThat(client.source(id).path("skipped").asInt()).as("one failed, one is gone").isEqualTo(2);
    assertThat(client.linksTo(TestFeed.requirement(530))).containsExactly(implementer(1));
  }

  @Test
  void whenTheSyncPointIsGoneTheBaseIsReadAgain() {
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
  void linksStayWhileTheBaseIsReadAgain() {
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
  void resourcesThatCannotBeIndexedAreNamedWithTheReasonAndTriedAgain() {
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
  void aComparisonNamesWhatIsMissingExtraAndStale() {
    for (int item = 1; item <= 5; item++) {
      feed.event("Creation", feed.store(item, "item", 900));
    }
    int id = client.add(feed);
    client.awaitCurrent(id);
    JsonNode same = validated(id);
    assertThat(same.path("members").asInt()).isEqualTo(5);
    assertThat(same.path("missing").asInt() + same.path("extra").asInt()).isZero();
    assertThat(same.path("stale").asInt()).isZero();
    // Changed behind the back of the log.
    feed.store(1, "item", 901);
    server.execute(
        "delete from artifact where data_source = %d and uri = (select id from uri where value = '%s')"
            .formatted(id, feed.uri("/ccm/resource/2")));
    server.execute(
        "insert into uri values ('00000000-0000-0000-0000-000000000001', 'http://nobody.test/1')");
    server.execute(
        "insert into artifact (uri, data_source, generation, concept) values"
            + " ('00000000-0000-0000-0000-000000000001', %d, 1,".formatted(id)
            + " '00000000-0000-0000-0000-000000000001')");
    JsonNode found = validated(id);
    assertThat(found.path("missing").asInt()).isEqualTo(1);
    assertThat(found.path("extra").asInt()).isEqualTo(1);
    assertThat(found.path("stale").asInt()).isEqualTo(1);
    assertThat(found.path("failed").asInt()).as("an origin that is not asked").isEqualTo(1);
    assertThat(found.path("examples").path("missing").get(0).asString(""))
        .isEqualTo(feed.uri("/ccm/resource/2"));
    server.execute("delete from artifact where uri = '00000000-0000-0000-0000-000000000001'");
    server.execute("delete from uri where value = 'http://nobody.test/1'");
  }

  @Test
  void whatChangesDuringAComparisonIsNotStale() {
    String changing = feed.store(1, "item", 910);
    feed.event("Creation", changing);
    feed.event("Creation", feed.store(2, "item", 910));
    int id = client.add(feed);
    client.awaitCurrent(id);
    feed.fault(
        "/ccm/resource/1",
        exchange -> {
          feed.heal("/ccm/resource/1");
          feed.store(1, "item", 911);
          feed.event("Modification", changing);
          feed.answer(exchange, "/ccm/resource/1");
        });
    JsonNode found = validated(id);
    assertThat(found.path("members").asInt()).isEqualTo(2);
    assertThat(found.path("stale").asInt()).isZero();
    client.poll(id);
    assertThat(client.linksTo(TestFeed.requirement(911))).containsExactly(implementer(1));
  }

  private JsonNode validated(int id) {
    client.act(id, "VALIDATE");
    return client.get("/ldx/data-sources/" + id + "/validation").json();
  }

  @Test
  void aPausedDataSourceIsLeftAlone() {
    feed.store(1, "one", 950);
    feed.rebase();
    int id = client.add(feed.trs(), 1);
    client.awaitCurrent(id);
    assertThat(client.json("PATCH", "/ldx/data-sources/" + id, "{\"paused\": true}").status())
        .isEqualTo(200);
    client.await(id, source -> !source.path("running").asBoolean());
    long heads = feed.asked("/trs");
    assertThat(
            client
                .json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"RESUME\"}")
                .status())
        .isEqualTo(202);
    Awaitility.await().until(() -> feed.asked("/trs") > heads);
  }

  @Test
  void aRemovedDataSourceLeavesNothingBehind() {
    feed.store(1, "one", 960);
    feed.rebase();
    int id = client.add(feed);
    client.awaitCurrent(id);
    assertThat(client.delete("/ldx/data-sources/" + id).status()).isEqualTo(204);
    assertThat(client.linksTo(TestFeed.requirement(960))).as("at once").isEmpty();
    RemovedSources removed = new RemovedSources(server.part(JdbcClient.class));
    while (removed.removePiece()) {
      // until all is gone
    }
    assertThat(client.linksTo(TestFeed.requirement(960))).isEmpty();
    assertThat(server.count("select count(*) from link where data_source = " + id)).isZero();
    assertThat(client.get("/ldx/data-sources/" + id).status()).isEqualTo(404);
  }
}
