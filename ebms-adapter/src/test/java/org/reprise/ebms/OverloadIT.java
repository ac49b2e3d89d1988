package org.reprise.ebms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** More messages than there is time for. */
class OverloadIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** More than nine tenths of the connections that there may be. */
  private static final int SCARCE = 30;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer server;

  @BeforeAll
  static void start() {
    server =
        EbmsServer.start("--reprise.ebms.admission.max-wait=20ms", "--reprise.connections.max=32");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void refusesWhatItCannotAnswerInTime() throws Exception {
    try (ExecutorService callers = Executors.newCachedThreadPool();
        Partner alpha = Partner.willing()) {
      server.agree(Cpas.named("overload").alphaAt(alpha.endpoint()));
      Future<Answer> late;
      Future<Answer> health;
      try (BusyProcessors processors = new BusyProcessors()) {
        late = callers.submit(() -> ping("overload"));
        awaitLateRequest();
        health = callers.submit(() -> server.client().get("/actuator/health/readiness"));
      }
      assertRefused(late.get());
      assertThat(health.get().status()).isEqualTo(200);
      assertThat(health.get().body()).contains("\"db\"", "\"threads\"");
      String messages = "reprise_ebms_admission_wait_seconds_count{application=\"ebms-adapter\",";
      assertThat(server.metric(messages + "outcome=\"refused\"")).isEqualTo(1);
      assertThat(server.metric(messages + "outcome=\"admitted\"")).isZero();
      await().atMost(LIMIT).until(() -> ping("overload").status() == 204);
      await().atMost(LIMIT).until(() -> alpha.references().size() == 1);
    }
  }

  private static void awaitLateRequest() {
    await()
        .atMost(LIMIT)
        .during(Duration.ofMillis(100))
        .until(() -> server.gauge("reprise.ebms.admission.waiting") >= 1);
  }

  @Test
  void closesNoConnectionWhoseRequestWaitsForAThread() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    try {
      try (BusyProcessors processors = new BusyProcessors()) {
        for (int i = 0; i < SCARCE; i++) {
          Socket socket = connect();
          waiting.add(socket);
          write(socket, "GET /actuator/health HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        // Several times as long as a connection without a request is left alone then.
        await().pollDelay(Duration.ofSeconds(3)).atMost(LIMIT).until(() -> true);
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

  private static Socket connect() throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.base()).getPort());
    socket.setSoTimeout((int) LIMIT.toMillis());
    return socket;
  }

  private static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static Answer ping(String cpaId) {
    return server.client().message(Messages.ping(cpaId, Messages.freshId()));
  }

  private static void assertRefused(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).isEqualTo("5");
    assertThat(answer.header("Content-Type")).isEqualToIgnoringCase("text/xml;charset=UTF-8");
    // It is not known whether the message reports errors, and is not to be answered by others.
    assertThat(answer.envelope().errorList()).isNull();
    assertThat(answer.body()).contains("soap:Fault", "send it again");
  }
}
