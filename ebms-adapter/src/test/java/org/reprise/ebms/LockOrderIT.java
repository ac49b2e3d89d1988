package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whoever records what became of a try to send a message locks the message first, then its
 * delivery. An acknowledgment that comes at the same time does so too, and neither of them waits
 * for the other for ever.
 */
class LockOrderIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final EbmsServer SERVER = EbmsServer.shared();

  /** A partner that answers when it is told to. */
  private static final class SlowPartner implements AutoCloseable {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final Partner partner;

    SlowPartner(int status) {
      partner =
          Partner.behaving((n, message) -> {
            arrived.countDown();
            awaitUninterrupted(mayAnswer);
            return Partner.Reply.of(status);
          });
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      mayAnswer.countDown();
      partner.close();
    }
  }

  // Taken, refused, not taken.
  @ParameterizedTest
  @CsvSource({"204, order-taken", "404, order-refused", "503, order-not-taken"})
  void recordsResultOfTryWithMessageLockedBeforeDelivery(int status, String cpaId)
      throws Exception {
    try (SlowPartner beta = new SlowPartner(status);
        Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      SERVER.agree(Cpas.named(cpaId).retries(3, "PT1H").betaAt(beta.partner.endpoint()));
      String id = Messages.freshId();
      SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id));
      assertThat(beta.arrived.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();

      connection.setAutoCommit(false);
      statement.execute("select from message where message_id = '%s' for update".formatted(id));
      beta.mayAnswer.countDown();
      await().atMost(LIMIT).until(() -> isWaitingForLock(statement));
      // The transaction that waits for the message has not locked its delivery, or this would fail.
      try (ResultSet row =
          statement.executeQuery(
              "select from delivery where message_id = '%s' for update nowait".formatted(id))) {
        assertThat(row.next()).isTrue();
      }
      connection.rollback();
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count("select attempts from message where message_id = '%s'".formatted(id))
                  == 1);
    }
  }

  static boolean isWaitingForLock(Statement statement) throws Exception {
    try (ResultSet row =
        statement.executeQuery(
            "select from pg_locks where not granted and pg_backend_pid() = any"
                + " (pg_blocking_pids(pid))")) {
      return row.next();
    }
  }
}
