package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
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
      // What the killed process wrote last may have been read and taken after its end.
      assertThat(alpha.references()).hasSameElementsAs(ids);
    }
  }

  @Test
  void severalInstancesSendEachMessageOnlyOnce() throws Exception {
    Database database = TestDatabase.freshDatabase();
    int each = 40;
    try (Partner beta = Partner.willing();
        // The lease of the one that is killed alone is short: others keep theirs on a slow machine.
        EbmsServer one = EbmsServer.start(database);
        EbmsServer two = EbmsServer.start(database);
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

  @Test
  void queuesOfManyFrozenPartnersHoldNoEnvelopes() throws Exception {
    Database database = TestDatabase.freshDatabase();
    List<ServerSocket> frozen = new ArrayList<>();
    try (Partner willing = Partner.willing();
        AutoCloseable end =
            () -> {
              for (ServerSocket socket : frozen) {
                socket.close();
              }
            }) {
      // The system accepts connections for them; nothing is answered.
      for (int i = 0; i < 12; i++) {
        frozen.add(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
      }
      try (EbmsServer server = EbmsServer.start(database)) {
        server.agree(Cpas.named("willing").betaAt(willing.endpoint()));
      }
      // Together as many bytes as the heap has.
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            """
            with sent as (
              insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
                service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
              select 'OUT', partner || '-' || n || '@x', 'frozen', '', '', 'talk', 'orders',
                'order', now(), true, 'PENDING', convert_to(repeat('x', 20000), 'UTF8'),
                now() + interval '1 day'
              from unnest(array[%s]) partner, generate_series(1, 1000) n
              returning id, message_id)
            insert into delivery (message_id, message, endpoint, reliable, retries, retry_interval,
              next_attempt_at)
            select message_id, id, 'http://127.0.0.1:' || split_part(message_id, '-', 1) || '/',
              true, 3, 3600000, now() from sent\
            """
                .formatted(
                    frozen.stream()
                        .map(socket -> String.valueOf(socket.getLocalPort()))
                        .collect(Collectors.joining(","))));
      }
      try (EbmsProcess process =
          EbmsProcess.start(
              database, directory.resolve("process"), "--reprise.ebms.send.close-within=0s")) {
        EbmsClient client = process.client();
        await().atMost(LIMIT).until(() -> queued(client) == 12_000);
        String id = Messages.freshId();
        Answer answer = client.json("POST", "/api/v1/messages", EbmsClient.order("willing", id));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
        await().atMost(LIMIT).until(() -> ids(willing).contains(id));
      }
    }
  }

  private static long queued(EbmsClient client) {
    return client
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("reprise_ebms_queue{"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
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
