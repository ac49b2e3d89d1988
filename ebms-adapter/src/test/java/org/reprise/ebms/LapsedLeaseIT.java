package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;

/**
 * A database that stalls lets the lease of a running instance lapse. What the instance had claimed
 * is sent all the same when the database is back, also where a late renewal had kept the row of the
 * lease alive.
 */
class LapsedLeaseIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static final String END_WAITING_SESSIONS =
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'\
      """;

  /**
   * Lets no renewal of the lease end before the lease has lapsed. Then the row of the lease is as
   * if a renewal had come through of which the service heard nothing.
   */
  private static void stall(Database database, BooleanSupplier hasLapsed) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table node in exclusive mode");
      statement.execute("update node set expires_at = now() + interval '1 hour'");
      await().atMost(LIMIT).until(hasLapsed::getAsBoolean);
      statement.execute(END_WAITING_SESSIONS);
      connection.commit();
    }
  }

  private static String send(EbmsServer server, String cpaId) {
    String id = Messages.freshId();
    Answer answer = server.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static List<String> acceptedPings(EbmsServer server, String cpaId) {
    List<String> accepted = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String id = Messages.freshId();
      if (server.client().message(Messages.ping(cpaId, id)).status() == 204) {
        accepted.add(id);
      }
    }
    return accepted;
  }

  @Test
  void sendsWhatWasClaimedBefore() throws Exception {
    AtomicBoolean isBusy = new AtomicBoolean(true);
    CountDownLatch answer = new CountDownLatch(1);
    try (Partner alpha = Partner.answering(n -> isBusy.get() ? 503 : 204);
        Partner beta = Partner.answering(n -> isBusy.get() ? 503 : 204);
        Partner slow =
            Partner.behaving((n, message) -> {
              try {
                answer.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return Partner.Reply.of(204);
            });
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.ping.persist=true",
                "--reprise.ebms.lease=2s",
                "--reprise.ebms.messages.look=50ms",
                "--reprise.ebms.send.breaker-open=200ms")) {
      server.agree(
          Cpas.named("lapsed")
              .retries(5000, "PT0.2S")
              .alphaAt(alpha.endpoint())
              .betaAt(beta.endpoint()));
      server.agree(Cpas.named("lapsed-once").reliable("never").betaAt(slow.endpoint()));
      String reliable = send(server, "lapsed");
      String once = send(server, "lapsed-once");
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from delivery where on_the_wire") == 1);
      List<String> accepted = acceptedPings(server, "lapsed");
      assertThat(accepted).isNotEmpty();
      stall(
          server.database(),
          () ->
              server.metric(
                      "reprise_ebms_sent_total{application=\"ebms-adapter\",outcome=\"abandoned\"")
                  >= accepted.size());
      isBusy.set(false);
      await().atMost(LIMIT).until(() -> alpha.references().size() >= accepted.size());
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(accepted);
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from delivery where message is null") == 0);
      await()
          .atMost(LIMIT)
          .until(() -> beta.received().stream().anyMatch(one -> one.status() == 204));
      assertThat(server.client().get("/api/v1/messages/" + reliable).body()).contains("pending");
      answer.countDown();
      MessagingIT.awaitState(server.client(), once, "delivered");
      assertThat(slow.received()).hasSize(1);
      assertThat(server.count("select count(*) from message_event where kind = 'FAILED'"))
          .as("the result of a message on its way is known when the partner answers")
          .isZero();
    }
  }
}
