package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.StandbyPair;
import org.reprise.lists.TableLock;
import org.reprise.lists.split.ReaderState;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;

/** A list has everything that was committed before its refresh, on the writer and the reader. */
class RefreshOnReaderIT {
  private static final int TIMES = 5;

  private static final StandbyPair SERVERS = new StandbyPair();
  private static final ListsServer SERVER =
      SERVERS.server(
          "--reprise.lists.refresh.poll=50ms",
          // What a standby of a busy machine needs, and what a refresh waits where it is paused.
          "--reprise.lists.refresh.catch-up=1s",
          "--reprise.lists.query.catch-up=1s");
  private static final RefreshedLists LISTS = new RefreshedLists(SERVERS.writer());

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static UUID refreshed(RefreshMode mode) {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    SERVER.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    Tenant tenant = SERVER.part(Tenants.class).find(ListsServer.TENANT).orElseThrow();
    assertThat(SERVER.part(Contents.class).page(tenant, list, 0, 100_000).ids())
        .isNotEmpty()
        .isEqualTo(LISTS.notAvailable(ListsServer.TENANT));
    return list;
  }

  private static String source(UUID list) {
    return LISTS.text("select source from list_refresh where list_id = ?", list);
  }

  private static void awaitReader() {
    Split split = SERVER.part(Split.class);
    await().until(() -> split.reader().filter(ReaderState::isUsable).isPresent());
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void readsRowsCommittedJustBefore(RefreshMode mode) {
    awaitReader();
    for (int i = 0; i < TIMES; i++) {
      SampleItems.add(SERVERS.writer(), ListsServer.TENANT, 100);
      assertThat(source(refreshed(mode))).isEqualTo("READER");
    }
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void fallsBackToTheWriterWhenReplayIsPaused(RefreshMode mode) throws SQLException {
    awaitReader();
    SERVERS.onStandby("select pg_wal_replay_pause()");
    try {
      SampleItems.add(SERVERS.writer(), ListsServer.TENANT, 100);
      assertThat(source(refreshed(mode))).isEqualTo("WRITER");
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
    }
  }

  /** The standby has read the query, and then does not get the results of which pages are read. */
  @Test
  void namesBothServersWhenPagesCameFromTheWriter() throws SQLException {
    awaitReader();
    SampleItems.add(SERVERS.writer(), ListsServer.TENANT, 100);
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (InsertGate _ = InsertGate.of(SERVERS.writer(), "query_results", "true")) {
      refreshUntilResultsWait(list);
      SERVERS.onStandby("select pg_wal_replay_pause()");
    }
    try {
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertThat(source(list)).isEqualTo("MIXED");
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
    }
  }

  /** The standby could be read again when the pages are, and one refresh uses one server. */
  @Test
  void readsPagesFromTheWriterAfterAQueryOnTheWriter() throws Exception {
    awaitReader();
    SERVERS.onStandby("select pg_wal_replay_pause()");
    SampleItems.add(SERVERS.writer(), ListsServer.TENANT, 2);
    UUID item = LISTS.notAvailable(ListsServer.TENANT).getFirst();
    UUID list = LISTS.add("{\"id\": {\"$eq\": \"%s\"}}".formatted(item));
    try (InsertGate gate = InsertGate.of(SERVERS.writer(), "query_results", "true");
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      refreshUntilResultsWait(list);
      SERVERS.onStandby("select pg_wal_replay_resume()");
      // It is next after the insert, and so before the page.
      Future<TableLock> lock =
          threads.submit(() -> TableLock.of(SERVERS.writer(), "query_results"));
      await().until(() -> LISTS.waiting() == 2);
      gate.open();
      try (TableLock _ = lock.get()) {
        await().until(() -> pagesThatWaitOnTheWriter() == 1);
      }
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    assertThat(source(list)).isEqualTo("WRITER");
  }

  private static long pagesThatWaitOnTheWriter() {
    return SERVERS
        .writer()
        .count(
            "select count(*) from pg_stat_activity where datname = current_database() and"
                + " wait_event_type = 'Lock' and query like 'select result_id%'");
  }

  private static void refreshUntilResultsWait(UUID list) {
    assertThat(SERVER.client().post("/lists/%s/refresh?mode=compat".formatted(list)).status())
        .isEqualTo(200);
    await().until(() -> LISTS.waiting() == 1);
  }

  @Test
  void retriesStatementsCancelledByTheReader() throws SQLException {
    awaitReader();
    SampleItems.add(SERVERS.writer(), ListsServer.TENANT, 3_000);
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (Connection locking = SERVERS.writer().connect();
        Statement lock = locking.createStatement()) {
      locking.setAutoCommit(false);
      lock.execute("lock table item in access exclusive mode");
      // The standby replays the lock, and what reads there waits for it.
      lock.execute("create table replayed ()");
      SERVER.client().post("/lists/%s/refresh".formatted(list));
      await()
          .until(() ->
              SERVERS
                      .reader()
                      .count("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
                  > 0);
      SERVERS.onStandby(
          "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
      locking.rollback();
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
  }
}
