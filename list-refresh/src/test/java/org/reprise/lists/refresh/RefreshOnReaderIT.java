package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.split.ReaderState;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;

/** A list has everything that was committed before its refresh, on the writer and the reader. */
class RefreshOnReaderIT {
  private static final String DATABASE = "lists";
  private static final int TIMES = 5;

  private static final LocalPostgres PRIMARY = LocalPostgres.builder().start();
  private static final Database WRITER = PRIMARY.database(DATABASE);
  private static final LocalPostgres STANDBY = PRIMARY.startStandby();
  private static final ListsServer SERVER =
      ListsServer.start(
          WRITER,
          "--reprise.lists.reader.url=" + STANDBY.database(DATABASE).jdbcUrl(),
          "--reprise.lists.reader.username=" + STANDBY.username(),
          "--reprise.lists.reader.password=" + STANDBY.password(),
          "--reprise.lists.refresh.poll=50ms",
          "--reprise.lists.refresh.catch-up=300ms",
          "--reprise.lists.query.catch-up=300ms");
  private static final RefreshedLists LISTS = new RefreshedLists(WRITER);

  @AfterAll
  static void close() {
    SERVER.close();
    STANDBY.close();
    PRIMARY.close();
  }

  private static void onStandby(String sql) throws SQLException {
    try (Connection connection = STANDBY.database(DATABASE).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
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
      SampleItems.add(WRITER, ListsServer.TENANT, 100);
      assertThat(source(refreshed(mode))).isEqualTo("READER");
    }
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void fallsBackToTheWriterWhenReplayIsPaused(RefreshMode mode) throws SQLException {
    awaitReader();
    onStandby("select pg_wal_replay_pause()");
    try {
      SampleItems.add(WRITER, ListsServer.TENANT, 100);
      assertThat(source(refreshed(mode))).isEqualTo("WRITER");
    } finally {
      onStandby("select pg_wal_replay_resume()");
    }
  }

  @Test
  void retriesStatementsCancelledByTheReader() throws SQLException {
    awaitReader();
    SampleItems.add(WRITER, ListsServer.TENANT, 3_000);
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (Connection locking = WRITER.connect();
        Statement lock = locking.createStatement()) {
      locking.setAutoCommit(false);
      lock.execute("lock table item in access exclusive mode");
      // The standby replays the lock, and what reads there waits for it.
      lock.execute("create table replayed ()");
      SERVER.client().post("/lists/%s/refresh".formatted(list));
      await()
          .until(() ->
              ListsServer.count(
                      STANDBY.database(DATABASE),
                      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
                  > 0);
      onStandby(
          "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
      locking.rollback();
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
  }
}
