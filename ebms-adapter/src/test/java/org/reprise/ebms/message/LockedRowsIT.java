package org.reprise.ebms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.Cpas;
import org.reprise.ebms.EbmsClient;
import org.reprise.ebms.EbmsServer;
import org.reprise.ebms.Messages;
import org.reprise.ebms.Partner;
import org.reprise.ebms.message.DeliveryTable.Overdue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** A row that somebody has locked holds up nothing but its own message. */
class LockedRowsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final URI ENDPOINT = URI.create("http://127.0.0.1:1/locked");

  // Where a statement that waits for a lock never ends by itself.
  private static final EbmsServer SERVER = EbmsServer.narrow();

  private static final DeliveryTable TABLE = SERVER.part(DeliveryTable.class);

  private static void deliver(String cpaId) {
    try (Partner beta = Partner.willing()) {
      SERVER.agree(Cpas.named(cpaId).betaAt(beta.endpoint()));
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, Messages.freshId()));
      await().atMost(LIMIT).until(() -> !beta.received().isEmpty());
    }
  }

  private static Statement begin(Connection connection) throws Exception {
    connection.setAutoCommit(false);
    return connection.createStatement();
  }

  /** Inserts signals that an instance has claimed. */
  private static void insert(UUID instance, String... ids) {
    Instant end = Instant.now().plus(Duration.ofHours(1));
    // Together, so that the server never finds them due.
    SERVER
        .part(TransactionTemplate.class)
        .executeWithoutResult(_ -> {
          for (String id : ids) {
            TABLE.insert(Delivery.signal(id, ENDPOINT, new byte[1], end), instance);
          }
          SERVER
              .part(JdbcClient.class)
              .sql("update delivery set next_attempt_at = 'infinity' where claimed_by = ?")
              .param(instance)
              .update();
        });
  }

  private static long claimed(UUID instance) {
    return SERVER.count(
        "select count(*) from delivery where claimed_by = '%s'".formatted(instance));
  }

  @Test
  void releasesOtherForgottenRows() throws Exception {
    UUID instance = UUID.randomUUID();
    insert(instance, "forgotten-1", "forgotten-2", "forgotten-3");
    try (Connection connection = SERVER.database().connect();
        Statement statement = begin(connection)) {
      statement.execute("select from delivery where message_id = 'forgotten-2' for update");
      TABLE.release("forgotten-2", instance, Duration.ZERO);
      TABLE.releaseForgotten(instance, List.of("forgotten-3"));
      assertThat(claimed(instance)).isEqualTo(2);
      connection.rollback();
    }
    TABLE.releaseForgotten(instance, List.of("forgotten-3"));
    assertThat(claimed(instance)).isEqualTo(1);
  }

  @Test
  void deliversToOthersWhileOverdueRowIsLocked() throws Exception {
    insert(UUID.randomUUID(), "overdue");
    try (Connection connection = SERVER.database().connect();
        Statement statement = begin(connection)) {
      // This lock lets a row be changed, but not be deleted.
      statement.execute("select from delivery where message_id = 'overdue' for key share");
      SERVER
          .part(JdbcClient.class)
          .sql("update delivery set expires_at = now() where message_id = 'overdue'")
          .update();
      assertThat(TABLE.deleteOverdue("overdue", Overdue.EXPIRED)).isFalse();
      deliver("beside-overdue");
      connection.rollback();
    }
    await()
        .atMost(LIMIT)
        .until(
            () -> SERVER.count("select count(*) from delivery where message_id = 'overdue'") == 0);
  }

  // Counts sessions that wait for a lock to record a try.
  private static long blocked(String perSession) {
    return SERVER.count(
        """
        select count(case when cardinality(pg_blocking_pids(pid)) > 0 and query ilike '%%attempt%%'
          then %s end) from pg_stat_activity\
        """
            .formatted(perSession));
  }

  @Test
  void deliversToOthersWhileResultWaitsForItsMessage() throws Exception {
    CountDownLatch isLocked = new CountDownLatch(1);
    try (Partner beta =
            Partner.behaving((n, message) -> {
              awaitUninterrupted(isLocked);
              return Partner.Reply.of(204);
            });
        Connection connection = SERVER.database().connect();
        Statement statement = begin(connection)) {
      SERVER.agree(Cpas.named("locked-result").betaAt(beta.endpoint()));
      String id = Messages.freshId();
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order("locked-result", id));
      statement.execute("select from message where message_id = '%s' for update".formatted(id));
      isLocked.countDown();
      // The first try to record the result is cancelled, and so there is another one.
      await().atMost(LIMIT).until(() -> blocked("pid") == 1);
      String first = SERVER.database().texts("select clock_timestamp()").getFirst();
      await().atMost(LIMIT).until(() -> blocked("pg_cancel_backend(pid)") == 1);
      await()
          .atMost(LIMIT)
          .until(() -> blocked("case when xact_start > '%s' then pid end".formatted(first)) == 1);
      deliver("beside-result");
      connection.rollback();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void recordsWhyOtherMessagesAreNotSent() throws Exception {
    SERVER.agree(Cpas.named("not-sent").betaAt(ENDPOINT.toString()));
    String locked = Messages.freshId();
    String other = Messages.freshId();
    for (String id : List.of(locked, other)) {
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order("not-sent", id));
    }
    try (Connection connection = SERVER.database().connect();
        Statement statement = begin(connection)) {
      statement.execute("select from message where message_id = '%s' for update".formatted(locked));
      // A message is skipped, too, while the result of its first try is being recorded.
      await()
          .atMost(LIMIT)
          .until(() -> {
            SERVER.part(MessageTable.class).notSent(ENDPOINT.toString(), "not allowed");
            return isRecorded(other);
          });
      assertThat(isRecorded(locked)).isFalse();
      connection.rollback();
    }
  }

  private static boolean isRecorded(String messageId) {
    return SERVER.count(
            "select count(*) from attempt a join message m on m.id = a.message where message_id = '%s' and a.detail = 'not allowed'"
                .formatted(messageId))
        > 0;
  }
}
