package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.ebms.EbmsClient.Answer;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;

/**
 * Processes are killed while they send and receive: no accepted message is lost or delivered twice.
 */
class MessageCrashIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final String[] QUICK = {
    "--reprise.ebms.lease=2s", "--reprise.ebms.send.breaker-open=200ms"
  };

  @TempDir
  @SuppressWarnings("NullAway.Init") // by JUnit
  Path directory;

  private static long count(Database database, String table) {
    return database.count("select count(*) from " + table);
  }

  private static void agree(EbmsClient client, Cpas cpa) {
    assertThat(client.xml("POST", "/api/v1/agreements", cpa.xml()).status()).isEqualTo(201);
  }

  @Test
  void receiverKilledBeforeAnsweringRecognisesTheDuplicate() throws Exception {
    Database database = TestDatabase.freshDatabase();
    String id = Messages.freshId();
    try (Partner alpha = Partner.willing();
        DatabaseProxy proxy = new DatabaseProxy(database)) {
      try (EbmsProcess first =
          EbmsProcess.start(proxy.database(), directory.resolve("first"), QUICK)) {
        agree(first.client(), Cpas.named("killed").alphaAt(alpha.endpoint()));
        proxy.holdCommits();
        CompletableFuture<Answer> answer =
            CompletableFuture.supplyAsync(
                () -> first.client().message(Messages.order("killed", id)));
        await().atMost(LIMIT).until(() -> count(database, "message") == 1);
        assertThat(answer).isNotDone();
        first.kill();
        assertThat(answer).failsWithin(LIMIT);
      }
      try (EbmsServer next = EbmsServer.start(database, QUICK)) {
        assertThat(next.client().message(Messages.order("killed", id)).status()).isEqualTo(204);
        await().atMost(LIMIT).until(() -> count(database, "delivery") == 0);
      }
      assertThat(count(database, "message")).isEqualTo(1);
      assertThat(count(database, "message_event")).isEqualTo(1);
      assertThat(alpha.received()).isNotEmpty();
      byte[] acknowledgment = alpha.received().getFirst().body();
      assertThat(alpha.received())
          .allSatisfy(one -> assertThat(one.body()).isEqualTo(acknowledgment));
    }
  }

  @Test
  void senderKilledBeforeItsCommitSendsTheSameMessageAgain() throws Exception {
    Database database = TestDatabase.freshDatabase();
    String id = Messages.freshId();
    CountDownLatch arrived = new CountDownLatch(1);
    AtomicBoolean holds = new AtomicBoolean();
    try (EbmsServer receiver = EbmsServer.start();
        DatabaseProxy proxy = new DatabaseProxy(database);
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
          EbmsProcess.start(proxy.database(), directory.resolve("first"), QUICK)) {
        agree(first.client(), cpa);
        assertThat(
                first
                    .client()
                    .json("POST", "/api/v1/messages", EbmsClient.order("unsure", id))
                    .status())
            .isEqualTo(202);
        arrived.await();
        first.kill();
      }
      assertThat(database.count("select count(*) from message where state = 'PENDING'"))
          .isEqualTo(1);
      try (EbmsServer next = EbmsServer.start(database, QUICK)) {
        MessagingIT.awaitState(next.client(), id, "delivered");
      }
      assertThat(beta.received()).hasSizeGreaterThan(1);
      assertThat(count(receiver.database(), "message")).as("delivered once").isEqualTo(1);
      assertThat(count(receiver.database(), "message_event")).isEqualTo(1);
      assertThat(beta.received())
          .allSatisfy(one -> assertThat(one.header().messageData().messageId()).isEqualTo(id));
    }
  }

  @Test
  void receiverKilledBeforeTheAcknowledgmentSendsItLater() throws Exception {
    Database database = TestDatabase.freshDatabase();
    AtomicBoolean busy = new AtomicBoolean(true);
    List<String> ids = new ArrayList<>();
    try (Partner alpha = Partner.answering(n -> busy.get() ? 503 : 204)) {
      try (EbmsProcess first = EbmsProcess.start(database, directory.resolve("first"), QUICK)) {
        agree(first.client(), Cpas.named("owed").alphaAt(alpha.endpoint()));
        for (int i = 0; i < 10; i++) {
          String id = Messages.freshId();
          if (first.client().message(Messages.order("owed", id)).status() == 204) {
            ids.add(id);
          }
        }
        assertThat(ids).isNotEmpty();
        first.kill();
      }
      assertThat(count(database, "delivery")).isEqualTo(ids.size());
      busy.set(false);
      try (EbmsServer next = EbmsServer.start(database, QUICK)) {
        assertThat(next.client().get("/api/v1/inbox").json().get("messages")).hasSize(ids.size());
        await().atMost(LIMIT).until(() -> count(database, "delivery") == 0);
      }
      assertThat(alpha.references()).containsExactlyInAnyOrderElementsOf(ids);
    }
  }

  @Test
  void severalInstancesSendEachMessageOnlyOnce() throws Exception {
    Database database = TestDatabase.freshDatabase();
    int each = 40;
    try (Partner beta = Partner.willing();
        EbmsServer one = EbmsServer.start(database, QUICK);
        EbmsServer two = EbmsServer.start(database, QUICK);
        EbmsProcess third = EbmsProcess.start(database, directory.resolve("third"), QUICK)) {
      one.agree(Cpas.named("shared").retries(3, "PT1H").betaAt(beta.endpoint()));
      Set<String> accepted = new HashSet<>();
      for (EbmsClient client : List.of(third.client(), one.client(), two.client())) {
        await()
            .atMost(LIMIT)
            .until(() -> client.get("/api/v1/agreements").body().contains("shared"));
        for (int i = 0; i < each; i++) {
          String id = Messages.freshId();
          Answer answer = client.json("POST", "/api/v1/messages", EbmsClient.order("shared", id));
          assertThat(answer.status()).isEqualTo(202);
          accepted.add(id);
        }
      }
      third.kill();
      await().atMost(LIMIT).until(() -> ids(beta).containsAll(accepted));
      long sentTwice = beta.received().size() - accepted.size();
      assertThat(sentTwice)
          .as("only what the killed one was sending may come again")
          .isBetween(0L, 4L);
    }
  }

  private static Set<String> ids(Partner partner) {
    Set<String> ids = new HashSet<>();
    partner.received().forEach(one -> ids.add(one.header().messageData().messageId()));
    return ids;
  }

  @Test
  void fullDiskIsAnsweredWithRetry() throws Exception {
    Path spool = Files.createDirectory(directory.resolve("spool"));
    try (EbmsServer server = EbmsServer.start("--reprise.ebms.spool=" + spool)) {
      server.agree(Cpas.named("disk").acknowledgingInResponse());
      Files.delete(spool);
      String document =
          Messages.order(
              "disk",
              "disk@x",
              "",
              "<e:Manifest e:version='2.0'><e:Reference xlink:type='simple'"
                  + " xlink:href='cid:p@x'/></e:Manifest>");
      String body =
          "--b\r\nContent-Type: text/xml\r\n\r\n"
              + document
              + "\r\n--b\r\nContent-ID: <p@x>\r\n\r\n"
              + "x".repeat(200_000)
              + "\r\n--b--\r\n";
      byte[] bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      Answer answer = server.client().message("multipart/related; boundary=b", bytes);
      assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
      assertThat(ReceivingIT.error(answer).code()).isEqualTo("DeliveryFailure");
      Files.createDirectory(spool);
      Answer again = server.client().message("multipart/related; boundary=b", bytes);
      assertThat(again.status()).as(again.toString()).isEqualTo(200);
      assertThat(Files.list(spool)).as("files have no name").isEmpty();
    }
  }
}
