package org.reprise.lists.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.StandbyPair;
import org.reprise.lists.split.ReaderState;
import org.reprise.lists.split.Split;
import tools.jackson.databind.JsonNode;

/** Lists, exports and queries with a real standby, from which they are read. */
class ReadsOnTheReaderIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int ITEMS = 3_000;
  private static final int CHECKED_OUT = 2_000;

  private static final StandbyPair SERVERS = new StandbyPair();
  private static ListsServer server = server();
  private static ListsServer another = server();

  private final UUID user = UUID.randomUUID();
  private final ListsClient client = server.client().as(user);
  private final MadeLists lists = new MadeLists(client);

  private static ListsServer server() {
    return SERVERS.server(
        "--reprise.lists.reader.probe=50ms",
        "--reprise.lists.reader.max-lag=1h",
        "--reprise.lists.refresh.catch-up=100ms",
        "--reprise.lists.split=lists,fqm");
  }

  @BeforeAll
  static void fill() {
    SampleItems.add(server.database(), ListsServer.TENANT, ITEMS);
  }

  @BeforeEach
  void readersAreTaken() {
    await().atMost(LIMIT).until(() -> isTaken(server) && isTaken(another));
  }

  private static boolean isTaken(ListsServer of) {
    return of.part(Split.class).reader().filter(ReaderState::isUsable).isPresent();
  }

  @AfterAll
  static void close() {
    another.close();
    server.close();
  }

  // Statistics are each server's own, and come a moment after what they count.
  private static long readOnTheStandby(String table) {
    return SERVERS
        .reader()
        .count(
            "select seq_scan + idx_scan from pg_stat_user_tables where relname = '%s'"
                .formatted(table));
  }

  /** Where the machine is busy, the standby is not in time for each of them. */
  private static void awaitReadOnTheStandby(String table, long before, Runnable read) {
    await()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> {
          read.run();
          return readOnTheStandby(table) > before;
        });
  }

  @Test
  void readsContentsOnTheReaderAfterARefresh() {
    String path = lists.make("split", SampleItems.NOT_AVAILABLE, "item_hrid", "item_material_type");
    lists.refresh(path);
    long before = readOnTheStandby("material_type");
    awaitReadOnTheStandby(
        "material_type",
        before,
        () -> {
          JsonNode page = client.get(path + "/contents?offset=1990&size=100").json();
          assertThat(page.get("totalRecords").asInt()).isEqualTo(CHECKED_OUT);
          assertThat(page.get("content").size()).isEqualTo(10);
        });
  }

  @Test
  void readsGoOnWhileTheReaderEndsItsSessions() throws Exception {
    String path = lists.make("ended", SampleItems.NOT_AVAILABLE, "item_hrid", "instance_title");
    lists.refresh(path);
    AtomicBoolean isOver = new AtomicBoolean();
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService ending = Executors.newSingleThreadExecutor();
        AutoCloseable _ = () -> isOver.set(true)) {
      Future<?> ended =
          ending.submit(() -> {
            while (!isOver.get()) {
              SERVERS.onStandby(
                  "select pg_terminate_backend(pid) from pg_stat_activity where application_name ="
                      + " 'list-refresh reader'");
            }
            return null;
          });
      for (int i = 0; i < 300; i++) {
        statuses.add(client.get(path + "/contents?size=1000").status());
      }
      isOver.set(true);
      ended.get();
    }
    assertThat(statuses).containsOnly(200);
  }

  /** What it shows to a caller who has seen the end of the refresh, by either process. */
  @Test
  void showsContentsOfTheLastRefreshWhenTheReaderIsBehind() throws SQLException {
    ListsClient elsewhere = another.client().as(user);
    String found = "{\"item_status\": {\"$eq\": \"Paged\"}}";
    String path = lists.make("replaced", found, "item_hrid");
    lists.refresh(path);
    SERVERS.standby().awaitCaughtUp();
    assertThat(records(client, path)).isZero();
    assertThat(records(elsewhere, path)).isZero();
    SERVERS.onStandby("select pg_wal_replay_pause()");
    try {
      server.execute("update item set status = 'Paged' where status = 'Available'");
      lists.refresh(path);
      assertThat(records(elsewhere, path)).isEqualTo(ITEMS - CHECKED_OUT);
      assertThat(records(client, path)).isEqualTo(ITEMS - CHECKED_OUT);
      assertThat(isTaken(another)).isTrue();
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
      server.execute("update item set status = 'Available' where status = 'Paged'");
    }
  }

  private static int records(ListsClient by, String path) {
    JsonNode page = by.get(path + "/contents?size=1000").json();
    assertThat(page.get("content").size()).isEqualTo(page.get("totalRecords").asInt());
    return page.get("totalRecords").asInt();
  }

  @Test
  void exportsReadOnTheReaderAndWriteOnTheWriter() {
    String path = lists.make("split", SampleItems.NOT_AVAILABLE, "item_hrid", "instance_title");
    lists.refresh(path);
    long before = readOnTheStandby("instance");
    awaitReadOnTheStandby(
        "instance",
        before,
        () -> {
          String export =
              path + "/exports/" + client.post(path + "/exports").json().get("exportId").asString();
          await().atMost(LIMIT).until(() -> !status(export).equals("IN_PROGRESS"));
          assertThat(client.get(export + "/download").body().lines().count())
              .isEqualTo(CHECKED_OUT + 1);
        });
  }

  @Test
  void queriesReadOnTheReaderAndStoreResultsOnTheWriter() {
    String body =
        "{\"entityTypeId\": \"%s\", \"fqlQuery\": \"%s\"}"
            .formatted(SampleItems.ENTITY_TYPE, SampleItems.NOT_AVAILABLE.replace("\"", "\\\""));
    long before = readOnTheStandby("item");
    // A server counts what its sessions have read when they read again, or after ten seconds.
    awaitReadOnTheStandby(
        "item",
        before,
        () -> {
          Answer begun = client.json("POST", "/query", body);
          String path = "/query/" + begun.json().get("queryId").asString();
          await().atMost(LIMIT).until(() -> !status(path).equals("IN_PROGRESS"));
          JsonNode query = client.get(path + "?includeResults=true&limit=7").json();
          assertThat(query.get("totalRecords").asInt()).isEqualTo(CHECKED_OUT);
          assertThat(query.get("content").size()).isEqualTo(7);
        });
  }

  private String status(String path) {
    return client.get(path).json().get("status").asString();
  }
}
