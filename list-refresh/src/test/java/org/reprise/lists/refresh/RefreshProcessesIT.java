package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsProcess;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.localstack.postgres.Database;

/** Refreshes whose process ends, or stops for longer than its lease lasts. */
class RefreshProcessesIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final RefreshedLists LISTS = new RefreshedLists(DATABASE);

  private static final String[] QUICK = {
    "--reprise.lists.refresh.lease=1s",
    "--reprise.lists.refresh.poll=50ms",
    "--reprise.lists.refresh.attempts=2",
    "--reprise.lists.roles=lists"
  };

  @TempDir private Path directory;

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, 2_500);
  }

  private static ListsServer start() {
    return ListsServer.start(DATABASE, QUICK);
  }

  /** One refresh has saved its first page, the others have not read anything yet. */
  @Test
  void anotherProcessFinishesRefreshesOfKilledProcess() throws IOException {
    UUID partial = LISTS.add(SampleItems.NOT_AVAILABLE);
    List<UUID> lists = new ArrayList<>(List.of(partial));
    try (InsertGate _ = LISTS.behindTheFirstPage();
        ListsProcess process = ListsProcess.start(DATABASE, directory.resolve("output"), QUICK)) {
      process.client().post("/lists/%s/refresh?mode=compat".formatted(partial));
      await().until(() -> LISTS.waiting() == 1);
      assertThat(LISTS.saved(partial)).isEqualTo(1_000);
      try (TableLock _ = TableLock.of(DATABASE, "item")) {
        for (RefreshMode mode : RefreshMode.values()) {
          UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
          process.client().post("/lists/%s/refresh?mode=%s".formatted(list, mode));
          lists.add(list);
        }
        await().until(() -> LISTS.waiting() >= lists.size());
        process.kill();
      }
    }
    try (ListsServer successor = start()) {
      for (UUID list : lists) {
        assertFilledByTheSecondAttempt(successor, list);
      }
    }
  }

  private static void assertFilledByTheSecondAttempt(ListsServer server, UUID list) {
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    LISTS.assertExact(server, list);
    assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
        .isEqualTo("2");
  }

  @Test
  void refreshFailsAfterTooManyAttempts() {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      try (ListsServer server = start()) {
        server.client().post("/lists/%s/refresh".formatted(list));
        await().until(() -> LISTS.waiting() == 1);
      }
      try (ListsServer _ = start()) {
        await().until(() -> LISTS.waiting() == 1);
      }
      try (ListsServer _ = start()) {
        assertThat(LISTS.ended(list)).isEqualTo("FAILED refresh.failed");
      }
    }
  }

  /**
   * A process is stopped (SIGSTOP) while it writes or shows the contents. Another one fills the
   * list, and the first changes nothing when it continues.
   */
  @ParameterizedTest
  @CsvSource({"list_segment, new.segment >= 1, 10min", "event_outbox, true, 2s"})
  void anotherProcessFinishesRefreshOfHaltedProcess(
      String table, String condition, String longestRest) throws IOException {
    UUID list = LISTS.add(SampleItems.NOT_AVAILABLE);
    Path output = directory.resolve("output");
    try (InsertGate gate = InsertGate.of(DATABASE, table, condition);
        ListsProcess halted =
            ListsProcess.start(
                DATABASE,
                output,
                "--reprise.lists.refresh.lease=1s",
                "--reprise.lists.roles=lists",
                "--spring.datasource.hikari.data-source-properties.options="
                    + "-c idle_in_transaction_session_timeout="
                    + longestRest)) {
      halted.client().post("/lists/%s/refresh".formatted(list));
      await().until(() -> LISTS.waiting() == 1);
      halted.halt();
      gate.open();
      try (ListsServer successor = start()) {
        assertFilledByTheSecondAttempt(successor, list);
        halted.resume();
        Pattern ended = Pattern.compile("Refresh \\S+ was (stopped|cancelled or taken over)");
        await().atMost(LIMIT).until(() -> ended.matcher(Files.readString(output)).find());
        assertFilledByTheSecondAttempt(successor, list);
        assertThat(LISTS.text("select count(*) from event_outbox where key = ?::text", list))
            .isEqualTo("1");
      }
    }
  }
}
