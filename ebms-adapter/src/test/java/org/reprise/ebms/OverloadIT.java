package org.reprise.ebms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.EbmsClient.Answer;

/** More messages than there is time for. */
class OverloadIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  /** More than nine tenths of the connections that there may be. */
  private static final int SCARCE = 30;

  @Test
  void refusesWhatItCannotAnswerInTime() throws Exception {
    try (ExecutorService callers = Executors.newCachedThreadPool();
        Partner alpha = Partner.willing();
        EbmsServer server = startWithShortWaits()) {
      server.agree(Cpas.named("overload").alphaAt(alpha.endpoint()));
      Future<Answer> late;
      Future<Answer> health;
      try (BusyProcessors processors = new BusyProcessors()) {
        late = callers.submit(() -> ping(server, "overload"));
        awaitOverload(server);
        health = callers.submit(() -> server.client().get("/actuator/health/readiness"));
      }
      assertRefused(late.get());
      assertThat(health.get().status()).isEqualTo(200);
      assertThat(health.get().body()).contains("\"db\"", "\"threads\"");
      String messages = "reprise_ebms_admission_wait_seconds_count{application=\"ebms-adapter\",";
      assertThat(server.metric(messages + "outcome=\"refused\"")).isEqualTo(1);
      assertThat(server.metric(messages + "outcome=\"admitted\"")).isZero();
      assertThat(server.metric("reprise_ebms_admission_limit_seconds")).isEqualTo(0.05);
      await().atMost(LIMIT).until(() -> ping(server, "overload").status() == 204);
      await().atMost(LIMIT).until(() -> alpha.references().size() == 1);
      assertConnections(server);
    }
  }

  /**
   * That of a message which has come whole by its length is kept. It is closed, and the answer says
   * so, after one in chunks, after a malformed one, after HTTP/1.0, and where its sender closes it.
   */
  private static void assertConnections(EbmsServer server) throws Exception {
    try (Socket whole = connect(server);
        Socket chunked = connect(server);
        Socket withoutHost = connect(server);
        Socket withoutNumber = connect(server);
        Socket older = connect(server);
        Socket last = connect(server)) {
      try (BusyProcessors processors = new BusyProcessors()) {
        String request = request("overload");
        write(whole, request);
        write(chunked, inChunks("overload"));
        write(withoutHost, request.replace("Host: a\r\n", ""));
        write(withoutNumber, request.replace("Content-Length: ", "Content-Length: x"));
        write(older, request.replace("HTTP/1.1\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n"));
        write(last, request.replace("Host: a\r\n", "Host: a\r\nConnection: te, Close\r\n"));
        awaitOverload(server);
      }
      for (Socket closed : List.of(chunked, withoutHost, withoutNumber, older, last)) {
        assertThat(new String(closed.getInputStream().readAllBytes(), UTF_8))
            .startsWith("HTTP/1.1 503")
            .contains("Connection: close\r\n");
      }
      assertThat(head(whole)).startsWith("HTTP/1.1 503").doesNotContain("Connection");
      await()
          .atMost(LIMIT)
          .until(() -> {
            write(whole, request("overload"));
            return head(whole).startsWith("HTTP/1.1 204");
          });
    }
  }

  private static EbmsServer startWithShortWaits() {
    return EbmsServer.start(
        "--reprise.ebms.admission.max-wait=50ms", "--reprise.ebms.admission.overload-wait=20ms");
  }

  // What was sent before has had time to come, too: several times as long as it may wait then.
  private static void awaitOverload(EbmsServer server) {
    await()
        .pollDelay(Duration.ofMillis(500))
        .atMost(LIMIT)
        .until(() -> server.gauge("reprise.ebms.admission.limit") == 0.02);
  }

  @Test
  void closesNoConnectionWhoseRequestWaitsForAThread() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    try (EbmsServer server = EbmsServer.start("--reprise.connections.max=32")) {
      try (BusyProcessors processors = new BusyProcessors()) {
        for (int i = 0; i < SCARCE; i++) {
          Socket socket = connect(server);
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

  private static Socket connect(EbmsServer server) throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.base()).getPort());
    socket.setSoTimeout((int) LIMIT.toMillis());
    return socket;
  }

  private static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static String request(String cpaId) {
    String ping = Messages.ping(cpaId, Messages.freshId());
    return request("Content-Length: " + ping.getBytes(UTF_8).length, ping);
  }

  private static String inChunks(String cpaId) {
    String ping = Messages.ping(cpaId, Messages.freshId());
    String length = Integer.toHexString(ping.getBytes(UTF_8).length);
    return request("Transfer-Encoding: chunked", length + "\r\n" + ping + "\r\n0\r\n\r\n");
  }

  private static String request(String framing, String body) {
    return """
    POST /ebms HTTP/1.1\r
    Host: a\r
    Content-Type: text/xml; charset=UTF-8\r
    SOAPAction: "ebXML"\r
    %s\r
    \r
    %s\
    """
        .formatted(framing, body);
  }

  /** The head of the next answer, whose body is left out. */
  private static String head(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertThat(next).as("what follows %s", head).isNotNegative();
      head.append((char) next);
    }
    Matcher length = Pattern.compile("Content-Length: (\\d+)").matcher(head);
    in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    return head.toString();
  }

  private static Answer ping(EbmsServer server, String cpaId) {
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
