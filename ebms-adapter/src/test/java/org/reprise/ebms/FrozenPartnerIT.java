package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** A partner that accepts connections and never answers delays no other partner. */
class FrozenPartnerIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int OTHERS = 3;
  private static final int PINGS = 100;

  /** Accepts connections and answers nothing until it is told to. */
  private static final class Frozen implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
    private final Thread acceptor;

    Frozen() throws IOException {
      acceptor = Thread.ofPlatform().daemon().start(this::accept);
    }

    private void accept() {
      try {
        while (!socket.isClosed()) {
          connections.add(socket.accept());
        }
      } catch (IOException e) {
        // Closed: the test is over.
      }
    }

    String endpoint() {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/ebms";
    }

    @Override
    public void close() throws IOException {
      socket.close();
      // Only then is the port free.
      await().atMost(LIMIT).until(() -> !acceptor.isAlive());
      for (Socket connection : connections) {
        connection.close();
      }
    }
  }

  @Test
  void frozenPartnerCausesNoErrorsForOthers() throws Exception {
    Queue<Answer> frozenAnswers = new ConcurrentLinkedQueue<>();
    AtomicBoolean pinging = new AtomicBoolean(true);
    try (Frozen frozen = new Frozen();
        Partner willing = Partner.willing();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.send.queue-capacity=10",
                "--reprise.ebms.send.queue-wait=50ms",
                "--reprise.ebms.send.response-timeout=1s",
                "--reprise.ebms.send.breaker-open=500ms");
        AutoCloseable end = () -> pinging.set(false)) {
      server.agree(Cpas.named("frozen").alphaAt(frozen.endpoint()));
      for (int i = 0; i < OTHERS; i++) {
        server.agree(Cpas.named("other-" + i).alphaAt(willing.endpoint() + i));
      }
      for (int i = 0; i < 8; i++) {
        callers.execute(() -> {
          while (pinging.get()) {
            frozenAnswers.add(server.client().message(Messages.ping("frozen", Messages.freshId())));
          }
        });
      }
      await().atMost(LIMIT).until(() -> isFull(frozenAnswers));
      Queue<Answer> answers = new ConcurrentLinkedQueue<>();
      List<java.util.concurrent.Future<?>> calls =
          java.util.stream.IntStream.range(0, OTHERS)
              .<java.util.concurrent.Future<?>>mapToObj(n ->
                  callers.submit(() -> {
                    for (int i = 0; i < PINGS; i++) {
                      answers.add(
                          server.client().message(Messages.ping("other-" + n, Messages.freshId())));
                    }
                  }))
              .toList();
      for (java.util.concurrent.Future<?> call : calls) {
        call.get();
      }
      assertThat(answers).hasSize(OTHERS * PINGS).allMatch(answer -> answer.status() == 204);
      await().atMost(LIMIT).until(() -> Set.copyOf(willing.references()).size() == OTHERS * PINGS);
      await().atMost(LIMIT).until(() -> isBreakerOpen(frozenAnswers));
      pinging.set(false);
      String partner = "partner=\"127.0.0.1:" + frozen.socket.getLocalPort() + "\"";
      assertThat(
              server.metric("reprise_ebms_overflow_total{application=\"ebms-adapter\"," + partner))
          .isPositive();
      assertThat(server.metric("reprise_ebms_queue{application=\"ebms-adapter\"," + partner))
          .isLessThanOrEqualTo(10);
    }
    assertThat(frozenAnswers).allSatisfy(answer -> assertThat(answer.status()).isIn(204, 503));
  }

  private static boolean isFull(Queue<Answer> answers) {
    return answers.stream().anyMatch(answer -> isRefused(answer, "full"));
  }

  private static boolean isBreakerOpen(Queue<Answer> answers) {
    return answers.stream().anyMatch(answer -> isRefused(answer, "breaker"));
  }

  private static boolean isRefused(Answer answer, String why) {
    if (answer.status() != 503) {
      return false;
    }
    assertThat(answer.header("Retry-After")).matches("[1-9]\\d*");
    assertThat(Objects.requireNonNull(answer.envelope().errorList()).errors().getFirst().code())
        .isEqualTo("DeliveryFailure");
    return answer.body().contains(why);
  }

  @Test
  void takesNoNewMessagesWhileOldOnesWait() throws Exception {
    AtomicBoolean isSlow = new AtomicBoolean(true);
    List<String> accepted = new ArrayList<>();
    try (Partner slow =
            Partner.behaving((n, message) -> {
              // Waiting begins with a pause, which hundreds of messages over one connection would
              // add up.
              if (isSlow.get()) {
                await().atMost(LIMIT).untilFalse(isSlow);
              }
              return Partner.Reply.of(204);
            });
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.send.max-wait=100ms", "--reprise.ebms.send.connections=1")) {
      server.agree(Cpas.named("slow").alphaAt(slow.endpoint()));
      Answer answer;
      do {
        String id = Messages.freshId();
        answer = server.client().message(Messages.ping("slow", id));
        if (answer.status() == 204) {
          accepted.add(id);
        }
      } while (answer.status() == 204 && accepted.size() < 900);
      assertThat(isRefused(answer, "wait too long")).as(answer.toString()).isTrue();
      String slowOnes =
          "reprise_ebms_overflow_total{application=\"ebms-adapter\",partner=\"%s\",reason=\"slow\""
              .formatted(URI.create(slow.endpoint()).getAuthority());
      assertThat(server.metric(slowOnes)).isEqualTo(1);
      isSlow.set(false);
      await().atMost(LIMIT).until(() -> slow.references().size() == accepted.size());
      assertThat(slow.references()).containsExactlyInAnyOrderElementsOf(accepted);
      String id = Messages.freshId();
      assertThat(server.client().message(Messages.ping("slow", id)).status()).isEqualTo(204);
    }
  }

  @Test
  void messagesToFrozenPartnerDelayNoOthers() throws Exception {
    try (Frozen frozen = new Frozen();
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.send.queue-capacity=5",
                "--reprise.ebms.messages.batch=4",
                "--reprise.ebms.send.response-timeout=2s",
                "--reprise.ebms.send.breaker-open=500ms")) {
      server.agree(Cpas.named("cold").betaAt(frozen.endpoint()));
      server.agree(Cpas.named("warm").betaAt(server.ebms()).alphaAt(server.ebms()));
      for (int i = 0; i < 40; i++) {
        send(server, "cold", "cold-" + i + "@x");
      }
      for (int i = 0; i < 10; i++) {
        send(server, "warm", "warm-" + i + "@x");
      }
      String delivered = "select count(*) from message where state = 'DELIVERED'";
      await().atMost(LIMIT).until(() -> server.count(delivered) == 10);
      assertThat(
              server.count(
                  "select count(*) from message where state = 'PENDING' and cpa_id = 'cold'"))
          .isEqualTo(40);
    }
  }

  @Test
  void claimsNoMoreThanPartnersQueueTakes() throws Exception {
    Semaphore answers = new Semaphore(0);
    try (Partner slow =
            Partner.behaving((n, message) -> {
              answers.acquireUninterruptibly();
              return Partner.Reply.of(204);
            });
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.send.queue-capacity=2",
                "--reprise.ebms.send.connections=1",
                "--reprise.ebms.messages.look=50ms");
        AutoCloseable end = () -> answers.release(1000)) {
      server.agree(Cpas.named("backlog").retries(3, "PT1H").betaAt(slow.endpoint()));
      for (int i = 0; i < 300; i++) {
        send(server, "backlog", "backlog-" + i + "@x");
      }
      String queue =
          "reprise_ebms_queue{application=\"ebms-adapter\",partner=\"%s"
              .formatted(URI.create(slow.endpoint()).getAuthority());
      await().atMost(LIMIT).until(() -> server.metric(queue) == 2);
      try (Connection connection = server.database().connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            """
            create sequence updates;
            create function counted() returns trigger language plpgsql as $$ begin
              perform nextval('updates'); return new; end $$;
            create trigger counted before update on delivery for each row
              execute function counted()\
            """);
      }
      for (int i = 1; i <= 10; i++) {
        int answered = i;
        answers.release();
        await().atMost(LIMIT).until(() -> slow.received().size() == answered);
        // Its row was updated, and its place in the queue is taken again.
        String sent = "select count(*) from delivery where attempts = 1";
        await().atMost(LIMIT).until(() -> server.count(sent) == answered);
        await().atMost(LIMIT).until(() -> server.metric(queue) == 2);
      }
      assertThat(server.count("select last_value from updates")).isLessThan(100);
    }
  }

  private static void send(EbmsServer server, String cpaId, String id) {
    Answer answer = server.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
  }

  @Test
  void resumedPartnerGetsAcceptedMessages() throws Exception {
    int port;
    String id = Messages.freshId();
    try (EbmsServer server =
        EbmsServer.start(
            "--reprise.ebms.send.response-timeout=500ms",
            "--reprise.ebms.send.breaker-open=300ms")) {
      try (Frozen frozen = new Frozen()) {
        server.agree(Cpas.named("thawing").alphaAt(frozen.endpoint()));
        port = frozen.socket.getLocalPort();
        assertThat(server.client().message(Messages.ping("thawing", id)).status()).isEqualTo(204);
        await().atMost(LIMIT).until(() -> !frozen.connections.isEmpty());
      }
      try (Partner thawed = Partner.willingAt(port)) {
        await().atMost(LIMIT).until(() -> thawed.references().contains(id));
      }
    }
  }
}
