package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsProcess;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.tenant.Tenants;
import org.reprise.localstack.Database;
import org.reprise.localstack.TestDatabase;

/** Refreshes that are cancelled or whose process ends. */
class RefreshFaultsIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final RefreshedLists LISTS = new RefreshedLists(DATABASE);

  /** Connections in the pool of {@link ListsServer#arguments}. */
  private static final int CONNECTIONS = 8;

  private static final String[] QUICK = {
    "--reprise.lists.refresh.lease=1s", "--reprise.lists.refresh.poll=50ms"
  };

  @TempDir private Path directory;

  @BeforeAll
  static void fill() {
    start().close();
    SampleItems.add(DATABASE, ListsServer.TENANT, 2_500);
  }

  private static ListsServer start() {
    return ListsServer.start(DATABASE, QUICK);
  }

  /** While it is open, reads of items wait, so that a test can look at work in progress. */
  private record LockedItems(Connection connection) implements AutoCloseable {
    static LockedItems lock() throws SQLException {
      Connection connection = DATABASE.connect();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("lock table item in access exclusive mode");
      }
      return new LockedItems(connection);
    }

    @Override
    public void close() throws SQLException {
      if (!connection.isClosed()) {
        connection.rollback();
        connection.close();
      }
    }
  }

  private static long waiting() {
    return ListsServer.count(
        DATABASE,
        "select count(*) from pg_stat_activity where datname = current_database() and"
            + " wait_event_type = 'Lock'");
  }

  private static void assertExact(ListsServer server, UUID list) {
    assertThat(
            server
                .part(Contents.class)
                .page(
                    server.part(Tenants.class).find(ListsServer.TENANT).orElseThrow(),
                    list,
                    0,
                    10_000)
                .ids())
        .isEqualTo(LISTS.notAvailable(ListsServer.TENANT));
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void cancelEndsTheDatabaseStatement(RefreshMode mode) throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (ListsServer server = start();
        LockedItems locked = LockedItems.lock()) {
      assertThat(server.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode)).status())
          .isEqualTo(201);
      await().until(() -> waiting() == 1);
      assertThat(server.client().delete("/lists/%s/refresh".formatted(list)).status())
          .isEqualTo(204);
      await().until(() -> waiting() == 0);
      assertThat(LISTS.ended(list)).isEqualTo("CANCELLED refresh.cancelled");
      locked.close();
      server.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertExact(server, list);
    }
  }

  @Test
  void cancelReachesAnotherProcess() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (ListsServer server = start();
        ListsServer other = start();
        LockedItems _ = LockedItems.lock()) {
      server.client().post("/lists/%s/refresh".formatted(list));
      await().until(() -> waiting() == 1);
      assertThat(other.client().delete("/lists/%s/refresh".formatted(list)).status())
          .isEqualTo(204);
      await().until(() -> waiting() == 0);
    }
    assertThat(LISTS.ended(list)).isEqualTo("CANCELLED refresh.cancelled");
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void leaseRenewalHoldsNoConnection(RefreshMode mode) throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (ListsServer server = start()) {
      try (LockedItems _ = LockedItems.lock()) {
        server.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
        Set<String> signs = new HashSet<>();
        await()
            .until(() -> {
              signs.add(LISTS.text("select heartbeat from list_refresh where list_id = ?", list));
              return signs.size() > 2 * CONNECTIONS;
            });
      }
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertExact(server, list);
    }
  }

  @ParameterizedTest
  @EnumSource(RefreshMode.class)
  void anotherProcessFinishesRefreshOfKilledProcess(RefreshMode mode)
      throws SQLException, IOException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (LockedItems _ = LockedItems.lock();
        ListsProcess process = ListsProcess.start(DATABASE, directory.resolve("output"), QUICK)) {
      process.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
      await().until(() -> waiting() >= 1);
      process.kill();
    }
    try (ListsServer successor = start()) {
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertExact(successor, list);
    }
    assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
        .isEqualTo("2");
  }

  @Test
  void refreshFailsAfterTooManyAttempts() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (LockedItems _ = LockedItems.lock()) {
      try (ListsServer server = start()) {
        server.client().post("/lists/%s/refresh".formatted(list));
        await().until(() -> waiting() == 1);
      }
      for (int attempt = 2; attempt <= 3; attempt++) {
        try (ListsServer _ = start()) {
          await().until(() -> waiting() == 1);
        }
      }
      try (ListsServer _ = start()) {
        assertThat(LISTS.ended(list)).isEqualTo("FAILED refresh.failed");
      }
    }
  }

  @Test
  void retriesStatementsEndedByTheDatabase() throws SQLException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (ListsServer server = start()) {
      try (LockedItems _ = LockedItems.lock()) {
        server.client().post("/lists/%s/refresh".formatted(list));
        await().until(() -> waiting() == 1);
        server.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
                + " current_database() and wait_event_type = 'Lock'");
      }
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertExact(server, list);
    }
  }

  /**
   * A process is stopped (SIGSTOP) while it writes or shows the contents. Another one fills the
   * list, and the first changes nothing when it continues.
   */
  @ParameterizedTest
  @CsvSource({"list_segment, new.segment >= 1, 10min", "event_outbox, true, 2s"})
  void whatAHaltedProcessLeftIsDoneByAnother(String table, String condition, String longestRest)
      throws IOException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    Path output = directory.resolve("output");
    try (InsertGate gate = InsertGate.of(DATABASE, table, condition);
        ListsProcess halted =
            ListsProcess.start(
                DATABASE,
                output,
                "--reprise.lists.refresh.lease=1s",
                "--spring.datasource.hikari.data-source-properties.options="
                    + "-c idle_in_transaction_session_timeout="
                    + longestRest)) {
      halted.client().post("/lists/%s/refresh".formatted(list));
      await().until(() -> waiting() == 1);
      halted.halt();
      gate.open();
      try (ListsServer successor = start()) {
        assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
        assertExact(successor, list);
        halted.resume();
        Pattern ended = Pattern.compile("Refresh \\S+ was (stopped|cancelled or taken over)");
        await().until(() -> ended.matcher(Files.readString(output)).find());
        assertExact(successor, list);
        assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
            .isEqualTo("2");
        assertThat(LISTS.text("select count(*) from event_outbox where key = ?::text", list))
            .isEqualTo("1");
      }
    }
  }

  private static long saved(UUID list) {
    return ListsServer.count(
        DATABASE, "select count(*) from list_contents where list_id = '%s'".formatted(list));
  }

  // Of more than one page of rows the first is saved and the second waits.
  private static InsertGate behindTheFirstPage() {
    return InsertGate.of(DATABASE, "list_contents", "new.sort_seq >= 1100");
  }

  @Test
  void partialContentsOfKilledProcessDoNotBlockItsSuccessor() throws IOException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (InsertGate _ = behindTheFirstPage();
        ListsProcess process = ListsProcess.start(DATABASE, directory.resolve("output"), QUICK)) {
      process.client().post("/lists/%s/refresh?mode=compat".formatted(list));
      await().until(() -> waiting() == 1);
      assertThat(saved(list)).isEqualTo(1_000);
      process.kill();
    }
    try (ListsServer successor = start()) {
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertExact(successor, list);
    }
    assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
        .isEqualTo("2");
  }

  @Test
  void retriesSavingEndedByTheDatabase() {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (ListsServer server = start()) {
      try (InsertGate _ = behindTheFirstPage()) {
        server.client().post("/lists/%s/refresh?mode=compat".formatted(list));
        await().until(() -> waiting() == 1);
        assertThat(saved(list)).isEqualTo(1_000);
        server.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
                + " current_database() and wait_event_type = 'Lock'");
      }
      assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
      assertExact(server, list);
    }
    assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
        .isEqualTo("1");
  }
}
