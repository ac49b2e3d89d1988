package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
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

  private static void awaitFreeQueues() {
    await()
        .atMost(LIMIT)
        .until(() -> server.metric("reprise_ebms_queue{application=\"ebms-adapter\"") == 0);
  }

  @Test
  void refusedPingGetsNoPongAlthoughItWasCommitted() {
    AtomicBoolean isBusy = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> isBusy.get() ? 503 : 204)) {
      server.agree(Cpas.named("lost-answer").alphaAt(alpha.endpoint()));
      proxy.loseAnswers("INSERT 0 1");
      String id = Messages.freshId();
      EbmsClient.Answer answer = server.client().message(Messages.ping("lost-answer", id));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      proxy.loseAnswers(null);
      awaitNoRows();
      awaitFreeQueues();
      isBusy.set(false);
      List<String> accepted = new ArrayList<>();
      await().atMost(LIMIT).until(() -> accepted.addAll(ping(server.client(), "lost-answer", 1)));
      awaitNoRows();
      assertThat(alpha.references()).isEqualTo(accepted);
    }
  }

  @Test
  void keepsNothingOfPingsThatDatabaseRefused() {
    AtomicBoolean isBusy = new AtomicBoolean(true);
    try (Partner alpha = Partner.answering(n -> isBusy.get() ? 503 : 204)) {
      server.agree(Cpas.named("full").alphaAt(alpha.endpoint()));
      server.execute(
          """
          create function refuse() returns trigger language plpgsql as $$ begin
            raise 'no space left' using errcode = 'disk_full'; end $$;
          create trigger refuse before insert on delivery
            for each statement execute function refuse()\
          """);
      assertThat(ping(server.client(), "full", 200)).isEmpty();
      awaitFreeQueues();
      server.execute("drop function refuse cascade");
      isBusy.set(false);
      await().atMost(LIMIT).until(() -> !ping(server.client(), "full", 1).isEmpty());
      awaitNoRows();
      assertThat(alpha.references()).hasSize(1);
    }
  }
}
