package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.testing.TestDatabase;

/** With persistence on, a Ping whose Pong the database does not store is refused. */
class PersistedPingsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @SuppressWarnings("NullAway.Init") // before all tests
  private static DatabaseProxy proxy;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @BeforeAll
  static void start() {
    proxy = new DatabaseProxy(TestDatabase.freshDatabase());
    server =
        EbmsServer.start(
            proxy.database(), "--reprise.ebms.ping.persist=true", "--reprise.ebms.lease=1h");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    proxy.close();
  }

  /** Sends Pings at the same time; returns the identifiers of those that were accepted. */
  static List<String> ping(EbmsClient client, String cpaId, int count) {
    Queue<String> accepted = new ConcurrentLinkedQueue<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        callers.execute(() -> {
          String id = Messages.freshId();
          if (client.message(Messages.ping(cpaId, id)).status() == 204) {
            accepted.add(id);
          }
        });
      }
    }
    return List.copyOf(accepted);
  }

  private static void awaitNoRows() {
    String rows = "select count(*) from delivery where message_id like 'pong %'";
    await().atMost(LIMIT).until(() -> server.count(rows) == 0);
  }

  @Test
  void refusedPingGetsNoPongAlthoughItWasCommitted() {
    try (Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("lost-answer").alphaAt(alpha.endpoint()));
      assertThat(ping(server.client(), "lost-answer", 1)).hasSize(1);
      await().atMost(LIMIT).until(() -> alpha.received().size() == 1);
      awaitNoRows();
      proxy.loseAnswers("INSERT 0 1");
      String id = Messages.freshId();
      EbmsClient.Answer answer = server.client().message(Messages.ping("lost-answer", id));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      proxy.loseAnswers(null);
      assertThat(server.client().message(Messages.ping("lost-answer", id)).status()).isEqualTo(204);
      awaitNoRows();
      await().atMost(LIMIT).until(() -> alpha.received().size() == 2);
      assertThat(alpha.references().getLast()).isEqualTo(id);
      await()
          .atMost(LIMIT)
          .until(() -> server.metric("reprise_ebms_queue{application=\"ebms-adapter\"") == 0);
    }
  }

  @Test
  void keepsNothingOfPingsThatDatabaseRefused() {
    try (Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("full").alphaAt(alpha.endpoint()));
      server.execute(
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            raise 'no space left' using errcode = 'disk_full'; end $$;
          create trigger refuse before insert on delivery
            for each statement execute function refuse()\
          """);
      assertThat(ping(server.client(), "full", 200)).isEmpty();
      long before = proxy.pongs();
      assertThat(before).isPositive();
      assertThat(ping(server.client(), "full", 1)).isEmpty();
      assertThat(proxy.pongs() - before).as("those of one Ping").isLessThan(20);
      server.execute("drop function refuse cascade");
      List<String> accepted = ping(server.client(), "full", 1);
      await().atMost(LIMIT).until(() -> alpha.references().size() == 1);
      assertThat(alpha.references()).containsExactlyElementsOf(accepted);
    }
  }

  @Test
  void storesOtherPongsWhereOneIsRefused() throws Exception {
    server.execute(
        "alter table delivery add constraint refused"
            + " check (convert_from(envelope, 'UTF8') not like '%refused-pong-%')");
    try (Partner alpha = Partner.willing();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        Connection connection = server.database().connect();
        Statement statement = connection.createStatement()) {
      server.agree(Cpas.named("refused-pong").alphaAt(alpha.endpoint()));
      connection.setAutoCommit(false);
      statement.execute("lock table delivery in exclusive mode");
      List<Future<EbmsClient.Answer>> others = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String ping = Messages.ping("refused-pong", Messages.freshId());
        others.add(callers.submit(() -> server.client().message(ping)));
      }
      Future<EbmsClient.Answer> refused =
          callers.submit(() ->
              server
                  .client()
                  .message(Messages.ping("refused-pong", "refused-pong-" + Messages.freshId())));
      // One is being stored; the rest will share a statement.
      String partner = alpha.endpoint().replaceAll("http://|/.*", "");
      await()
          .atMost(LIMIT)
          .until(() ->
              server.metric("reprise_ebms_queue{application=\"ebms-adapter\",partner=\"" + partner)
                  == 21);
      connection.rollback();
      for (Future<EbmsClient.Answer> other : others) {
        assertThat(other.get().status()).isEqualTo(204);
      }
      assertThat(refused.get().status()).as(refused.get().toString()).isEqualTo(500);
      assertThat(ReceivingIT.error(refused.get()).code()).isEqualTo("Unknown");
      await().atMost(LIMIT).until(() -> alpha.references().size() == 20);
      awaitNoRows();
    } finally {
      server.execute("alter table delivery drop constraint refused");
    }
  }
}
