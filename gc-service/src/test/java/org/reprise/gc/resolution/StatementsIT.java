package org.reprise.gc.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.revision.Revisions;
import org.reprise.localstack.testing.RoundTrips;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslcclient.Documents;

/** How often the service waits for its database, counted between the two. */
class StatementsIT {
  private static final RoundTrips TRIPS = new RoundTrips(TestDatabase.freshDatabase());
  // A publisher or a lease that looks for work while a large answer is made would be counted.
  private static final GcServer SERVER =
      GcServer.start(
          TRIPS.database(),
          "--reprise.gc.feed.publish-interval=5s",
          "--reprise.gc.revision.lease=30s");
  private static final GcClient CLIENT = SERVER.client();

  @AfterAll
  static void end() throws Exception {
    SERVER.close();
    TRIPS.close();
  }

  /** A stream over so many levels of as many streams, each with so many local configurations. */
  static String tree(GcServer server, int levels, int streams, int locals) {
    Configs configs = new Configs(server);
    String root = configs.stream("Root of " + levels + " levels");
    server.execute(
        """
        do $$
        declare
          parent bigint := %1$s;
          head bigint;
          child bigint;
          first_local bigint;
        begin
          for level in 1..%2$d loop
            for n in 1..%3$d loop
              insert into configuration (id, component, kind, title, accepts, creator, created, modified)
              select nextval('configuration_id'), nextval('component_id'), 'STREAM', 'Made', 'ANY', 'test', now(), now()
              returning id into child;
              insert into contribution (configuration, slug, position, global)
              values (parent, 'c' || n, to_char(n, 'FM00000'), child);
              if n = 1 then head := child; end if;
              insert into local_configuration (uri, component, kind, title)
              select 'http://app/' || child || '/' || l, 'http://app/component/' || child || '/' || l, 'STREAM', 'Local'
              from generate_series(1, %4$d) l;
              insert into contribution (configuration, slug, position, local)
              select child, 'l' || id, to_char(id, 'FM0000000'), id from local_configuration
              where uri like 'http://app/' || child || '/%%';
            end loop;
            parent := head;
          end loop;
        end $$
        """
            .formatted(root.substring(root.lastIndexOf('/') + 1), levels, streams, locals)
            .replace("nextval('component_id')", "(select min(id) from component)"));
    server.execute("analyze contribution, configuration, local_configuration");
    return root;
  }

  @Test
  void readsTenThousandContributionsInOneQueryAtAnyDepth() {
    String flat = tree(SERVER, 1, 10, 10);
    String deep = tree(SERVER, 20, 10, 49);
    assertThat(
            SERVER.count(
                "select count(*) from contribution where configuration >= "
                    + deep.substring(deep.lastIndexOf('/') + 1)))
        .isEqualTo(20 * 10 * 50);
    long small = trips(flat);
    long large = trips(deep);
    // In one transaction of its own isolation, the configuration and its tree.
    // On a slow machine the pool also checks the connection, which was idle for half a second.
    assertThat(small).isBetween(3L, 7L);
    assertThat(large).isBetween(small - 1, small + 1);
    // What is prepared is answered from memory.
    assertThat(tripsOfOne(deep)).isZero();
    assertThat(CLIENT.get(deep).model().listStatements().toList()).hasSizeGreaterThan(40_000);
  }

  // Of a request for a revision that nobody has asked for, and that is known.
  private static long trips(String configuration) {
    CLIENT.get(configuration);
    long id = Long.parseLong(configuration.substring(configuration.lastIndexOf('/') + 1));
    return least(() -> {
      // By a connection of the test's own, of which the service hears.
      SERVER.execute("update configuration set revision = revision + 1");
      long now = SERVER.count("select revision from configuration where id = " + id);
      await().until(() -> SERVER.part(Revisions.class).of(id).orElseThrow() == now);
      return once(configuration);
    });
  }

  private static long tripsOfOne(String configuration) {
    return least(() -> once(configuration));
  }

  // The publisher and others look for work now and then, beside what is counted.
  private static long least(LongSupplier trips) {
    return LongStream.generate(trips).limit(5).min().orElseThrow();
  }

  private static long once(String configuration) {
    long before = TRIPS.count();
    assertThat(CLIENT.get(configuration).status()).isEqualTo(200);
    return TRIPS.count() - before;
  }

  @Test
  void commitsInAsManyRoundTripsHoweverManyStreamsAreBelow() {
    Configs configs = new Configs(SERVER);
    long small = tripsOfCommit(configs, 2);
    assertThat(tripsOfCommit(configs, 30)).isBetween(small - 20, small + 20);
  }

  private static long tripsOfCommit(Configs configs, int streams) {
    List<String> parts = new ArrayList<>();
    for (int n = 0; n < streams; n++) {
      parts.add(configs.stream("Part"));
    }
    String top = configs.stream("Top of " + streams);
    configs.contribute(top, parts);
    long before = TRIPS.count();
    String baseline = configs.commit(top);
    long trips = TRIPS.count() - before;
    assertThat(configs.contributed(baseline)).hasSize(streams);
    return trips;
  }

  /** Whoever waits to write a document holds no tree: creations write by way of the same cache. */
  @Test
  void createdConfigurationIsReadFromMemory() {
    Configs configs = new Configs(SERVER);
    String baseline = configs.initialBaseline(configs.component("Created"));
    // One for the revision while the lease is lost; a document takes three more.
    assertThat(least(() -> once(configs.streamFrom(baseline)))).isLessThanOrEqualTo(1);
    String stream = configs.streamFrom(baseline);
    assertThat(least(() -> once(CLIENT.post(stream + "/staging", "").location())))
        .isLessThanOrEqualTo(1);
  }

  @Test
  void keepsRevisionsInMemoryWhenCompletedActivityIsRead() {
    Configs configs = new Configs(SERVER);
    String stream = configs.stream("Committed");
    configs.commit(stream);
    String activity = "/gc/activity/" + SERVER.count("select max(id) from activity");
    assertThat(
            least(() -> {
              CLIENT.get(stream);
              assertThat(CLIENT.get(activity).status()).isEqualTo(200);
              return once(stream);
            }))
        .isZero();
  }

  /** Of a tree of 20,000 contributions, nearly all of which are skewed, and 5,000 override. */
  @Test
  void largestDocumentCanBeSentBack() {
    String root = tree(SERVER, 1, 3, 5_000);
    String id = root.substring(root.lastIndexOf('/') + 1);
    SERVER.execute(
        "insert into local_configuration (uri, component, kind, title)"
            + " select 'http://app/own/' || n, 'http://app/c', 'STREAM', 'Own'"
            + " from generate_series(1, 4997) n");
    SERVER.execute(
        "insert into contribution (configuration, slug, position, local, overrides)"
            + " select %s, 'o' || id, 'o', id, 'http://app/other' from local_configuration"
                .formatted(id)
            + " where component = 'http://app/c'");
    SERVER.execute(
        "update local_configuration set component = 'http://app/c'"
            + " where id in (select local from contribution)");
    GcClient.Answer read = CLIENT.get(root);
    assertThat(read.model().size()).isGreaterThan(124_000);
    GcClient.Answer saved =
        CLIENT.put(root, read.body(), "If-Match", "*", "Prefer", "return=minimal");
    assertThat(saved.status()).as(saved.toString()).isEqualTo(204);
  }

  @Test
  void reordersContributionsOfTreeOverLimit() {
    String root = tree(SERVER, 1, 4, 5_000);
    Configs configs = new Configs(SERVER);
    List<String> parts =
        List.of(
            SERVER
                .text(
                    "select '%s/gc/configuration/' || global from contribution where configuration = %s"
                        .formatted(SERVER.baseUri(), root.substring(root.lastIndexOf('/') + 1)))
                .split("\n"));
    List<Configs.Sent> more = new ArrayList<>();
    parts.reversed().forEach(part -> more.add(Configs.Sent.of(part, "a" + more.size())));
    // 204: it is stored, and its document is too large to be answered.
    assertThat(configs.put(root, more, "*").status()).isEqualTo(204);
    // One more is refused.
    more.add(Configs.Sent.of(configs.stream("One more"), "b"));
    Documents.error(configs.put(root, more, "*"), 409);
  }
}
