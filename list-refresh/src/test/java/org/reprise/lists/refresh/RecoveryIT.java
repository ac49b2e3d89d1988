package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.localstack.postgres.Database;

/** Which refreshes are taken over, and which are not. */
class RecoveryIT {
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final RefreshedLists LISTS = new RefreshedLists(DATABASE);
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int SIGNS_IN_A_LEASE = 5;
  private static final ListsServer SERVER = start();

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, 300);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static ListsServer start() {
    return ListsServer.start(
        DATABASE,
        "--reprise.lists.refresh.lease=2s",
        "--reprise.lists.query.lease=2s",
        "--reprise.lists.export.lease=2s");
  }

  private static String attempt(UUID list) {
    return LISTS.text("select attempt from list_refresh where list_id = ?", list);
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  // As a process left it that ended long ago.
  private static void leaveRefresh(UUID list) throws SQLException {
    execute(leftRefresh(list));
  }

  private static String leftRefresh(UUID list) {
    return """
    with left_behind as (
      insert into list_refresh (tenant, id, list_id, list_version, mode, status,
        refresh_start_date, owner, heartbeat)
      select tenant, gen_random_uuid(), id, 1, 'FAST', 'IN_PROGRESS', now(), gen_random_uuid(),
        now() - interval '1 hour'
      from record_list where id = '%1$s'
      returning id
    )
    update record_list set in_progress_refresh_id = (select id from left_behind)
    where id = '%1$s'\
    """
        .formatted(list);
  }

  @Test
  void takesOverRefreshesWhileAnotherTenantHasNoRoom() {
    try (ListsServer server =
        ListsServer.start(
            "--reprise.lists.refresh.lease=2s", "--reprise.lists.refresh.pending=1")) {
      RefreshedLists lists = new RefreshedLists(server.database());
      UUID own = lists.add(SampleItems.NOT_AVAILABLE);
      UUID other = lists.add(ListsServer.OTHER_TENANT, SampleItems.NOT_AVAILABLE, true);
      try (TableLock _ = TableLock.of(server.database(), "item")) {
        server.client().post("/lists/%s/refresh".formatted(own));
        await().atMost(LIMIT).until(() -> lists.waiting() == 1);
        server.execute(leftRefresh(other));
        await()
            .atMost(LIMIT)
            .until(() ->
                lists
                    .text("select attempt from list_refresh where list_id = ?", other)
                    .equals("2"));
      }
      assertThat(lists.ended(other)).isEqualTo("SUCCESS");
    }
  }

  @Test
  void refreshThatCannotBeEndedDoesNotKeepOthersFromBeingTakenOver() throws SQLException {
    try (ListsServer server =
        ListsServer.start(
            "--reprise.lists.refresh.lease=2s", "--reprise.database.lock-timeout=1s")) {
      RefreshedLists lists = new RefreshedLists(server.database());
      UUID first = lists.add(SampleItems.NOT_AVAILABLE);
      UUID list = lists.add(SampleItems.NOT_AVAILABLE);
      UUID last = lists.add(SampleItems.NOT_AVAILABLE);
      for (UUID left : List.of(first, list, last)) {
        server.execute(
            leftRefresh(left)
                + "; update list_refresh set heartbeat = 'infinity', attempt = %d where list_id = '%s'"
                    .formatted(left.equals(list) ? 1 : 3, left));
      }
      try (Connection other = server.database().connect();
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute(
            "select from record_list where id in ('%s', '%s') for update".formatted(first, last));
        server.execute(
            """
            update list_refresh set heartbeat = now() - interval '1 hour' *
              case list_id when '%s' then 3 when '%s' then 2 else 1 end\
            """
                .formatted(first, list));
        assertThat(lists.ended(list)).isEqualTo("SUCCESS");
        assertThat(lists.text("select attempt from list_refresh where list_id = ?", list))
            .isEqualTo("2");
        other.rollback();
      }
      assertThat(lists.ended(first)).isEqualTo("FAILED refresh.failed");
      assertThat(lists.ended(last)).isEqualTo("FAILED refresh.failed");
    }
  }

  @Test
  void refreshOfMissingEntityTypeFails() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    execute(
        "update record_list set entity_type_id = gen_random_uuid() where id = '%s'"
            .formatted(list));
    leaveRefresh(list);
    assertThat(LISTS.ended(list)).isEqualTo("FAILED entity.type.not.found");
    assertThat(attempt(list)).isEqualTo("2");
  }

  @Test
  void leavesRefreshesOfOtherTenantsAlone() throws SQLException {
    execute("insert into tenant (name) values ('elsewhere') on conflict do nothing");
    UUID foreign = LISTS.add("elsewhere", SampleItems.NOT_AVAILABLE, true);
    UUID own = LISTS.add(SampleItems.NOT_AVAILABLE);
    leaveRefresh(foreign);
    leaveRefresh(own);
    assertThat(LISTS.ended(own)).isEqualTo("SUCCESS");
    assertThat(attempt(own)).isEqualTo("2");
    assertThat(attempt(foreign)).isEqualTo("1");
  }

  /** As after SIGSTOP: renewals are late, and no other process took the refresh over. */
  @Test
  void doesNotTakeOverItsOwnRefreshes() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    String lastSign =
        "select heartbeat > now() - interval '1 minute' from list_refresh where list_id = ?";
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      SERVER.client().post("/lists/%s/refresh".formatted(list));
      await().until(() -> LISTS.waiting() == 1);
      for (int halt = 0; halt < 12; halt++) {
        execute(
            "update list_refresh set heartbeat = now() - interval '1 hour' where list_id = '%s'"
                .formatted(list));
        await()
            .pollInterval(Duration.ofMillis(20))
            .until(() -> LISTS.text(lastSign, list).equals("t"));
      }
    }
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    assertThat(attempt(list)).isEqualTo("1");
  }

  /** While it is open, the removal of old contents and of an old query waits. */
  private record HeldRows(Connection connection) implements AutoCloseable {
    static HeldRows of(UUID deletedList) throws SQLException {
      execute(
          """
          insert into query_details (tenant, query_id, entity_type_id, fql_query, status,
            start_date, end_date, owner, heartbeat)
          select id, gen_random_uuid(), gen_random_uuid(), '', 'SUCCESS', now(), now(),
            gen_random_uuid(), now()
          from tenant where name = 'diku'\
          """);
      Connection connection = DATABASE.connect();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        // Keeps rows from being deleted, and not from getting old.
        statement.execute("select 1 from list_segment for key share");
        statement.execute("select 1 from query_details for key share");
      }
      execute("update query_details set end_date = now() - interval '1 year'");
      execute("update record_list set is_deleted = true where id = '%s'".formatted(deletedList));
      return new HeldRows(connection);
    }

    @Override
    public void close() throws SQLException {
      try (connection) {
        connection.rollback();
      }
    }
  }

  @Test
  void leaseRenewalDoesNotWaitForDeletes() throws SQLException {
    UUID deleted = LISTS.add(SampleItems.NOT_AVAILABLE);
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    SERVER.client().post("/lists/%s/refresh".formatted(deleted));
    assertThat(LISTS.ended(deleted)).isEqualTo("SUCCESS");
    try (HeldRows _ = HeldRows.of(deleted)) {
      await().atMost(LIMIT).until(() -> LISTS.waiting() == 2);
      try (ListsServer _ = start();
          TableLock _ = TableLock.of(DATABASE, "item")) {
        SERVER.client().post("/lists/%s/refresh".formatted(list));
        Set<String> signs = new HashSet<>();
        await()
            .atMost(LIMIT)
            .until(() -> {
              signs.add(LISTS.text("select heartbeat from list_refresh where list_id = ?", list));
              return signs.size() > 3 * SIGNS_IN_A_LEASE;
            });
      }
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertThat(attempt(list)).isEqualTo("1");
    }
  }
}
