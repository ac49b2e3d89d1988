package org.reprise.ldx.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.ldx.TestGlobals;
import org.reprise.ldx.TestGlobals.Entry;
import tools.jackson.databind.JsonNode;

/** Links in the context of a global configuration, which another server resolves. */
class GlobalConfigurationsIT {
  private static final int REQUIREMENT = 7_000;

  private final LdxServer server = LdxServer.shared();
  private final LdxClient client = server.client();
  private final TestFeed feed = TestFeed.start();
  private final TestGlobals globals = new TestGlobals();
  private final List<Integer> sources = new ArrayList<>();

  // Two components; in the first a test case with two versions, in the second one with one.
  @BeforeEach
  void index() {
    feed.event("Creation", feed.versionIn(component(1), 1, 1, REQUIREMENT));
    feed.event("Creation", feed.versionIn(component(1), 1, 2, REQUIREMENT));
    feed.event("Creation", feed.versionIn(component(2), 2, 1, REQUIREMENT));
    feed.event("Creation", feed.version(3, 1, REQUIREMENT));
    local(1, "Stream", "1.1");
    local(2, "Stream", "1.2");
    local(3, "Stream", "2.1", "3.1");
    local(4, "Stream");
    local(7, "Stream", "2.1");
    sources.add(client.add(feed));
    sources.add(client.add(globals.server()));
    sources.forEach(client::awaitCurrent);
  }

  @AfterEach
  void stop() {
    sources.forEach(id -> client.delete("/ldx/data-sources/" + id));
    feed.close();
    globals.close();
  }

  private String component(int id) {
    return feed.uri("/qm/component/" + id);
  }

  private String local(int id) {
    return feed.uri("/qm/configuration/" + id);
  }

  private void local(int id, String kind, String... versions) {
    feed.fault("/qm/configuration/" + id, turtle(id, kind, versions));
    feed.fault("/qm/configuration/" + id + "/selections", turtle(id, kind, versions));
  }

  private TestFeed.Fault turtle(int id, String kind, String... versions) {
    StringBuilder text = new StringBuilder();
    text.append(
        "<%1$s> a oslc_config:%2$s ; oslc_config:selections <%1$s/selections> .%n"
            .formatted(local(id), kind));
    for (String version : versions) {
      text.append(
          "<%s/selections> oslc_config:selects <%s> .%n"
              .formatted(local(id), feed.uri("/qm/version/" + version)));
    }
    return TestFeed.turtle(text.toString());
  }

  private LdxClient.Answer ask(String context) {
    return client
        .with("Configuration-Context", context)
        .get("/ldx/links?resource=" + TestFeed.requirement(REQUIREMENT));
  }

  private Set<String> found(String context) {
    LdxClient.Answer answer = ask(context);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    Set<String> sources = new TreeSet<>();
    for (JsonNode link : answer.json().path("links")) {
      String source = link.path("source").asString();
      sources.add(source.substring(source.lastIndexOf('/') + 1));
    }
    return sources;
  }

  // As if it had been read long ago.
  private void age() {
    server.execute(
        "update configuration set loaded = loaded - interval '1 hour',"
            + " selections_loaded = selections_loaded - interval '1 hour'");
  }

  @Test
  void findsLinksOfSelectedVersions() {
    String global =
        globals.stream(1, Entry.of(component(1), local(1)), Entry.of(component(2), local(3)));
    assertThat(found(global)).containsExactly("1", "2", "3");
    assertThat(found(globals.stream(2, Entry.of(component(1), local(2)))))
        .as("of the other version")
        .containsExactly("1");
    assertThat(found(globals.stream(3, Entry.of(component(2), local(3)))))
        .as("a version that names no component is looked for in all")
        .containsExactly("2", "3");
    assertThat(found(globals.stream(4, Entry.of(component(1), local(4))))).isEmpty();
    assertThat(found(globals.stream(5))).as("it has no contributions").isEmpty();
    assertThat(client.linksTo(TestFeed.requirement(REQUIREMENT))).as("without it").hasSize(3);
  }

  @Test
  void readsAtMostTwoLocalConfigurationsAtOnce() {
    AtomicInteger reading = new AtomicInteger();
    AtomicInteger max = new AtomicInteger();
    Entry[] entries = new Entry[8];
    for (int n = 0; n < entries.length; n++) {
      int id = 20 + n;
      TestFeed.Fault document = turtle(id, "Stream", "1.1");
      feed.fault(
          "/qm/configuration/" + id,
          exchange -> {
            max.accumulateAndGet(reading.incrementAndGet(), Math::max);
            // So that others would come meanwhile.
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            reading.decrementAndGet();
            document.answer(exchange);
          });
      feed.fault("/qm/configuration/" + id + "/selections", document);
      entries[n] = Entry.of(component(id), local(id));
    }
    assertThat(ask(globals.stream(1, entries)).status()).isEqualTo(200);
    assertThat(max.get()).isBetween(1, 2);
  }

  @Test
  void ignoresSkewedConfiguration() {
    assertThat(
            found(
                globals.stream(
                    1, Entry.of(component(1), local(4)), new Entry(component(1), local(1), true))))
        .isEmpty();
    assertThat(
            found(
                globals.stream(
                    2, Entry.of(component(1), local(1)), Entry.of(component(1), local(4)))))
        .as("nor does a later one that nobody calls so")
        .containsExactly("1");
  }

  @Test
  void findsUnversionedResourcesInEveryContext() {
    feed.event("Creation", feed.store(9, "a work item", REQUIREMENT));
    client.poll(sources.getFirst());
    assertThat(found(globals.stream(1, Entry.of(component(1), local(4))))).containsExactly("9");
  }

  @Test
  void doesNotReadUnchangedConfigurationAgain() {
    String global = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(global)).containsExactly("1");
    age();
    assertThat(found(global)).containsExactly("1");
    assertThat(globals.unchanged()).as("asked with its entity tag").isEqualTo(1);
    local(5, "Baseline", "1.1");
    String baseline = globals.baseline(2, Entry.of(component(1), local(5)));
    assertThat(found(baseline)).containsExactly("1");
    age();
    assertThat(found(baseline)).containsExactly("1");
    assertThat(globals.asked(2)).as("a baseline never changes").isEqualTo(1);
    assertThat(feed.asked("/qm/configuration/5")).isEqualTo(1);
  }

  @Test
  void seesReplacedContributionAfterAge() {
    String global = globals.stream(1, Entry.of(component(1), local(4)));
    assertThat(found(global)).isEmpty();
    globals.stream(1, Entry.of(component(1), local(2)));
    age();
    assertThat(found(global)).containsExactly("1");
    globals.stream(1);
    age();
    assertThat(found(global)).isEmpty();
    globals.stream(1, Entry.of(component(2), local(3)));
    Awaitility.await().until(() -> found(global).size() == 2);
  }

  @Test
  void seesChangedSelectionAfterAge() {
    String global = globals.stream(1, Entry.of(component(1), local(4)));
    assertThat(found(global)).isEmpty();
    local(4, "Stream", "1.1");
    age();
    assertThat(found(global)).containsExactly("1");
  }

  @Test
  void seesChangedSelectionAfterRefreshCouldNotBeRecorded() {
    String global = globals.stream(1, Entry.of(component(1), local(4)));
    assertThat(found(global)).isEmpty();
    age();
    server.execute(
        "alter table configuration add constraint refused"
            + " check (selections_loaded < now() - interval '30 minutes') not valid");
    try {
      assertThat(found(global)).isEmpty();
    } finally {
      server.execute("alter table configuration drop constraint refused");
    }
    local(4, "Stream", "1.1");
    age();
    assertThat(found(global)).containsExactly("1");
  }

  @Test
  void answersOnlyKnownBaselinesWhileServerIsDown() {
    String stream = globals.stream(1, Entry.of(component(1), local(1)));
    String baseline = globals.baseline(2, Entry.of(component(1), local(1)));
    assertThat(found(stream)).containsExactly("1");
    assertThat(found(baseline)).containsExactly("1");
    globals.isAway(true);
    age();
    for (String context : List.of(stream, globals.uri(3))) {
      LdxClient.Answer answer = ask(context);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).isNotEmpty();
      assertThat(answer.body()).contains(context);
    }
    assertThat(found(baseline)).containsExactly("1");
    assertThat(client.linksTo(TestFeed.requirement(REQUIREMENT))).as("unfiltered").hasSize(3);
    assertThat(found(local(1))).as("in a local one").containsExactly("1");
    globals.isAway(false);
    Awaitility.await().until(() -> ask(stream).status() == 200);
    assertThat(found(stream)).containsExactly("1");
  }

  @Test
  void usesStoredSelectionsWhileApplicationIsDown() {
    String global = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(global)).containsExactly("1");
    feed.fault("*", TestFeed.status(503));
    feed.fault("/qm/configuration/1", TestFeed.status(503));
    feed.fault("/qm/configuration/1/selections", TestFeed.status(503));
    feed.fault("/qm/configuration/2", TestFeed.status(503));
    age();
    assertThat(found(global)).containsExactly("1");
    globals.stream(1, Entry.of(component(1), local(2)));
    age();
    LdxClient.Answer answer = ask(global);
    assertThat(answer.status()).as("one that was never read: " + answer).isEqualTo(503);
    assertThat(answer.body()).contains(local(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 404, 429, 500, 501, 502, 503})
  void answersOthersAfterCallerNamedAddressesThatFail(int status) {
    String chosen = "/qm/configuration/99";
    feed.fault(chosen, TestFeed.status(status));
    for (int n = 0; n < 4; n++) {
      assertThat(ask(feed.uri(chosen)).status()).isNotEqualTo(200);
    }
    assertThat(feed.asked(chosen)).isEqualTo(4);
    assertThat(found(local(2))).containsExactly("1");
  }

  /** Any caller can name an address that hangs, and reckon which lock it shares. */
  @Test
  void readsKnownConfigurationWhileUnknownOneHangs() {
    String known = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(known)).containsExactly("1");
    String hanging =
        IntStream.iterate(2, n -> n + 1)
            .mapToObj(globals::uri)
            .filter(uri -> Math.floorMod(uri.hashCode() - known.hashCode(), 64) == 0)
            .findFirst()
            .orElseThrow();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    globals
        .server()
        .fault(
            URI.create(hanging).getPath(),
            exchange -> {
              begun.countDown();
              TestFeed.await(end);
              TestFeed.status(404).answer(exchange);
            });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() -> ask(hanging));
      try {
        TestFeed.await(begun);
        age();
        assertThat(found(known)).containsExactly("1");
      } finally {
        end.countDown();
      }
    }
  }

  @Test
  void blamesServerForConfigurationsThatCannotBeRead() {
    String garbage = "/qm/configuration/98";
    for (String type : List.of("text/turtle", "text/html")) {
      feed.fault(garbage, TestFeed.document(type, "<a> <b"));
      assertThat(ask(feed.uri(garbage)).status()).isEqualTo(502);
      String global = globals.stream(1, Entry.of(component(1), feed.uri(garbage)));
      assertThat(ask(global).status()).isEqualTo(502);
    }
    String tooLong = local(1) + "?" + "\u0436".repeat(1_900);
    assertThat(ask(globals.stream(1, Entry.of(component(1), tooLong))).status()).isEqualTo(502);
  }

  @Test
  void refusesAddressThatItsDocumentDoesNotDescribe() {
    for (int n = 1; n <= 3; n++) {
      assertThat(ask(local(1) + "?x=" + n).status()).isEqualTo(400);
    }
    assertThat(server.count("select count(*) from configuration where uri like '%?x=%'")).isZero();
    assertThat(found(local(1))).containsExactly("1");
  }

  @Test
  void refusesContextWithFragment() {
    String global = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(global)).containsExactly("1");
    // The document describes its contributions, too.
    for (String fragment : List.of("#c2", "#")) {
      LdxClient.Answer answer = ask(global + fragment);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
    }
    assertThat(server.count("select count(*) from configuration where uri like '%#%'")).isZero();
  }

  @Test
  void waitsForStreamsThatRunningRefreshDoesNotCover() throws Exception {
    local(8, "Stream");
    assertThat(found(local(8))).isEmpty();
    String global = globals.stream(1, Entry.of(component(1), local(4)));
    assertThat(found(global)).isEmpty();
    local(8, "Stream", "2.1");
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    feed.fault(
        "/qm/configuration/4",
        exchange -> {
          asked.countDown();
          TestFeed.await(end);
          turtle(4, "Stream").answer(exchange);
        });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      age();
      Future<Set<String>> first = threads.submit(() -> found(global));
      TestFeed.await(asked);
      globals.stream(1, Entry.of(component(2), local(8)));
      age();
      Future<Set<String>> second = threads.submit(() -> found(global));
      String resolved =
          "select count(*) from resolved r join configuration l on l.id = r.local where l.uri = '";
      Awaitility.await().until(() -> server.count(resolved + local(8) + "'") == 1);
      end.countDown();
      assertThat(second.get()).containsExactly("2");
      first.get();
      assertThat(found(global)).containsExactly("2");
    } finally {
      end.countDown();
    }
  }

  @Test
  void readsKnownConfigurationsAfterOneFailure() {
    String global = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(global)).containsExactly("1");
    age();
    assertThat(found(global)).containsExactly("1");
    globals.isAway(true);
    age();
    assertThat(ask(global).status()).isEqualTo(503);
    globals.isAway(false);
    assertThat(found(global)).containsExactly("1");
  }

  @Test
  void answersWhileSelectionsAreReadInBackground() {
    String global = globals.stream(1, Entry.of(component(1), local(4)));
    assertThat(found(global)).isEmpty();
    local(4, "Stream", "1.1");
    CountDownLatch answered = new CountDownLatch(1);
    String document = "/qm/configuration/4";
    feed.fault(
        document,
        exchange -> {
          TestFeed.await(answered);
          turtle(4, "Stream", "1.1").answer(exchange);
        });
    server.execute(
        "update configuration set loaded = loaded - interval '30 seconds',"
            + " selections_loaded = selections_loaded - interval '30 seconds'");
    assertThat(found(global)).as("as they were").isEmpty();
    answered.countDown();
    Awaitility.await().until(() -> found(global).contains("1"));
  }

  @Test
  void doesNotReadSelectionsAgainThatHaveTheirEntityTag() {
    AtomicInteger unchanged = new AtomicInteger();
    AtomicInteger read = new AtomicInteger();
    for (String path : List.of("/qm/configuration/1", "/qm/configuration/1/selections")) {
      feed.fault(
          path,
          exchange -> {
            exchange.getResponseHeaders().set("ETag", "\"1\"");
            if ("\"1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
              unchanged.incrementAndGet();
              exchange.sendResponseHeaders(304, -1);
            } else {
              read.incrementAndGet();
              turtle(1, "Stream", "1.1").answer(exchange);
            }
          });
    }
    String global = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(global)).containsExactly("1");
    age();
    assertThat(found(global)).containsExactly("1");
    assertThat(read).as("document and selections, once").hasValue(2);
    assertThat(unchanged.get()).isPositive();
  }

  @Test
  void olderReadingDoesNotReplaceNewerOne() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch stored = new CountDownLatch(1);
    feed.fault(
        "/qm/configuration/4/selections",
        exchange -> {
          boolean isFirst = asked.getCount() == 1;
          asked.countDown();
          if (isFirst) {
            TestFeed.await(stored);
            turtle(4, "Stream").answer(exchange);
          } else {
            turtle(4, "Stream", "1.1").answer(exchange);
          }
        });
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Set<String>> older = threads.submit(() -> found(local(4)));
      TestFeed.await(asked);
      assertThat(found(globals.stream(1, Entry.of(component(1), local(4))))).containsExactly("1");
      stored.countDown();
      assertThat(older.get()).containsExactly("1");
    }
  }

  @Test
  void goneLocalConfigurationSelectsNothing() {
    feed.fault("/qm/configuration/6", TestFeed.status(404));
    assertThat(
            found(
                globals.stream(
                    1, Entry.of(component(1), local(6)), Entry.of(component(2), local(3)))))
        .containsExactly("2", "3");
  }

  @Test
  void returns502ForMissingSelections() {
    feed.fault("/qm/configuration/1/selections", TestFeed.status(404));
    for (String context : List.of(local(1), globals.stream(1, Entry.of(component(1), local(1))))) {
      LdxClient.Answer answer = ask(context);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(502);
      assertThat(answer.body()).contains("its selections");
    }
  }

  @Test
  void usesConfigurationsOfServersIndexedLater() {
    try (TestFeed other = TestFeed.start()) {
      String component = other.uri("/rm/component/1");
      String stream = other.uri("/rm/configuration/1");
      other.event("Creation", other.versionIn(component, 8, 1, REQUIREMENT));
      other.fault(
          "/rm/configuration/1",
          TestFeed.turtle(
              "<%1$s> a oslc_config:Stream ; oslc_config:selections <%1$s> ; oslc_config:selects <%2$s> ."
                  .formatted(stream, other.uri("/qm/version/8.1"))));
      String global =
          globals.baseline(1, Entry.of(component(1), local(1)), Entry.of(component, stream));
      assertThat(found(global)).containsExactly("1");
      sources.add(client.add(other));
      client.awaitCurrent(sources.getLast());
      assertThat(found(global)).containsExactly("1");
      server.execute("update configuration set resolved = resolved - interval '1 hour'");
      assertThat(found(global)).containsExactly("1", "8");
    }
  }

  @Test
  void readersSeeOldOrNewConfigurationDuringReplacement() throws Exception {
    String global =
        globals.stream(1, Entry.of(component(1), local(1)), Entry.of(component(2), local(4)));
    assertThat(found(global)).containsExactly("1");
    AtomicBoolean isOver = new AtomicBoolean();
    List<Future<Set<Set<String>>>> readers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int n = 0; n < 4; n++) {
        readers.add(
            threads.submit(() -> {
              Set<Set<String>> seen = new HashSet<>();
              while (!isOver.get()) {
                seen.add(found(global));
              }
              return seen;
            }));
      }
      try {
        for (int n = 0; n < 30; n++) {
          boolean isFirst = n % 2 == 1;
          globals.stream(
              1,
              Entry.of(component(1), local(isFirst ? 1 : 4)),
              Entry.of(component(2), local(isFirst ? 4 : 7)));
          age();
          // A reader may have begun to ask before the change.
          Awaitility.await("round " + n)
              .pollDelay(Duration.ZERO)
              .until(() -> found(global), isFirst ? Set.of("1")::equals : Set.of("2")::equals);
        }
      } finally {
        isOver.set(true);
      }
      for (Future<Set<Set<String>>> reader : readers) {
        assertThat(reader.get()).isSubsetOf(Set.of("1"), Set.of("2"));
      }
    }
  }

  @Test
  void keepsConfigurationsUsedByGlobalOne() {
    String global = globals.stream(1, Entry.of(component(1), local(1)));
    assertThat(found(global)).containsExactly("1");
    Configurations configurations = server.part(Configurations.class);
    server.execute("update configuration set last_used = now() - interval '31 days'");
    assertThat(found(global)).as("somebody asks").containsExactly("1");
    while (configurations.removeUnused()) {
      // those of other tests
    }
    assertThat(found(global)).containsExactly("1");
    String both =
        "select count(*) from configuration where uri in ('%s', '%s')".formatted(global, local(1));
    assertThat(server.count(both)).isEqualTo(2);
    server.execute("update configuration set last_used = now() - interval '31 days'");
    while (configurations.removeUnused()) {
      // first the global one, then what it resolved to
    }
    assertThat(server.count(both)).isZero();
  }

  @Test
  void indexesFeedOfGlobalConfigurations() {
    TestFeed gc = globals.server();
    gc.event("Creation", globals.component(1));
    gc.event("Creation", globals.stream(1, Entry.of(component(1), local(1))));
    gc.event("Modification", globals.stream(1, Entry.of(component(1), local(2))));
    JsonNode source = client.poll(sources.getLast());
    assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
    assertThat(source.path("skipped").asInt()).isZero();
    assertThat(
            server.count("select count(*) from artifact where data_source = " + sources.getLast()))
        .as("resources without links")
        .isEqualTo(2);
    assertThat(server.count("select count(*) from link where data_source = " + sources.getLast()))
        .isZero();
    JsonNode row =
        client
            .get("/ldx/data-sources/" + sources.getLast() + "/history")
            .json()
            .get(0)
            .path("poll");
    assertThat(row.path("retrieved").asInt()).isEqualTo(2);
    assertThat(found(globals.uri(1))).containsExactly("1");
  }
}
