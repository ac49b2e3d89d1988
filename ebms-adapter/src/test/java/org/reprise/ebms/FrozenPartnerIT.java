package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** A partner that accepts connections and never answers delays no other partner. */
class FrozenPartnerIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int OTHERS = 3;
  private static final int PINGS = 30;
  private static final int MESSAGES = 100;

  private static final EbmsServer SERVER = EbmsServer.narrow();

  /** Accepts connections and answers nothing; at last it ends them, and each new one. */
  private static final class Frozen implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
    private volatile boolean hasHungUp;

    Frozen() throws IOException {
      Thread.ofPlatform().daemon().start(this::accept);
    }

    private void accept() {
      try {
        while (!socket.isClosed()) {
          Socket connection = socket.accept();
          connections.add(connection);
          if (hasHungUp) {
            connection.close();
          }
        }
      } catch (IOException e) {
        // Closed: the test is over.
      }
    }

    String endpoint() {
      return "http://127.0.0.1:" + socket.getLocalPort() + "/ebms";
    }

    void hangUp() throws IOException {
      hasHungUp = true;
      for (Socket connection : connections) {
        connection.close();
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
      hangUp();
    }
  }

  @Test
  void frozenPartnerCausesNoErrorsForOthers() throws Exception {
    Queue<Answer> frozenAnswers = new ConcurrentLinkedQueue<>();
    AtomicBoolean pinging = new AtomicBoolean(true);
    try (Frozen frozen = new Frozen();
        Partner willing = Partner.willing();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable end = () -> pinging.set(false)) {
      SERVER.agree(Cpas.named("frozen").alphaAt(frozen.endpoint()));
      for (int i = 0; i < OTHERS; i++) {
        SERVER.agree(Cpas.named("other-" + i).alphaAt(willing.endpoint() + i));
      }
      for (int i = 0; i < 8; i++) {
        callers.execute(() -> {
          while (pinging.get()) {
            frozenAnswers.add(SERVER.client().message(Messages.ping("frozen", Messages.freshId())));
          }
        });
      }
      await().atMost(LIMIT).until(() -> isFull(frozenAnswers));
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < OTHERS; i++) {
        String cpaId = "other-" + i;
        calls.add(callers.submit(() -> pingOneByOne(cpaId, willing)));
      }
      for (Future<?> call : calls) {
        call.get();
      }
      frozen.hangUp();
      await().atMost(LIMIT).until(() -> isBreakerOpen(frozenAnswers));
      pinging.set(false);
      String partner = "partner=\"127.0.0.1:" + frozen.socket.getLocalPort() + "\"";
      assertThat(
              SERVER.metric("reprise_ebms_overflow_total{application=\"ebms-adapter\"," + partner))
          .isPositive();
      assertThat(SERVER.metric("reprise_ebms_queue{application=\"ebms-adapter\"," + partner))
          .isLessThanOrEqualTo(2);
    }
    assertThat(frozenAnswers).allSatisfy(answer -> assertThat(answer.status()).isIn(204, 503));
  }

  // However slow the machine is, the queue is never full: it has room for the Pong whose response
  // is still being read, and for the next one.
  private static void pingOneByOne(String cpaId, Partner partner) {
    for (int i = 0; i < PINGS; i++) {
      String id = Messages.freshId();
      Answer answer = SERVER.client().message(Messages.ping(cpaId, id));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(204);
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> partner.references().contains(id));
    }
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
  void messagesToFrozenPartnerDelayNoOthers() throws Exception {
    try (Frozen frozen = new Frozen()) {
      SERVER.agree(Cpas.named("cold").betaAt(frozen.endpoint()));
      SERVER.agree(Cpas.named("warm").betaAt(SERVER.ebms()).alphaAt(SERVER.ebms()));
      for (int i = 0; i < 40; i++) {
        send("cold", "cold-" + i + "@x");
      }
      for (int i = 0; i < 10; i++) {
        send("warm", "warm-" + i + "@x");
      }
      String of =
          "select count(*) from message where direction = 'OUT' and state = '%s' and cpa_id = '%s'";
      await().atMost(LIMIT).until(() -> SERVER.count(of.formatted("DELIVERED", "warm")) == 10);
      assertThat(SERVER.count(of.formatted("PENDING", "cold"))).isEqualTo(40);
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
        AutoCloseable end = () -> answers.release(1000)) {
      SERVER.agree(Cpas.named("backlog").retries(3, "PT1H").betaAt(slow.endpoint()));
      for (int i = 0; i < MESSAGES; i++) {
        send("backlog", "backlog-" + i + "@x");
      }
      String queue =
          "reprise_ebms_queue{application=\"ebms-adapter\",partner=\"%s"
              .formatted(URI.create(slow.endpoint()).getAuthority());
      await().atMost(LIMIT).until(() -> SERVER.metric(queue) == 2);
      SERVER.execute(
          """
          create sequence updates;
          create function counted() returns trigger language plpgsql as $$ begin
            perform nextval('updates'); return new; end $$;
          create trigger counted before update on delivery for each row
            when (new.message_id like 'backlog-%') execute function counted()\
          """);
      for (int i = 1; i <= 10; i++) {
        int answered = i;
        answers.release();
        await().atMost(LIMIT).until(() -> slow.received().size() == answered);
        // Its row was updated, and its place in the queue is taken again.
        String sent =
            "select count(*) from delivery where attempts = 1 and message_id like 'backlog-%'";
        await().atMost(LIMIT).until(() -> SERVER.count(sent) == answered);
        await().atMost(LIMIT).until(() -> SERVER.metric(queue) == 2);
      }
      assertThat(SERVER.count("select last_value from updates")).isLessThan(MESSAGES / 2);
      SERVER.execute(
          "drop function counted cascade; drop sequence updates; delete from delivery where message_id like 'backlog-%'");
    }
  }

  private static void send(String cpaId, String id) {
    Answer answer = SERVER.client().json("POST", "/api/v1/messages", EbmsClient.order(cpaId, id));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
  }

  /** Claimed messages wait in the queues of their partners. */
  @Test
  void queuesOfManyFrozenPartnersHoldNoEnvelopes() throws Exception {
    EbmsProcess process = EbmsProcess.shared();
    List<Frozen> frozen = new ArrayList<>();
    try (Partner willing = Partner.willing();
        AutoCloseable end =
            () -> {
              process.database().execute("delete from message where cpa_id = 'many-frozen'");
              for (Frozen one : frozen) {
                one.close();
              }
            }) {
      for (int i = 0; i < 12; i++) {
        frozen.add(new Frozen());
      }
      process.agree(Cpas.named("many-willing").betaAt(willing.endpoint()));
      // Together as many bytes as the heap has.
      process
          .database()
          .execute(
              """
              with sent as (
                insert into message (direction, message_id, cpa_id, from_ids, to_ids, conversation_id,
                  service, action, sent_at, duplicate_elimination, state, envelope, keep_until)
                select 'OUT', partner || '-' || n || '@x', 'many-frozen', 'us', 'p', 'talk', 'orders',
                  'order', now(), true, 'PENDING', convert_to(repeat('x', 20000), 'UTF8'),
                  now() + interval '1 day'
                from unnest(array[%s]) partner, generate_series(1, 1000) n
                returning id, message_id)
              insert into delivery (message_id, message, endpoint, reliable, retries,
                retry_interval, next_attempt_at)
              select message_id, id, 'http://127.0.0.1:' || split_part(message_id, '-', 1) || '/',
                true, 3, 3600000, now() from sent\
              """
                  .formatted(
                      frozen.stream()
                          .map(one -> String.valueOf(one.socket.getLocalPort()))
                          .collect(Collectors.joining(","))));
      EbmsClient client = process.client();
      await().atMost(LIMIT).until(() -> queued(client, frozen) == 12_000);
      String id = Messages.freshId();
      Answer answer = client.json("POST", "/api/v1/messages", EbmsClient.order("many-willing", id));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
      await()
          .atMost(LIMIT)
          .until(() ->
              willing.received().stream()
                  .anyMatch(one -> one.header().messageData().messageId().equals(id)));
    }
  }

  private static long queued(EbmsClient client, List<Frozen> partners) {
    List<String> queues =
        partners.stream()
            .map(one -> "partner=\"127.0.0.1:%d\"".formatted(one.socket.getLocalPort()))
            .toList();
    return client
        .get("/actuator/prometheus")
        .body()
        .lines()
        .filter(line -> line.startsWith("reprise_ebms_queue{"))
        .filter(line -> queues.stream().anyMatch(line::contains))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }
}
