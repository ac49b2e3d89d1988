package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ldx.LdxClient;
import org.reprise.ldx.LdxProcess;
import org.reprise.ldx.LdxServer;
import org.reprise.ldx.TestFeed;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.JsonNode;

/** No link is lost or doubled when a process is killed or stopped, at whatever step. */
class CrashIT {
  private static final int ITEMS = 40;
  private static final String[] SETTINGS = {
    "--reprise.ldx.work.batch=5", "--reprise.ldx.lease=1s", "--reprise.ldx.work.in-flight=2"
  };

  @TempDir private Path home;

  /** Holds the first request for a path, after some early ones, until the test lets it go. */
  private static final class Gate {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicReference<String> held = new AtomicReference<>("");
    private final AtomicInteger early = new AtomicInteger();

    void pass(String path, String gated) throws IOException {
      if (path.equals(gated) && early.getAndDecrement() <= 0 && held.compareAndSet("", path)) {
        reached.countDown();
        try {
          if (!open.await(10, TimeUnit.MINUTES)) {
            throw new IOException("the gate was not opened");
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static TestFeed feed(Gate gate, String gated) {
    TestFeed feed = TestFeed.start();
    feed.sizes(10, 5);
    for (int id = 1; id <= ITEMS; id++) {
      feed.store(id, "item " + id, 1, 100 + id);
    }
    feed.rebase();
    feed.fault(
        "*",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          gate.pass(path, gated);
          feed.answer(exchange, path);
        });
    return feed;
  }

  /** Of as many data sources, each at another step. */
  @Test
  void resumesInitialIndexingAfterKill() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Map<Gate, TestFeed> feeds = new LinkedHashMap<>();
    for (String step : List.of("/trs", "/trs/base/2/0", "/trs/base/2/2", "/ccm/resource/17")) {
      Gate gate = new Gate();
      feeds.put(gate, feed(gate, step));
    }
    List<Integer> ids = new ArrayList<>();
    LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), SETTINGS);
    for (Map.Entry<Gate, TestFeed> each : feeds.entrySet()) {
      ids.add(first.client().add(each.getValue()));
      assertThat(each.getKey().reached.await(5, TimeUnit.MINUTES)).isTrue();
    }
    first.kill();
    feeds.keySet().forEach(gate -> gate.open.countDown());
    try (LdxServer second = LdxServer.start(database, SETTINGS)) {
      ids.forEach(second.client()::awaitCurrent);
      assertComplete(database, second.client(), feeds.size());
    }
    feeds.values().forEach(TestFeed::close);
  }

  @Test
  void readsLogAfterKillBehindBase() throws Exception {
    Gate gate = new Gate();
    // The first time it is asked where the base is.
    gate.early.set(1);
    Database database = TestDatabase.freshDatabase();
    try (TestFeed feed = feed(gate, "/trs")) {
      LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), SETTINGS);
      int id = first.client().add(feed);
      assertThat(gate.reached.await(5, TimeUnit.MINUTES)).isTrue();
      first.kill();
      assertThat(database.count("select count(*) from data_source where phase = 'LOG'")).isOne();
      feed.event("Modification", feed.store(5, "changed", 1, 105, 999));
      feed.event("Modification", feed.store(5, "changed again", 1, 105));
      gate.open.countDown();
      try (LdxServer second = LdxServer.start(database, SETTINGS)) {
        second.client().awaitCurrent(id);
        assertComplete(database, second.client());
        assertThat(second.client().source(id).path("syncOrder").asString("")).isEqualTo("2");
        assertThat(feed.asked("/ccm/resource/17")).as("the base is not read again").isOne();
      }
    }
  }

  @Test
  void removesOldGenerationAfterKill() throws Exception {
    Database database = TestDatabase.freshDatabase();
    try (TestFeed feed = feed(new Gate(), "")) {
      String removed = feed.store(ITEMS + 1, "removed", 1);
      feed.rebase();
      LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), SETTINGS);
      int id = first.client().add(feed);
      first.client().awaitCurrent(id);
      feed.remove(removed);
      feed.rebase();
      try (Connection holder = database.connect();
          Statement statement = holder.createStatement()) {
        holder.setAutoCommit(false);
        // Nobody else writes this row: the base does not list it any more.
        statement.execute(
            "select from artifact where uri = (select id from uri where value = '%s') for update"
                .formatted(removed));
        first
            .client()
            .json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"REINDEX\"}");
        await()
            .until(() ->
                database.count(
                        "select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
                    > 0);
        first.kill();
      }
      assertThat(database.count("select count(*) from data_source where phase = 'LOG'")).isOne();
      try (LdxServer second = LdxServer.start(database, SETTINGS)) {
        second.client().awaitCurrent(id);
        assertComplete(database, second.client());
      }
    }
  }

  private static void assertComplete(Database database, LdxClient client) {
    assertComplete(database, client, 1);
  }

  private static void assertComplete(Database database, LdxClient client, int feeds) {
    assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(feeds * ITEMS);
    assertThat(database.count("select count(*) from link")).isEqualTo(2 * feeds * ITEMS);
    assertThat(database.count("select count(*) from artifact")).isEqualTo(feeds * ITEMS);
    assertThat(database.count("select count(*) from skipped")).isZero();
  }

  @Test
  void resumesPollAfterKill() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Map<Gate, TestFeed> feeds = new LinkedHashMap<>();
    for (String step : List.of("/trs/log/3", "/ccm/resource/60")) {
      Gate gate = new Gate();
      gate.held.set("not yet");
      feeds.put(gate, feed(gate, step));
    }
    List<Integer> ids = new ArrayList<>();
    LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), SETTINGS);
    for (Map.Entry<Gate, TestFeed> each : feeds.entrySet()) {
      TestFeed feed = each.getValue();
      int id = first.client().add(feed);
      ids.add(id);
      first.client().awaitCurrent(id);
      for (int item = 1; item <= 20; item++) {
        feed.event("Creation", feed.store(ITEMS + item, "more", 1));
      }
      String removed = feed.uri("/ccm/resource/3");
      feed.remove(removed);
      feed.event("Deletion", removed);
      each.getKey().held.set("");
      first.client().json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"POLL\"}");
      assertThat(each.getKey().reached.await(5, TimeUnit.MINUTES)).isTrue();
    }
    first.kill();
    feeds.keySet().forEach(gate -> gate.open.countDown());
    int more = feeds.size() * (ITEMS + 19);
    try (LdxServer second = LdxServer.start(database, SETTINGS)) {
      LdxClient client = second.client();
      for (int id : ids) {
        await().until(() -> !client.source(id).path("running").asBoolean());
        client.poll(id);
        assertThat(client.source(id).path("syncOrder").asString("")).isEqualTo("21");
      }
      assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(more);
      assertThat(client.linksTo(TestFeed.requirement(103))).isEmpty();
      assertThat(database.count("select count(*) from artifact")).isEqualTo(more);
    }
    feeds.values().forEach(TestFeed::close);
  }

  /** What the first process stored of a poll is not late for the next one. */
  @Test
  void doesNotIndexDeletedVersionsAgainAfterKillInPoll() throws Exception {
    Gate gate = new Gate();
    gate.held.set("not yet");
    Database database = TestDatabase.freshDatabase();
    try (TestFeed feed = feed(gate, "/ccm/resource/60")) {
      // All events are read with the newest one.
      feed.sizes(10, 100);
      LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), SETTINGS);
      int id = first.client().add(feed);
      first.client().awaitCurrent(id);
      for (int item = 38; item <= ITEMS; item++) {
        feed.event("Modification", feed.uri("/ccm/resource/" + item));
      }
      first.client().poll(id);
      // Their URIs still answer, as those of versions do.
      for (int item = 1; item <= 10; item++) {
        feed.event("Deletion", feed.uri("/ccm/resource/" + item));
      }
      for (int item = 1; item <= 20; item++) {
        feed.event("Creation", feed.store(ITEMS + item, "more", 1));
      }
      gate.held.set("");
      first.client().json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"POLL\"}");
      await()
          .until(
              () -> database.count("select count(*) from data_source where sync_order >= 13") == 1);
      first.kill();
      gate.open.countDown();
      try (LdxServer second = LdxServer.start(database, SETTINGS)) {
        LdxClient client = second.client();
        client.await(id, source -> source.path("syncOrder").asString("").equals("33"));
        client.poll(id);
        assertThat(client.linksTo(TestFeed.requirement(101))).as("deleted").isEmpty();
        assertThat(client.linksTo(TestFeed.requirement(1))).hasSize(ITEMS + 10);
      }
    }
  }

  @Test
  void stoppedOwnerWritesNothingAfterTakeover() throws Exception {
    Gate gate = new Gate();
    Database database = TestDatabase.freshDatabase();
    try (TestFeed feed = feed(gate, "/ccm/resource/17");
        LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), SETTINGS)) {
      int id = first.client().add(feed);
      assertThat(gate.reached.await(5, TimeUnit.MINUTES)).isTrue();
      first.halt();
      try (LdxServer second = LdxServer.start(database, SETTINGS)) {
        LdxClient client = second.client();
        client.awaitCurrent(id);
        // It changes, and the other one knows; what the stopped one has read is old.
        feed.event("Modification", feed.store(17, "changed", 999));
        client.poll(id);
        gate.open.countDown();
        first.resume();
        await()
            .until(() -> Files.readString(home.resolve("first.log")).contains("another process"));
        assertThat(client.linksTo(TestFeed.requirement(999))).hasSize(1);
        assertThat(client.linksTo(TestFeed.requirement(117))).isEmpty();
        assertThat(client.source(id).path("failure").isMissingNode()).isTrue();
        assertThat(first.client().get("/actuator/health").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void replacesOwnerStoppedInTransaction() throws Exception {
    Database database = TestDatabase.freshDatabase();
    String[] settings = with("--reprise.database.transaction-timeout=3s");
    try (TestFeed feed = feed(new Gate(), "");
        LdxProcess first = LdxProcess.start(database, home.resolve("first.log"), settings)) {
      execute(
          database,
          """
          create function hold() returns trigger language plpgsql as
            $$ begin perform pg_sleep(1.5); return null; end $$;
          create trigger hold before insert on link for each statement execute function hold()
          """);
      int id = first.client().add(feed);
      await()
          .until(() ->
              database.count("select count(*) from pg_stat_activity where wait_event = 'PgSleep'")
                  > 0);
      first.halt();
      // Waits until the database has ended the transactions of the one that was stopped.
      execute(database, "drop trigger hold on link");
      try (LdxServer second = LdxServer.start(database, SETTINGS)) {
        second.client().awaitCurrent(id);
        assertComplete(database, second.client());
        first.resume();
        await()
            .until(() -> Files.readString(home.resolve("first.log")).contains("another process"));
        assertComplete(database, second.client());
      }
    }
  }

  private static void execute(Database database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String[] with(String setting) {
    String[] all = Arrays.copyOf(SETTINGS, SETTINGS.length + 1);
    all[SETTINGS.length] = setting;
    return all;
  }

  @Test
  void releasesLeaseThoughDatabaseFailsAtEndOfPoll() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Gate gate = new Gate();
    gate.held.set("not yet");
    String waiting = "from pg_stat_activity where wait_event_type = 'Lock' and query like '%poll%'";
    try (TestFeed feed = feed(gate, "/trs");
        LdxServer server = LdxServer.start(database, "--reprise.ldx.lease=1h");
        Connection holder = database.connect();
        Statement statement = holder.createStatement()) {
      LdxClient client = server.client();
      int id = client.add(feed);
      client.awaitCurrent(id);
      gate.held.set("");
      client.json("POST", "/ldx/data-sources/" + id + "/actions", "{\"action\":\"POLL\"}");
      assertThat(gate.reached.await(5, TimeUnit.MINUTES)).isTrue();
      holder.setAutoCommit(false);
      statement.execute("select from poll where ended is null for update");
      gate.open.countDown();
      await().until(() -> database.count("select count(*) " + waiting) > 0);
      execute(database, "select pg_terminate_backend(pid) " + waiting);
      holder.rollback();
      JsonNode source = client.await(id, one -> !one.path("running").asBoolean());
      assertThat(source.path("failure").isMissingNode()).as(source.toString()).isTrue();
      assertThat(database.count("select count(*) from poll where ended is null")).isZero();
    }
  }

  /** Neither ends, and neither is taken for one that has, however busy the machine is. */
  @Test
  void twoInstancesReadEachSourceOnce() throws Exception {
    Database database = TestDatabase.freshDatabase();
    Gate none = new Gate();
    String[] settings = {SETTINGS[0], "--reprise.ldx.lease=1m", SETTINGS[2]};
    try (TestFeed one = feed(none, "");
        TestFeed two = feed(none, "");
        LdxServer first = LdxServer.start(database, settings);
        LdxServer second = LdxServer.start(database, settings)) {
      int idOfOne = first.client().add(one);
      int idOfTwo = second.client().add(two);
      first.client().awaitCurrent(idOfOne);
      second.client().awaitCurrent(idOfTwo);
      for (TestFeed feed : new TestFeed[] {one, two}) {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        feed.asked().stream()
            .filter(path -> path.startsWith("/ccm/"))
            .forEach(path -> assertThat(asked.add(path)).as(path).isTrue());
        assertThat(asked).hasSize(ITEMS);
      }
      assertThat(database.count("select count(*) from link")).isEqualTo(4 * ITEMS);
    }
  }
}
