package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** Refreshes that are cancelled, or that the database ends. */
class RefreshFaultsIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final RefreshedLists LISTS = new RefreshedLists(DATABASE);

  /** Connections in the pool of {@link ListsServer#arguments}. */
  private static final int CONNECTIONS = 8;

  private static final String[] QUICK = {
    "--reprise.lists.refresh.lease=500ms", "--reprise.lists.refresh.poll=50ms"
  };

  private static final ListsServer SERVER = ListsServer.start(DATABASE, QUICK);

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, 2_500);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void cancelEndsTheDatabaseStatement(RefreshMode mode) throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (TableLock locked = TableLock.of(DATABASE, "item")) {
      assertThat(SERVER.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode)).status())
          .isEqualTo(200);
      await().until(() -> LISTS.waiting() == 1);
      assertThat(SERVER.client().delete("/lists/%s/refresh".formatted(list)).status())
          .isEqualTo(204);
      await().until(() -> LISTS.waiting() == 0);
      assertThat(LISTS.ended(list)).isEqualTo("CANCELLED refresh.cancelled");
      locked.close();
      SERVER.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      LISTS.assertExact(SERVER, list);
    }
  }

  @Test
  void cancelReachesAnotherProcess() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (ListsServer other = ListsServer.start(DATABASE, QUICK);
        TableLock _ = TableLock.of(DATABASE, "item")) {
      SERVER.client().post("/lists/%s/refresh".formatted(list));
      await().until(() -> LISTS.waiting() == 1);
      assertThat(other.client().delete("/lists/%s/refresh".formatted(list)).status())
          .isEqualTo(204);
      await().until(() -> LISTS.waiting() == 0);
    }
    assertThat(LISTS.ended(list)).isEqualTo("CANCELLED refresh.cancelled");
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void leaseRenewalHoldsNoConnection(RefreshMode mode) throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      SERVER.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
      Set<String> signs = new HashSet<>();
      await()
          .until(() -> {
            signs.add(LISTS.text("select heartbeat from list_refresh where list_id = ?", list));
            return signs.size() > 2 * CONNECTIONS;
          });
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    LISTS.assertExact(SERVER, list);
  }

  @Test
  void retriesStatementsEndedByTheDatabase() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      SERVER.client().post("/lists/%s/refresh".formatted(list));
      await().until(() -> LISTS.waiting() == 1);
      SERVER.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
              + " current_database() and wait_event_type = 'Lock'");
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    LISTS.assertExact(SERVER, list);
  }

  @Test
  void refusesMoreThanAreAllowedToBePending() throws SQLException {
    List<UUID> lists =
        IntStream.range(0, 4).mapToObj(_ -> LISTS.add(SampleItems.NOT_AVAILABLE)).toList();
    try (ListsServer own =
        ListsServer.start(
            DATABASE,
            "--reprise.lists.refresh.parallel-fast=1",
            "--reprise.lists.refresh.pending=3")) {
      try (TableLock _ = TableLock.of(DATABASE, "item")) {
        for (UUID list : lists.subList(0, 3)) {
          assertThat(own.client().post("/lists/%s/refresh".formatted(list)).status())
              .isEqualTo(200);
        }
        Answer refused = own.client().post("/lists/%s/refresh".formatted(lists.getLast()));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("refresh-too.many.refreshes");
        assertThat(refused.header("Retry-After")).isNotNull();
      }
      for (UUID list : lists.subList(0, 3)) {
        assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
        LISTS.assertExact(own, list);
      }
    }
  }

  @Test
  void retriesSavingEndedByTheDatabase() {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (InsertGate _ = LISTS.behindTheFirstPage()) {
      SERVER.client().post("/lists/%s/refresh?mode=compat".formatted(list));
      await().until(() -> LISTS.waiting() == 1);
      assertThat(LISTS.saved(list)).isEqualTo(1_000);
      SERVER.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
              + " current_database() and wait_event_type = 'Lock'");
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    LISTS.assertExact(SERVER, list);
    assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
        .isEqualTo("1");
  }

  /** By the time of the transaction's begin its lease would have expired before it began. */
  @Test
  void leaseBeginsAfterTheWaitForTheList() throws Exception {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    String free;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection other = DATABASE.connect();
        AutoCloseable _ = other::rollback) {
      other.setAutoCommit(false);
      other
          .createStatement()
          .execute("select 1 from record_list where id = '%s' for update".formatted(list));
      Future<Integer> status =
          threads.submit(() -> SERVER.client().post("/lists/%s/refresh".formatted(list)).status());
      await()
          .until(() ->
              DATABASE.count(
                      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                          + " and datname = current_database() and query like '%record_list%'")
                  > 0);
      free = MadeLists.texts(DATABASE, "select clock_timestamp()::text").getFirst();
      other.rollback();
      assertThat(status.get()).isEqualTo(200);
    }
    assertThat(
            DATABASE.count(
                "select count(*) from list_refresh where list_id = '%s' and refresh_start_date > '%s'"
                    .formatted(list, free)))
        .isOne();
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
  }
}
