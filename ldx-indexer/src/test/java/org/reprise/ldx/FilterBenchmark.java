package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.TestGlobals.Entry;

/**
 * Prints how long queries take over the 438K links of the report, with and without a configuration
 * * context. Not a part of the build: run by its name.
 */
class FilterBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int VERSIONS = 437_959;
  private static final int REQUIREMENTS = 223_843;
  private static final int QUERIES = 4_000;
  private static final String FEED = "http://feed.test/qm";

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
        select '%1$s/configuration/' || n, true, now() from generate_series(0, %4$d - 1) n;
      insert into selection (configuration, version)
        select c.id, key(version) from filled
        join configuration c on c.uri = '%1$s/configuration/' || number;
      drop table filled;
      """;

  @Test
  void queriesInAGlobalConfiguration() {
    for (int components : new int[] {131, 2_500}) {
      measure(components);
    }
  }

  private static void measure(int components) {
    try (LdxServer server =
            LdxServer.start("--reprise.ldx.selections.age=5s", "--reprise.ldx.poll=1h");
        TestGlobals globals = new TestGlobals();
        TestFeed feed = TestFeed.start()) {
      OUT.printf("%,d versions in %,d components%n", VERSIONS, components);
      server.execute(FILL.formatted(FEED, REQUIREMENTS, VERSIONS, components));
      server.execute("vacuum analyze");
      LdxClient client = server.client();
      client.awaitCurrent(client.add(globals.server()));
      // Its origin is that of the versions above, whose server nobody asks.
      client.json(
          "POST",
          "/ldx/data-sources",
          "{\"name\":\"versions\",\"trs\":\"%s\",\"origins\":[\"http://feed.test\"]}"
              .formatted(feed.trs()));
      Entry[] entries = new Entry[components];
      for (int n = 0; n < components; n++) {
        entries[n] = Entry.of(FEED + "/component/" + n, FEED + "/configuration/" + n);
      }
      String baseline = globals.baseline(1, entries);
      String stream = globals.stream(2, entries);
      String local = FEED + "/configuration/0";
      long began = System.nanoTime();
      assertThat(count(client, baseline, 1)).isPositive();
      OUT.printf("first question: %d ms%n", (System.nanoTime() - began) / 1_000_000);
      for (int round = 1; round <= 2; round++) {
        OUT.println("round " + round);
        report("no context", client, null);
        report("local baseline", client, local);
        report("global baseline", client, baseline);
        report("global stream", client, stream);
      }
    }
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
