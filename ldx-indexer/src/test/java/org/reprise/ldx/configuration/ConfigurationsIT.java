package org.reprise.ldx.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;

/** Selections are read from servers that may be slow, wrong or dead, while somebody waits. */
class ConfigurationsIT {
  private static final String STREAM = "/qm/configuration/1";
  private static final String SELECTIONS = "/qm/configuration/1/selections";
  private static final int REQUIREMENT = 3_000;

  private final LdxServer server = LdxServer.shared();
  private final LdxClient client = server.client();
  private final TestFeed feed = TestFeed.start();
  private int id;

  @BeforeEach
  void index() {
    feed.event("Creation", feed.version(1, 1, REQUIREMENT));
    feed.event("Creation", feed.version(2, 1, REQUIREMENT));
    id = client.add(feed);
    client.awaitCurrent(id);
  }

  @AfterEach
  void stop() {
    client.delete("/ldx/data-sources/" + id);
    feed.close();
  }

  private void stream(String more) {
    feed.fault(
        STREAM,
        TestFeed.turtle(
            "<%s> a oslc_config:Stream ; oslc_config:selections <%s> . %s"
                .formatted(feed.uri(STREAM), feed.uri(SELECTIONS), more)));
  }

  private void select(String... versions) {
    StringBuilder text = new StringBuilder();
    for (String version : versions) {
      text.append(
          "<%s> oslc_config:selects <%s> .\n".formatted(feed.uri(SELECTIONS), feed.uri(version)));
    }
    feed.fault(SELECTIONS, TestFeed.turtle(text.toString()));
  }

  private LdxClient.Answer ask(String configuration) {
    return client
        .with("Configuration-Context", feed.uri(configuration))
        .get("/ldx/links?resource=" + TestFeed.requirement(REQUIREMENT));
  }

  private int found() {
    LdxClient.Answer answer = ask(STREAM);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().path("links").size();
  }

  @Test
  void readsStreamAgainThoughDocumentDescribesBaseline() {
    stream("<%s> a oslc_config:Baseline .".formatted(feed.uri("/qm/configuration/2")));
    select("/qm/version/1.1");
    assertThat(found()).isEqualTo(1);
    select("/qm/version/1.1", "/qm/version/2.1");
    Awaitility.await().until(() -> found() == 2);
  }

  private void age() {
    server.execute("update configuration set loaded = loaded - interval '1 hour'");
  }

  @Test
  void keepsLinksOfSavedVersionUntilItsReplacementIsIndexed() {
    stream("");
    select("/qm/version/1.1", "/qm/version/2.1");
    assertThat(found()).isEqualTo(2);
    String saved = feed.version(1, 2, REQUIREMENT + 1);
    select("/qm/version/1.2", "/qm/version/2.1");
    age();
    assertThat(found()).as("the saved version is not indexed").isEqualTo(2);
    feed.event("Creation", saved);
    client.poll(id);
    assertThat(found()).as("both are indexed").isEqualTo(1);
    select("/qm/version/1.2");
    age();
    assertThat(found()).as("nothing is about to be indexed").isZero();
    select("/qm/version/2.1");
    age();
    assertThat(found()).isEqualTo(1);
    select("/qm/version/9.9");
    age();
    assertThat(found()).as("9.9 may replace it").isEqualTo(1);
    server.execute("update selection set replaced = replaced - interval '1 minute'");
    client.act(id, "REINDEX");
    age();
    assertThat(found()).as("a poll has read all that the feed had to say").isZero();
  }

  @Test
  void unitesAllSelectionsOfConfiguration() {
    String second = feed.uri(SELECTIONS + "/more");
    stream("<%s> oslc_config:selections <%s> .".formatted(feed.uri(STREAM), second));
    select("/qm/version/1.1");
    feed.fault(
        SELECTIONS + "/more",
        TestFeed.turtle(
            "<%s> oslc_config:selects <%s> .".formatted(second, feed.uri("/qm/version/2.1"))));
    assertThat(found()).isEqualTo(2);
  }

  @Test
  void rejectsChangeSet() {
    stream(
        "<%s> a oslc_config:ChangeSet ; oslc_config:overrides <%s> ."
            .formatted(feed.uri(STREAM), feed.uri("/qm/configuration/2")));
    select("/qm/version/1.1");
    LdxClient.Answer answer = ask(STREAM);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    assertThat(answer.body()).contains("change set");
  }

  @Test
  void usesStoredSelectionsWhileServerIsDown() {
    stream("");
    select("/qm/version/1.1");
    assertThat(found()).isEqualTo(1);
    feed.fault(SELECTIONS, TestFeed.status(503));
    Awaitility.await("it is left alone")
        .until(() -> {
          long asked = feed.asked(SELECTIONS);
          server.execute("update configuration set loaded = loaded - interval '1 hour'");
          assertThat(found()).isEqualTo(1);
          return asked >= 2 && feed.asked(SELECTIONS) == asked;
        });
  }

  @Test
  void returns503ForSelectionsWithoutEnd() {
    AtomicInteger pages = new AtomicInteger();
    stream("");
    feed.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          if (path.startsWith(SELECTIONS)) {
            String next = feed.uri(SELECTIONS + "/" + pages.incrementAndGet());
            exchange.getResponseHeaders().add("Link", "<" + next + ">; rel=\"next\"");
            TestFeed.turtle("").answer(exchange);
          } else {
            feed.answer(exchange, path);
          }
        });
    try (LdxServer impatient = LdxServer.start("--reprise.ldx.selections.timeout=500ms")) {
      LdxClient other = impatient.client();
      other.awaitCurrent(other.add(feed));
      String links = "/ldx/links?resource=" + TestFeed.requirement(REQUIREMENT);
      for (int i = 0; i < 3; i++) {
        int before = pages.get();
        LdxClient.Answer answer = other.with("Configuration-Context", feed.uri(STREAM)).get(links);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
        assertThat(answer.body()).contains("configuration context");
        assertThat(pages.get()).as("nobody's server is left alone for it").isGreaterThan(before);
      }
      assertThat(other.get(links).json().path("links").size()).as("without it").isEqualTo(2);
    }
  }

  @Test
  void removesUnusedConfiguration() {
    stream("");
    select("/qm/version/1.1");
    assertThat(found()).isEqualTo(1);
    Configurations configurations = server.part(Configurations.class);
    String count =
        "select count(*) from configuration where uri = '%s'".formatted(feed.uri(STREAM));
    while (configurations.removeUnused()) {
      // until none is that old
    }
    assertThat(server.count(count)).isEqualTo(1);
    server.execute("update configuration set last_used = now() - interval '31 days'");
    assertThat(found()).as("somebody asks").isEqualTo(1);
    while (configurations.removeUnused()) {
      // those of other tests
    }
    assertThat(server.count(count)).isEqualTo(1);
    server.execute("update configuration set last_used = now() - interval '31 days'");
    while (configurations.removeUnused()) {
      // until none is that old
    }
    assertThat(server.count(count)).isZero();
  }
}
