package org.reprise.lists.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsServer;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import org.reprise.lists.split.Split;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/** What a fast refresh that fails half way leaves to the next users of the pool's connections. */
class RefreshConnectionsIT {
  private static final Database DATABASE = TestDatabase.freshDatabase();
  private static final RefreshedLists LISTS = new RefreshedLists(DATABASE);
  private static final int CONNECTIONS = 8;
  private static final int TIMES = 4;
  private static final int ITEMS = 30_000;

  /** As many as are not available; {@link #ALL} finds 10,000 more. */
  private static final int MAX_SIZE = 20_000;

  private static final String ALL = "{\"item_status\": {\"$ne\": \"Long missing\"}}";

  private static final ListsServer SERVER =
      ListsServer.start(
          DATABASE,
          "--reprise.lists.refresh.max-size=" + MAX_SIZE,
          "--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
          // A writer that waits is waited for before all ids are read and written.
          "--spring.datasource.hikari.data-source-properties.sendBufferSize=8192");

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, ITEMS);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static UUID begin(String fql) {
    UUID list = LISTS.add(fql);
    assertThat(SERVER.client().post("/lists/%s/refresh?mode=fast".formatted(list)).status())
        .isEqualTo(200);
    return list;
  }

  private static void terminateWaiting() {
    SERVER.execute(
        "select pg_terminate_backend(pid, 60000) from pg_stat_activity"
            + " where datname = current_database() and wait_event_type = 'Lock'");
  }

  private static void assertFilled(UUID list) {
    assertThat(LISTS.ended(list)).isEqualTo("SUCCESS");
    assertThat(LISTS.text("select records_count from list_refresh where list_id = ?", list))
        .isEqualTo(Integer.toString(MAX_SIZE));
    assertThat(LISTS.text("select attempt from list_refresh where list_id = ?", list))
        .as("it is not another process, or the lease's end, that mends it")
        .isEqualTo("1");
  }

  // All at once, so that each of the pool's is asked.
  private static void assertEachConnectionAnswersItsOwnQuestions() throws SQLException {
    List<Connection> all = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        all.add(SERVER.part(Split.class).writer().getConnection());
      }
      for (int i = 0; i < CONNECTIONS; i++) {
        for (String question : new String[] {"first of " + i, "second of " + i}) {
          assertThat(answer(all.get(i), question)).isEqualTo(question);
        }
      }
    } finally {
      for (Connection connection : all) {
        connection.close();
      }
    }
  }

  private static String answer(Connection connection, String question) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("select ?")) {
      statement.setString(1, question);
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).as(question).isTrue();
        return row.getString(1);
      }
    }
  }

  @Test
  void connectionsAnswerTheirOwnQuestionsAfterListOverMaxSize() throws SQLException {
    for (int i = 0; i < TIMES; i++) {
      assertThat(LISTS.ended(begin(ALL))).isEqualTo("FAILED max.list.size.exceeded");
      assertEachConnectionAnswersItsOwnQuestions();
    }
  }

  @Test
  void beginsAgainWhenWriterIsLostInMidCopy() throws SQLException {
    UUID list;
    try (InsertGate _ = InsertGate.of(DATABASE, "list_segment", "new.segment = 1")) {
      list = begin(SampleItems.NOT_AVAILABLE);
      await().until(() -> LISTS.waiting() == 1);
      terminateWaiting();
    }
    assertFilled(list);
    assertEachConnectionAnswersItsOwnQuestions();
  }

  @Test
  void beginsAgainWhenWriterIsLostBeforeItsCopy() throws SQLException {
    UUID list;
    try (TableLock _ = TableLock.of(DATABASE, "list_segment")) {
      list = begin(SampleItems.NOT_AVAILABLE);
      await().until(() -> LISTS.waiting() == 1);
      terminateWaiting();
    }
    assertFilled(list);
    assertEachConnectionAnswersItsOwnQuestions();
  }

  /**
   * The server ends a transaction that is idle for a minute; a query may take ten to its first row.
   */
  @Test
  void hasNoIdleTransactionUntilTheFirstRow() {
    UUID list;
    try (TableLock _ = TableLock.of(DATABASE, "item")) {
      list = begin(SampleItems.NOT_AVAILABLE);
      await().until(() -> LISTS.waiting() == 1);
      assertThat(
              DATABASE.texts(
                  "select query from pg_stat_activity where datname = current_database()"
                      + " and state = 'idle in transaction' and query not like 'lock table%'"))
          .isEmpty();
    }
    assertFilled(list);
  }
}
