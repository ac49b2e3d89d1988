package org.reprise.ebms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** More messages than there is time for. */
class OverloadIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** More than nine tenths of the connections that there may be. */
  private static final int SCARCE = 30;

  /** Takes all processors that virtual threads have, which are this service's here, too. */
  private static final class Busy implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();

    Busy() throws InterruptedException {
      int processors = Runtime.getRuntime().availableProcessors();
      CountDownLatch begun = new CountDownLatch(processors);
      for (int i = 0; i < processors; i++) {
        Thread.startVirtualThread(() -> {
          begun.countDown();
          while (!over.get()) {
            Thread.onSpinWait();
          }
        });
      }
      begun.await();
    }

    @Override
    public void close() {
      over.set(true);
    }
  }

  @Test
  void refusesWhatItCannotAnswerInTime() throws Exception {
    try (ExecutorService callers = Executors.newCachedThreadPool();
        Partner alpha = Partner.willing();
        EbmsServer server =
            EbmsServer.start(
                "--reprise.ebms.admission.longest-wait=50ms",
                "--reprise.ebms.admission.overload-wait=20ms")) {
      server.agree(Cpas.named("overload").alphaAt(alpha.endpoint()));
      Future<Answer> late;
      Future<Answer> health;
      try (Busy processors = new Busy()) {
        late = callers.submit(() -> ping(server, "overload"));
        await().atMost(LIMIT).until(() -> server.gauge("reprise.ebms.admission.limit") == 0.02);
        health = callers.submit(() -> server.client().get("/actuator/health/readiness"));
      }
      assertRefused(late.get());
      assertThat(health.get().status()).isEqualTo(200);
      String messages = "reprise_ebms_admission_wait_seconds_count{application=\"ebms-adapter\",";
      assertThat(server.metric(messages + "outcome=\"refused\"")).isEqualTo(1);
      assertThat(server.metric(messages + "outcome=\"admitted\"")).isZero();
      assertThat(server.metric("reprise_ebms_admission_limit_seconds")).isEqualTo(0.05);
      await().atMost(LIMIT).until(() -> ping(server, "overload").status() == 204);
      await().atMost(LIMIT).until(() -> alpha.references().size() == 1);
    }
  }

  @Test
  void closesNoConnectionWhoseRequestWaitsForAThread() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    try (EbmsServer server = EbmsServer.start("--reprise.connections.most=32")) {
      try (Busy processors = new Busy()) {
        for (int i = 0; i < SCARCE; i++) {
          Socket socket =
              new Socket(InetAddress.getLoopbackAddress(), URI.create(server.base()).getPort());
          waiting.add(socket);
          socket.setSoTimeout((int) LIMIT.toMillis());
          socket
              .getOutputStream()
              .write("GET /actuator/health HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
        }
        // Several times as long as a connection without a request is left alone then.
        await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
      }
      for (Socket socket : waiting) {
        assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
            .as("connection %d", waiting.indexOf(socket))
            .isEqualTo("HTTP/1.1 200");
      }
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  private static Answer ping(EbmsServer server, String cpaId) {
    return server.client().message(Messages.ping(cpaId, Messages.freshId()));
  }

  private static void assertRefused(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isEqualTo("5");
    assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/xml;charset=UTF-8");
    assertThat(Objects.requireNonNull(answer.envelope().errorList()).errors().getFirst().code())
        .isEqualTo("DeliveryFailure");
  }
}
