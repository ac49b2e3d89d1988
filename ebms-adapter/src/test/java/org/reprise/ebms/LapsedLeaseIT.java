package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.ebms.instance.Instance;

/**
 * A database that stalls lets the lease of a running instance lapse. Meanwhile the instance claims
 * nothing. What it had claimed is sent all the same when the database is back, also where a late
 * renewal had kept the row of the lease alive.
 */
class LapsedLeaseIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int POOL = 4;

  private static final String END_WAITING_SESSIONS =
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'\
      """;
  private static final String ABANDONED =
      "reprise_ebms_sent_total{application=\"ebms-adapter\",outcome=\"abandoned\"";

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @BeforeAll
  static void start() {
    server =
        EbmsServer.start(
            "--reprise.ebms.ping.persist=true",
            "--reprise.ebms.lease=2s",
            "--reprise.ebms.messages.look=50ms",
            "--reprise.ebms.send.breaker-open=200ms");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void deleteWhatWaits() {
    server.execute("delete from delivery");
  }

  /**
   * Lets no renewal of the lease end before the lease has lapsed. Then the row of the lease is as
   * if a renewal had come through of which the service heard nothing.
   */
  private static void stall(BooleanSupplier hasLapsed) throws SQLException {
    try (Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table node in exclusive mode");
      statement.execute("update node set expires_at = now() + interval '1 hour'");
      await().atMost(LIMIT).until(hasLapsed::getAsBoolean);
      statement.execute(END_WAITING_SESSIONS);
      connection.commit();
    }
  }

  private static String send(String cpaId) {
    String id = Messages.freshId();
    Answer answer = server.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
    return id;
  }

  private static Instance.Lease lease() {
    return server.part(Instance.class).lease();
  }

  /** Lets the partner take the Pongs, and waits until it has all of them. */
  private static void assertSentOnce(Partner alpha, List<String> pings, AtomicBoolean isBusy) {
    await().atMost(LIMIT).until(() -> lease().isHeld());
    UUID before = lease().id();
    isBusy.set(false);
    await().atMost(LIMIT).until(() -> alpha.references().containsAll(pings));
    await()
        .atMost(LIMIT)
        .until(() -> server.count("select count(*) from delivery where message is null") == 0);
    // On a slow machine another lease may have lapsed while a Pong was on its way.
    if (lease().id().equals(before)) {
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(pings);
    } else {
      assertThat(alpha.references()).hasSameElementsAs(pings);
    }
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
            })) {
      server.agree(
          Cpas.named("lapsed")
              .retries(5000, "PT0.2S")
              .alphaAt(alpha.endpoint())
              .betaAt(beta.endpoint()));
      server.agree(Cpas.named("lapsed-once").reliable("never").betaAt(slow.endpoint()));
      String reliable = send("lapsed");
      String once = send("lapsed-once");
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from delivery where on_the_wire") == 1);
      double before = server.metric(ABANDONED);
      List<String> accepted = PersistedPingsIT.ping(server.client(), "lapsed", 20);
      assertThat(accepted).isNotEmpty();
      stall(() -> server.metric(ABANDONED) >= before + accepted.size());
      assertSentOnce(alpha, accepted, isBusy);
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

  @Test
  void sendsPongsOnceAfterLeaseLapsedWhileTheyPaused() {
    AtomicBoolean isBusy = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> isBusy.get() ? 503 : 204)) {
      server.agree(Cpas.named("paused").alphaAt(alpha.endpoint()));
      double before = server.metric(ABANDONED);
      List<String> accepted = PersistedPingsIT.ping(server.client(), "paused", 20);
      assertThat(accepted).isNotEmpty();
      // The next renewal finds no lease, so that another one begins.
      server.execute("delete from node");
      await().atMost(LIMIT).until(() -> server.metric(ABANDONED) >= before + accepted.size());
      int tried = alpha.received().size();
      await().atMost(LIMIT).until(() -> alpha.received().size() > tried + 3 * accepted.size());
      assertSentOnce(alpha, accepted, isBusy);
    }
  }

  @Test
  void sendsPongOfLostTakeOver() {
    try (Partner alpha = Partner.willing()) {
      // As if the database had given the row to this instance and the answer had been lost.
      server.execute(
          """
          insert into delivery (message_id, endpoint, envelope, reliable, retries, retry_interval,
            next_attempt_at, expires_at, claimed_by)
          select 'pong lost', '%s', convert_to('%s', 'UTF8'), false, 0, 0, now(),
            now() + interval '1 hour', id from node\
          """
              .formatted(
                  alpha.endpoint(),
                  Messages.signal(
                      "c",
                      "pong@x",
                      "Pong",
                      "<e:RefToMessageId>ping@x</e:RefToMessageId>",
                      "",
                      "")));
      await().atMost(LIMIT).until(() -> alpha.references().contains("ping@x"));
      await().atMost(LIMIT).until(() -> server.count("select count(*) from delivery") == 0);
    }
  }

  @Test
  void claimsNothingWithoutLease() throws Exception {
    try (Partner beta = Partner.willing();
        Connection locking = server.database().connect();
        Statement statement = locking.createStatement()) {
      server.agree(Cpas.named("unleased").retries(3, "PT1H").betaAt(beta.endpoint()));
      server.execute(
          """
          create sequence claims;
          create function claimed() returns trigger language plpgsql as $$ begin
            perform nextval('claims'); return new; end $$;
          create trigger claimed before update on delivery for each row execute function claimed()\
          """);
      locking.setAutoCommit(false);
      statement.execute("lock table node in exclusive mode");
      await()
          .atMost(LIMIT)
          .until(() -> server.count("select count(*) from node where expires_at > now()") == 0);
      send("unleased");
      String claims = "select count(*) from claims where is_called";
      await().during(Duration.ofSeconds(1)).atMost(LIMIT).until(() -> server.count(claims) == 0);
      locking.rollback();
      await().atMost(LIMIT).until(() -> beta.received().size() == 1);
      server.execute("drop function claimed cascade; drop sequence claims");
    }
  }

  @Test
  void renewsLeaseWhilePoolIsExhausted() throws Exception {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        Connection locking = server.database().connect();
        Statement statement = locking.createStatement()) {
      locking.setAutoCommit(false);
      statement.execute("lock table message, delivery, agreement_revision, signal_request");
      for (int i = 0; i < POOL; i++) {
        callers.submit(() -> server.client().get("/api/v1/messages"));
      }
      String active = "hikaricp_connections_active{application=\"ebms-adapter\"";
      await().atMost(LIMIT).until(() -> server.metric(active) == POOL);
      String expires = "select (extract(epoch from max(expires_at)) * 1000)::bigint from node";
      long before = server.count(expires);
      await().atMost(LIMIT).until(() -> server.count(expires) > before);
      assertThat(server.metric(active)).isEqualTo(POOL);
      locking.rollback();
    }
  }
}
