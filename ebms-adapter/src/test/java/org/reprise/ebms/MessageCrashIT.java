package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/**
 * Processes are killed while they send and receive: no accepted message is lost or delivered twice,
 * and each accepted Ping gets its Pong.
 */
class MessageCrashIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  // However slow the machine is, no lease lapses before its process is killed.
  private static final String[] LASTING = {
    "--reprise.ebms.ping.persist=true", "--reprise.ebms.lease=1h"
  };

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private static List<Partner.Received> received(Partner partner, String action) {
    return partner.received().stream()
        .filter(one -> one.status() == 204 && one.header().action().equals(action))
        .toList();
  }

  private static List<String> references(Partner partner, String action) {
    return received(partner, action).stream()
        .map(one -> String.valueOf(one.header().messageData().refToMessageId()))
        .toList();
  }

  // As if the time of a process that was killed were over.
  private static void endLeases(Database database) {
    database.execute("update node set expires_at = now()");
  }

  @Test
  void successorSendsWhatKilledProcessOwedAndRepeatsNothingElse() throws Exception {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean isBusy = new AtomicBoolean(true);
    String unanswered = Messages.freshId();
    String ofUnanswered = "from %s where message_id = '" + unanswered + "'";
    try (Partner fine = Partner.willing();
        Partner dead = Partner.answering(n -> isBusy.get() ? 503 : 204);
        DatabaseProxy proxy = new DatabaseProxy(database)) {
      List<String> toFine = new ArrayList<>();
      List<String> toDead = new ArrayList<>();
      List<String> orders = new ArrayList<>();
      try (EbmsProcess first =
          EbmsProcess.start(proxy.database(), directory.resolve("first"), LASTING)) {
        first.agree(Cpas.named("fine").alphaAt(fine.endpoint()));
        first.agree(Cpas.named("dead").alphaAt(dead.endpoint()));
        // Together, so that some share a statement.
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
          Future<List<String>> dying =
              callers.submit(() -> PersistedPingsIT.ping(first.client(), "dead", 40));
          toFine.addAll(PersistedPingsIT.ping(first.client(), "fine", 200));
          toDead.addAll(dying.get());
        }
        assertThat(toFine).hasSize(200);
        assertThat(toDead).isNotEmpty();
        for (int i = 0; i < 10; i++) {
          orders.add(Messages.freshId());
          Answer answer = first.client().message(Messages.order("dead", orders.getLast()));
          assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
        }
        String pongs = "select count(*) from delivery where message_id like 'pong %'";
        await().atMost(LIMIT).until(() -> database.count(pongs) == toDead.size());
        proxy.holdCommits();
        CompletableFuture<Answer> answer =
            CompletableFuture.supplyAsync(
                () -> first.client().message(Messages.order("fine", unanswered)));
        String stored = "select count(*) " + ofUnanswered.formatted("message");
        await().atMost(LIMIT).until(() -> database.count(stored) == 1);
        assertThat(answer).isNotDone();
        first.kill();
        assertThat(answer).failsWithin(LIMIT);
      }
      endLeases(database);
      isBusy.set(false);
      try (EbmsServer next = EbmsServer.start(database, LASTING)) {
        assertThat(next.client().get("/api/v1/agreements").body()).contains("dead", "fine");
        assertThat(next.client().get("/api/v1/inbox").json().get("messages"))
            .hasSize(orders.size() + 1);
        assertThat(next.client().message(Messages.order("fine", unanswered)).status())
            .isEqualTo(204);
        await().atMost(LIMIT).until(() -> next.count("select count(*) from delivery") == 0);
      }
      assertThat(references(fine, "Pong")).containsExactlyInAnyOrderElementsOf(toFine);
      // What the killed process wrote last may have been read and taken after its end.
      assertThat(references(dead, "Pong")).hasSameElementsAs(toDead);
      assertThat(
              dead.received().stream()
                  .filter(one -> one.header().action().equals("Pong"))
                  .map(one -> one.header().messageData().messageId())
                  .distinct())
          .as("a Pong keeps its MessageId")
          .hasSameSizeAs(toDead);
      assertThat(references(dead, "Acknowledgment")).hasSameElementsAs(orders);
      List<Partner.Received> acknowledgments = received(fine, "Acknowledgment");
      assertThat(acknowledgments)
          .isNotEmpty()
          .allSatisfy(one -> assertThat(one.body()).isEqualTo(acknowledgments.getFirst().body()));
      for (String table : List.of("message", "message_event")) {
        assertThat(database.count("select count(*) " + ofUnanswered.formatted(table))).isOne();
      }
    }
  }

  @Test
  void senderKilledBeforeItsCommitSendsTheSameMessageAgain() throws Exception {
    Database database = TestDatabase.freshDatabase();
    EbmsServer receiver = EbmsServer.shared();
    String id = Messages.freshId();
    CountDownLatch arrived = new CountDownLatch(1);
    AtomicBoolean holds = new AtomicBoolean();
    try (DatabaseProxy proxy = new DatabaseProxy(database);
        Partner beta =
            Partner.behaving((n, message) -> {
              if (holds.compareAndSet(false, true)) {
                proxy.holdRequests();
              }
              Answer answer = receiver.client().message(message.contentType(), message.body());
              arrived.countDown();
              return new Partner.Reply(answer.status(), answer.response().body());
            })) {
      Cpas cpa =
          Cpas.named("unsure")
              .acknowledgingInResponse()
              .retries(1000, "PT1S")
              .betaAt(beta.endpoint());
      receiver.agree(cpa);
      try (EbmsProcess first =
          EbmsProcess.start(proxy.database(), directory.resolve("first"), LASTING)) {
        first.agree(cpa);
        Answer sent =
            first.client().json("POST", "/api/v1/messages", EbmsClient.order("unsure", id));
        assertThat(sent.status()).as(sent.toString()).isEqualTo(202);
        arrived.await();
        first.kill();
      }
      assertThat(database.count("select count(*) from message where state = 'PENDING'"))
          .isEqualTo(1);
      endLeases(database);
      try (EbmsServer next = EbmsServer.start(database, LASTING)) {
        MessagingIT.awaitState(next.client(), id, "delivered");
      }
      assertThat(beta.received()).hasSizeGreaterThan(1);
      for (String table : List.of("message", "message_event")) {
        String rows = "select count(*) from " + table + " where message_id = '" + id + "'";
        assertThat(receiver.count(rows)).as("delivered once").isEqualTo(1);
      }
      assertThat(beta.received())
          .allSatisfy(one -> assertThat(one.header().messageData().messageId()).isEqualTo(id));
    }
  }
}
