package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ldx.TestGlobals.Entry;
import org.reprise.ldx.rdf.UriKey;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** What a service with narrow limits, and with link types of its own, does. */
class SettingsIT {
  private static LdxServer server;
  private LdxClient client;
  private final TestFeed feed = TestFeed.start();

  @BeforeAll
  static void start(@TempDir Path folder) throws IOException {
    Path types = folder.resolve("types.json");
    Files.writeString(
        types,
        """
        [{"predicate": "http://types.test/#needs", "label": "needs",
          "inverse": "http://types.test/#neededBy", "inverseLabel": "needed by"},
         {"predicate": "%s", "label": "implements requirement"}]
        """
            .formatted(TestFeed.IMPLEMENTS));
    server =
        LdxServer.start(
            "--reprise.ldx.link-types=" + types.toUri(),
            "--reprise.security.users[0].username=reader",
            "--reprise.security.users[0].password=secret of the reader",
            "--reprise.security.users[0].roles=query",
            "--reprise.ldx.work.max-skipped=3",
            "--reprise.ldx.work.breaker-calls=1000",
            "--reprise.ldx.query.links=5",
            "--reprise.ldx.feed.events=10",
            "--reprise.ldx.selections.configurations=3");
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @BeforeEach
  void connect() {
    client = server.client();
  }

  @AfterEach
  void stop() {
    for (JsonNode source : client.get("/ldx/data-sources").json()) {
      client.delete("/ldx/data-sources/" + source.path("id").asInt());
    }
    feed.close();
  }

  @Test
  void countsRepeatedSkipOnce() {
    for (int item = 1; item <= 4; item++) {
      feed.store(item, "item", 1);
      feed.fault("/ccm/resource/" + item, TestFeed.status(500));
    }
    feed.heal("/ccm/resource/4");
    feed.rebase();
    int id = client.add(feed);
    assertThat(client.awaitCurrent(id).path("skipped").asInt()).isEqualTo(3);
    server.execute("update skipped set next_try = now()");
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.source(id).path("skipped").asInt()).isEqualTo(3);
    feed.fault("/ccm/resource/4", TestFeed.status(500));
    feed.event("Modification", feed.uri("/ccm/resource/4"));
    assertThat(client.poll(id).path("failure").asString("")).contains("more than 3");
    assertThat(client.linksTo(TestFeed.requirement(1))).as("it stays as it was").hasSize(1);
    feed.heal("/ccm/resource/1");
    feed.heal("/ccm/resource/4");
    server.execute("update skipped set next_try = now()");
    assertThat(client.poll(id).path("failure").isMissingNode()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(2);
  }

  @Test
  void indexesBaseWithMoreGoneMembersThanMayBeSkipped() {
    for (int item = 1; item <= 20; item++) {
      feed.store(item, "item", 3);
    }
    feed.sizes(4, 4).rebase();
    for (int item = 1; item <= 15; item++) {
      feed.remove(feed.uri("/ccm/resource/" + item));
      if (item <= 10) {
        feed.event("Deletion", feed.uri("/ccm/resource/" + item));
      }
    }
    feed.fault("/ccm/resource/20", TestFeed.status(500));
    int id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
    assertThat(client.linksTo(TestFeed.requirement(3))).hasSize(4);
    assertThat(source.path("skipped").asInt()).isBetween(1, 8);
  }

  @Test
  void countsLinkOfManyVersionsOnce() {
    for (int version = 1; version <= 20; version++) {
      String uri = feed.version(1, version);
      feed.event("Creation", uri);
      feed.fault(
          "/qm/version/1." + version,
          TestFeed.turtle(
              "<%1$s> dcterms:isVersionOf <%2$s> . <%2$s> <%3$s> <%4$s> ."
                  .formatted(
                      uri,
                      feed.uri("/qm/resource/1"),
                      TestFeed.IMPLEMENTS,
                      TestFeed.requirement(4))));
    }
    client.awaitCurrent(client.add(feed));
    assertThat(client.linksTo(TestFeed.requirement(4))).hasSize(1);
  }

  @Test
  void letsQueryRoleAskAndNotAdminister() {
    LdxClient reader = new LdxClient(server.base(), "reader", "secret of the reader");
    assertThat(reader.get("/ldx/link-types").status()).isEqualTo(200);
    assertThat(reader.get("/get-contributors").status()).isEqualTo(200);
    assertThat(reader.get("/ldx/links?resource=http://a.test/1").status()).isEqualTo(200);
    assertThat(reader.post("/discover-links", "text/turtle", "").status()).isEqualTo(400);
    assertThat(reader.get("/ldx/data-sources").status()).isEqualTo(403);
    assertThat(reader.json("POST", "/ldx/data-sources", "{}").status()).isEqualTo(403);
    assertThat(reader.get("/ldx/web/links?resource=http://a.test/1").status()).isEqualTo(200);
    assertThat(reader.get("/ldx/web/ldx.css").status()).isEqualTo(200);
    assertThat(reader.get("/pages.css").status()).isEqualTo(200);
    LdxClient.Answer page = reader.get("/ldx/web/admin/data-sources");
    assertThat(page.status()).isEqualTo(403);
    assertThat(page.body()).contains("<h1>Not allowed</h1>").doesNotContain("This form");
  }

  @Test
  void removedSourceOfConfigurationStaysAwayAfterRestart() {
    Database database = TestDatabase.freshDatabase();
    String[] settings = {
      "--reprise.ldx.data-sources[0].name=configured",
      "--reprise.ldx.data-sources[0].trs=" + feed.trs()
    };
    try (LdxServer first = LdxServer.start(database, settings)) {
      int id = first.client().get("/ldx/data-sources").json().get(0).path("id").asInt();
      first.client().delete("/ldx/data-sources/" + id);
    }
    try (LdxServer second = LdxServer.start(database, settings)) {
      assertThat(second.client().get("/ldx/data-sources").json().size()).isZero();
      second.client().add(feed);
      assertThat(second.client().get("/ldx/data-sources").json().size()).isEqualTo(1);
    }
  }

  @Test
  void boundsRejectedEvents() {
    StringBuilder log =
        new StringBuilder(
            "<%s> a trs:TrackedResourceSet ; trs:base <%s> ; trs:changeLog <urn:log> .\n"
                .formatted(feed.trs(), feed.uri("/trs/base")));
    for (int event = 1; event <= 5; event++) {
      log.append(
          "<urn:log> trs:change <urn:e%1$d> . <urn:e%1$d> trs:changed <http://a.test/%1$d> .\n"
              .formatted(event));
    }
    feed.fault("/trs", TestFeed.turtle(log.toString()));
    int id = client.add(feed);
    JsonNode source = client.await(id, one -> !one.path("failure").asString("").isEmpty());
    assertThat(source.path("failure").asString("")).contains("more than 3");
    assertThat(source.path("skipped").asInt()).isLessThanOrEqualTo(3);
  }

  @Test
  void becomesCurrentWithMoreEventsThanTheLimit() {
    feed.event("Creation", feed.store(1, "item", 2));
    feed.rebase();
    for (int item = 2; item <= 40; item++) {
      feed.event("Creation", feed.store(item, "item", 1_000 + item));
    }
    feed.event("Deletion", feed.uri("/ccm/resource/3"));
    feed.event("Modification", feed.store(2, "item", 2));
    int id = client.add(feed);
    JsonNode source = client.awaitCurrent(id);
    assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
    assertThat(source.path("syncOrder").asInt()).isEqualTo(42);
    assertThat(feed.asked("/trs/base")).isEqualTo(1);
    assertThat(client.linksTo(TestFeed.requirement(2))).hasSize(2);
    assertThat(client.linksTo(TestFeed.requirement(1_003))).isEmpty();
    assertThat(client.linksTo(TestFeed.requirement(1_040))).hasSize(1);
    for (int item = 51; item <= 90; item++) {
      feed.event("Creation", feed.store(item, "item", 1_000 + item));
    }
    client.poll(id);
    assertThat(client.source(id).path("syncOrder").asInt()).isEqualTo(82);
    assertThat(feed.asked("/trs/base")).as("the base is not read again").isEqualTo(1);
    assertThat(client.act(id, "VALIDATE").path("failure").isMissingNode()).isTrue();
    JsonNode found = client.get("/ldx/data-sources/" + id + "/validation").json();
    assertThat(found.path("members").asInt()).as(found.toString()).isEqualTo(79);
    assertThat(found.path("missing").asInt() + found.path("extra").asInt()).isZero();
  }

  @Test
  void readsLinkTypesFromFile() {
    String resource = feed.uri("/ccm/resource/1");
    feed.event("Creation", resource);
    feed.fault(
        "/ccm/resource/1",
        TestFeed.turtle(
            "<%1$s> <http://types.test/#needs> <%2$s> ; <http://types.test/#other> <%2$s> ."
                .formatted(resource, TestFeed.requirement(9))));
    client.awaitCurrent(client.add(feed));
    JsonNode links =
        client
            .get(
                "/ldx/links?predicate=http://types.test/%23neededBy&resource="
                    + TestFeed.requirement(9))
            .json()
            .path("links");
    assertThat(links.size()).isEqualTo(1);
    assertThat(links.get(0).path("predicate").asString("")).isEqualTo("http://types.test/#needs");
    assertThat(links.get(0).path("inverse").asString("")).isEqualTo("http://types.test/#neededBy");
    assertThat(links.get(0).path("inverseLabel").asString("")).isEqualTo("needed by");
    assertThat(client.linksTo(TestFeed.requirement(9))).containsExactly(resource + " needs");
  }

  @Test
  void refusesAnswerOverLimit() {
    for (int item = 1; item <= 6; item++) {
      feed.store(item, "item", item == 6 ? 8 : 7, 8);
    }
    feed.rebase();
    client.awaitCurrent(client.add(feed));
    assertThat(client.linksTo(TestFeed.requirement(7))).hasSize(5);
    LdxClient.Answer refused = client.get("/ldx/links?resource=" + TestFeed.requirement(8));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("LimitReached", "Limit = 5");
  }

  /** A query reads versions, of which there may be far more than links in its answer. */
  @Test
  void refusesLinkWithMoreVersionsThanQueryReads() {
    feed.event("Creation", feed.store(1, "item", 11));
    int id = client.add(feed);
    client.awaitCurrent(id);
    String row = "md5('version ' || n)::uuid";
    String versions = " from generate_series(1, 100) n";
    UUID concept = UriKey.of(feed.uri("/ccm/resource/1"));
    server.execute(
        "insert into artifact (uri, data_source, generation, concept) select %s, %d, 1, '%s'"
                .formatted(row, id, concept)
            + versions);
    server.execute(
        "insert into link select %s, '%s', %d, (select min(id) from link_type)"
                .formatted(row, UriKey.of(TestFeed.requirement(10)), id)
            + versions);
    LdxClient.Answer refused = client.get("/ldx/links?resource=" + TestFeed.requirement(10));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    assertThat(refused.body()).contains("LimitReached", "Limit = 5");
    assertThat(client.linksTo(TestFeed.requirement(11))).hasSize(1);
  }

  @Test
  void refusesGlobalConfigurationOverLimit() {
    try (TestGlobals globals = new TestGlobals()) {
      client.awaitCurrent(client.add(globals.server()));
      Entry[] entries = new Entry[3];
      for (int n = 0; n < entries.length; n++) {
        entries[n] = Entry.of(feed.uri("/qm/component/" + n), feed.uri("/qm/configuration/" + n));
      }
      LdxClient.Answer answer =
          client
              .with("Configuration-Context", globals.stream(1, entries))
              .get("/ldx/links?resource=" + TestFeed.requirement(9));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
      assertThat(answer.body()).contains("more than 3 configurations");
      assertThat(server.count("select count(*) from configuration")).isZero();
    }
  }
}
