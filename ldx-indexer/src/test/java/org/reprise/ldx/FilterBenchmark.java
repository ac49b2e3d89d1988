package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.reprise.ldx.TestGlobals.Entry;

/**
 * Prints how long queries take over the 438K links of the report, with and without a configuration
 * context. The local configurations are streams, older than the age, which a server gives with
 * their entity tags. Run by its name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class FilterBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int VERSIONS = 437_959;
  private static final int REQUIREMENTS = 223_843;
  private static final int QUERIES = 4_000;
  private static final AtomicInteger UNCHANGED = new AtomicInteger();
  private static final int COMPONENTS = 131;

  // Versions, their links and what local configurations select, as if they had been read.
  private static final String FILL =
      """
      create function key(value text) returns uuid language sql immutable as
        $$ select encode(substring(sha256(convert_to(value, 'UTF8')) for 16), 'hex')::uuid $$;
      insert into link_type (uri) values ('http://open-services.net/ns/qm#validatesRequirement')
        on conflict do nothing;
      create table filled as select n,
        '%1$s/version/' || n as version, '%1$s/resource/' || n as concept,
        'http://requirements.test/rm/resource/' || n %% %2$d as target,
        '%1$s/component/' || n %% %4$d as component, n %% %4$d as number
        from generate_series(1, %3$d) n;
      insert into uri select distinct key(value), value from (
        select version from filled union select concept from filled
        union select target from filled union select component from filled) all_uris (value);
      insert into artifact (uri, data_source, generation, concept, component, title)
        select key(version), 0, 1, key(concept), key(component), 'title ' || n from filled;
      insert into link (artifact, target, data_source, predicate)
        select key(version), key(target), 0,
          (select id from link_type where uri like '%%validatesRequirement') from filled;
      insert into configuration (uri, baseline, loaded)
        select '%1$s/configuration/' || n, false, now() - interval '1 hour'
        from generate_series(0, %4$d - 1) n;
      insert into selection (configuration, version)
        select c.id, key(version) from filled
        join configuration c on c.uri = '%1$s/configuration/' || number;
      drop table filled;
      """;

  @Test
  void queriesInGlobalConfiguration() {
    try (LdxServer server =
            LdxServer.start(
                "--reprise.ldx.selections.age=5s",
                "--reprise.ldx.poll=1h",
                "--reprise.ldx.fetch.max-feed-document=1MB");
        TestGlobals globals = new TestGlobals();
        TestFeed feed = TestFeed.start()) {
      OUT.printf("%,d versions in %,d components%n", VERSIONS, COMPONENTS);
      String start = feed.uri("/qm");
      server.execute(FILL.formatted(start, REQUIREMENTS, VERSIONS, COMPONENTS));
      server.execute("vacuum analyze");
      LdxClient client = server.client();
      client.awaitCurrent(client.add(globals.server()));
      client.awaitCurrent(client.add(feed));
      Entry[] entries = new Entry[COMPONENTS];
      for (int n = 0; n < COMPONENTS; n++) {
        entries[n] = Entry.of(start + "/component/" + n, start + "/configuration/" + n);
        serve(feed, n);
      }
      String baseline = globals.baseline(1, entries);
      String stream = globals.stream(2, entries);
      String local = start + "/configuration/0";
      long began = System.nanoTime();
      assertThat(count(client, baseline, 1)).isPositive();
      OUT.printf("first question: %d ms%n", (System.nanoTime() - began) / 1_000_000);
      for (int round = 1; round <= 2; round++) {
        OUT.println("round " + round);
        report("no context", client, null);
        report("local stream", client, local);
        report("global baseline", client, baseline);
        report("global stream", client, stream);
        OUT.printf("%,d documents had not changed%n", UNCHANGED.get());
      }
    }
  }

  // A stream and its selections, as two documents.
  private static void serve(TestFeed feed, int component) {
    String path = "/qm/configuration/" + component;
    String stream = feed.uri(path);
    StringBuilder selections = new StringBuilder();
    for (int version = component; version <= VERSIONS; version += COMPONENTS) {
      if (version > 0) {
        selections.append(
            "<%s/selections> oslc_config:selects <%s> .%n"
                .formatted(stream, feed.uri("/qm/version/" + version)));
      }
    }
    serve(feed, path + "/selections", selections.toString());
    serve(
        feed,
        path,
        "<%1$s> a oslc_config:Stream ; oslc_config:selections <%1$s/selections> ."
            .formatted(stream));
  }

  private static void serve(TestFeed feed, String path, String turtle) {
    TestFeed.Fault document = TestFeed.turtle(turtle);
    feed.fault(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("ETag", "\"1\"");
          if ("\"1\"".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            UNCHANGED.incrementAndGet();
            exchange.sendResponseHeaders(304, -1);
          } else {
            document.answer(exchange);
          }
        });
  }

  private static int count(LdxClient client, @Nullable String context, int requirement) {
    LdxClient asking = context == null ? client : client.with("Configuration-Context", context);
    LdxClient.Answer answer =
        asking.get("/ldx/links?resource=" + TestFeed.requirement(requirement));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json().path("links").size();
  }

  private static void report(String name, LdxClient client, @Nullable String context) {
    Random random = new Random(1);
    long[] nanos = new long[QUERIES];
    long links = 0;
    for (int n = 0; n < QUERIES; n++) {
      int requirement = random.nextInt(REQUIREMENTS);
      long began = System.nanoTime();
      links += count(client, context, requirement);
      nanos[n] = System.nanoTime() - began;
    }
    Arrays.sort(nanos);
    OUT.printf(
        "%-16s %,d links; p50 %.2f ms, p99 %.2f ms, max %.2f ms%n",
        name,
        links,
        nanos[QUERIES / 2] / 1e6,
        nanos[QUERIES * 99 / 100] / 1e6,
        nanos[QUERIES - 1] / 1e6);
  }
}
