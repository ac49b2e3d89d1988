package org.reprise.load.ebms;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.localstack.Database;

/** The partner's book and its server, over real connections. */
class PartnerTest {
  private static final int MOST_BODY = 1 << 16;
  private static final EbmsPing FLOW = EbmsPingTest.FLOW;

  private final PingIds ids = PingIds.random("example.org");
  private final PongBook book = new PongBook();
  private HttpListener listener;

  @BeforeEach
  void listen() throws IOException {
    listener =
        new HttpListener(
            InetAddress.getLoopbackAddress(), 0, MOST_BODY, r -> Partner.receive(r, "/ebms", book));
    book.expect(ids.token(), FLOW, 10);
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  @Test
  void countsEachPongOfAPingOnce() throws Exception {
    assertThat(post(pong(0))).isEqualTo(204);
    assertThat(post(pong(3))).isEqualTo(204);
    PongBook.Counts counts = book.counts(ids.token());
    assertThat(counts.matched()).isEqualTo(2);
    assertThat(counts.again() + counts.foreign() + counts.wrong()).isZero();
    assertThat(book.answered(ids.token())).isEqualTo(bits(0, 3));
  }

  @Test
  void aSecondPongIsCountedApart() throws Exception {
    post(pong(1));
    post(pong(1));
    assertThat(book.counts(ids.token()).matched()).isEqualTo(1);
    assertThat(book.counts(ids.token()).again()).isEqualTo(1);
  }

  @Test
  void aPongWithoutAPingIsForeign() throws Exception {
    post(pong(10));
    post(pong(2).replace(ids.token().substring(0, 8), "00000000"));
    post(pong(2).replaceAll("RefToMessageId>[^<]*<", "RefToMessageId>somebody@else<"));
    assertThat(book.counts(ids.token()).foreign()).isEqualTo(3);
    assertThat(book.counts(ids.token()).messages()).hasSize(3).allMatch(m -> m.contains("a Pong"));
  }

  @Test
  void whatIsNoProperPongIsWrong() throws Exception {
    post(FLOW.text(ids.messageId(1), java.time.Instant.EPOCH));
    post("<a/>");
    post(pong(4).replace(">cpa.1<", ">cpa.2<"));
    post(pong(5).replace(">0001<", ">x<").replace(">0002<", ">0001<").replace(">x<", ">0002<"));
    PongBook.Counts counts = book.counts(ids.token());
    assertThat(counts.wrong()).isEqualTo(4);
    assertThat(String.join("\n", counts.messages()))
        .contains("no Pong", "CPAId=cpa.1", "parties are not swapped");
  }

  /** Beyond loopback anybody could send: only those count who know the agreement's path. */
  @Test
  void whatComesToAnotherPathIsNotCounted() throws Exception {
    var sink = SinkAddress.parse("192.0.2.1:18888", () -> "0123abcd");
    assertThat(sink.endpoint()).isEqualTo("http://192.0.2.1:18888/ebms/0123abcd");
    assertThat(SinkAddress.parse("localhost:18888", () -> "").endpoint())
        .isEqualTo("http://localhost:18888/ebms");
    try (var bound =
            new HttpListener(
                InetAddress.getLoopbackAddress(),
                0,
                MOST_BODY,
                r -> Partner.receive(r, sink.path(), book));
        HttpClient http = HttpClient.newHttpClient()) {
      for (var path : List.of("/ebms", "/ebms/", "/ebms/0123abce", "/", "/warm-up")) {
        assertThat(post(http, bound, path, pong(1))).as(path).isEqualTo(404);
      }
      assertThat(book.counts(ids.token()).received()).isZero();
      assertThat(post(http, bound, sink.path(), pong(1))).isEqualTo(204);
      assertThat(book.counts(ids.token()).matched()).isEqualTo(1);
      assertThat(post(http, bound, sink.path(), "x".repeat(MOST_BODY + 1))).isEqualTo(413);
      assertThat(book.counts(ids.token()).received()).isEqualTo(1);
    }
  }

  private static int post(HttpClient http, HttpListener to, String path, String body)
      throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + to.port() + path);
    return http.send(
            HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void readsMultipartAndChunkedBodies() throws Exception {
    String multipart =
        "--b\r\nContent-Type: text/xml\r\nContent-ID: <x>\r\n\r\n" + pong(6) + "\r\n--b--\r\n";
    HttpRequest request =
        HttpRequest.newBuilder(uri())
            .header("Content-Type", "multipart/related; boundary=b; type=\"text/xml\"")
            .POST(
                BodyPublishers.ofInputStream(
                    () -> new java.io.ByteArrayInputStream(multipart.getBytes(UTF_8))))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      assertThat(http.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
    }
    assertThat(book.counts(ids.token()).wrong()).isZero();
    assertThat(book.answered(ids.token())).isEqualTo(bits(6));
  }

  @Test
  void keepsAConnectionAndSendsContinue() throws Exception {
    byte[] body = pong(7).getBytes(UTF_8);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      var out = socket.getOutputStream();
      var in = socket.getInputStream();
      for (int i = 0; i < 2; i++) {
        out.write(
            ("POST /ebms HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
                    + body.length
                    + "\r\n\r\n")
                .getBytes(US_ASCII));
        assertThat(new String(in.readNBytes(25), US_ASCII))
            .isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        out.write(body);
        assertThat(new String(in.readNBytes(27), US_ASCII))
            .isEqualTo("HTTP/1.1 204 No Content\r\n\r\n");
      }
    }
    assertThat(book.counts(ids.token()).again()).isEqualTo(1);
  }

  @Test
  void endsAConnectionThatSpeaksNoHttp() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
      socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void takesNoMoreMessagesThanTheAnnouncedPingsExplain() throws Exception {
    byte[] message = pong(1).getBytes(UTF_8);
    // Twice the ten announced, and a thousand.
    for (int i = 0; i < 1020; i++) {
      assertThat(book.receive(message)).as("message %d", i).isTrue();
    }
    assertThat(post(pong(2))).isEqualTo(503);
    PongBook.Counts counts = book.counts(ids.token());
    assertThat(counts.received()).isEqualTo(1020);
    assertThat(counts.refused()).isEqualTo(1);
    assertThat(counts.matched()).isEqualTo(1);
    assertThat(PongTally.of(bits(1), bits(1), 2, counts).checks().getLast())
        .satisfies(check -> {
          assertThat(check.passed()).isFalse();
          assertThat(check.detail()).contains("1 messages were refused");
        });
  }

  @Test
  void aPartnerThatDoesNotStartSaysWhy(@TempDir Path folder) throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var sink = SinkAddress.parse("127.0.0.1:" + taken.getLocalPort(), () -> "");
      assertThatThrownBy(
              () -> PartnerProcess.start(sink, folder.resolve("p.log"), folder.resolve("p.pid")))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("port %d of 127.0.0.1 cannot be listened on", taken.getLocalPort());
    }
  }

  @Test
  void aPongThatComesASecondTimeLaterInTheRunIsFound(@TempDir Path folder) throws Exception {
    try (PartnerProcess partner =
        PartnerProcess.start(
            SinkAddress.local(), folder.resolve("partner.log"), folder.resolve("partner.pid"))) {
      PongCount count = new PongCount(partner, Duration.ofMillis(300));
      assertThat(post(partner.warmUp(), "no Pong")).isEqualTo(204);
      assertThatThrownBy(() -> partner.expect(ids, FLOW, Integer.MAX_VALUE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("answered 400")
          .hasMessageContaining("268,435,456 are kept");
      URI sink = URI.create("http://127.0.0.1:" + partner.sink().port() + "/ebms");
      PingIds later = PingIds.random("example.org");
      for (PingIds stretch : List.of(ids, later)) {
        partner.expect(stretch, FLOW, 1);
        assertThat(post(sink, pong(FLOW, stretch.messageId(0)))).isEqualTo(204);
        count.add(stretch, bits(0), 1);
      }
      assertThat(count.tally().checks()).allMatch(c -> c.passed());

      post(sink, pong(FLOW, ids.messageId(0)));

      assertThat(count.tally().checks().getFirst())
          .satisfies(check -> {
            assertThat(check.passed()).isFalse();
            assertThat(check.detail()).contains("1 Pongs came a second time");
          });
    }
  }

  @Test
  void aPongThatIsSentAgainAfterTheTimeoutIsFound(@TempDir Path folder) throws Exception {
    var sentAgainAfter = Duration.ofSeconds(1);
    try (PartnerProcess partner =
            PartnerProcess.start(
                SinkAddress.local(), folder.resolve("partner.log"), folder.resolve("partner.pid"));
        var handler = Executors.newSingleThreadScheduledExecutor()) {
      PongCount count = new PongCount(partner, sentAgainAfter);
      URI sink = URI.create("http://127.0.0.1:" + partner.sink().port() + "/ebms");
      partner.expect(ids, FLOW, 1);
      post(sink, pong(FLOW, ids.messageId(0)));
      var again =
          handler.schedule(
              () -> post(sink, pong(FLOW, ids.messageId(0))),
              sentAgainAfter.toMillis(),
              TimeUnit.MILLISECONDS);
      count.add(ids, bits(0), 1);
      assertThat(count.tally().checks().getFirst().passed()).isFalse();
      assertThat(again.get()).isEqualTo(204);
    }
  }

  @Test
  void theMeasuredServiceHasTheTimeoutsOfTheCheck() {
    var service =
        EbmsService.service(
            new Database("jdbc:postgresql://127.0.0.1:1/none", "user", ""),
            new Credentials("user", "secret"),
            true);
    assertThat(service.more())
        .containsEntry("REPRISE_EBMS_SEND_RESPONSETIMEOUT", "10000ms")
        .containsEntry("REPRISE_EBMS_SEND_BREAKEROPEN", "5000ms");
    assertThat(EbmsService.RESPONSE_TIMEOUT).hasSeconds(10);
  }

  @Test
  void theTallySaysWhichPongsAreMissingOrTooMany() {
    PongBook.Counts none = new PongBook.Counts(0, 0, 0, 0, 0, 0, List.of());
    PongTally fine = PongTally.of(bits(0, 1, 2), bits(0, 1, 2), 3, none);
    assertThat(fine.checks()).allMatch(c -> c.passed());
    // The third Ping's answer was lost, its Pong came: that is no fault.
    assertThat(PongTally.of(bits(0, 1), bits(0, 1, 2), 3, none).checks()).allMatch(c -> c.passed());
    assertThat(PongTally.of(bits(0, 1, 2), bits(0, 2), 3, none).checks().getFirst().passed())
        .isFalse();
    assertThat(PongTally.of(bits(0), bits(0, 5), 1, none).checks().getLast().passed()).isFalse();
    PongTally both = fine.and(PongTally.of(bits(0, 1), bits(0), 2, none));
    assertThat(both.accepted()).isEqualTo(5);
    assertThat(both.matched()).isEqualTo(4);
    assertThat(both.checks().getFirst().detail()).contains("1 of 5 accepted Pings have no Pong");
  }

  private int post(String body) throws IOException, InterruptedException {
    return post(uri(), body);
  }

  private static int post(URI uri, String body) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)).build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    }
  }

  private URI uri() {
    return URI.create("http://127.0.0.1:" + listener.port() + "/ebms");
  }

  private String pong(long number) {
    return pong(FLOW, ids.messageId(number));
  }

  /** As a handler answers the Ping with the id. */
  static String pong(EbmsPing flow, String messageId) {
    EbmsPing back = new EbmsPing(flow.cpaId(), flow.to(), flow.from());
    return back.text(messageId, java.time.Instant.EPOCH)
        .replace(">Ping<", ">Pong<")
        .replaceAll(
            "<eb:MessageId>[^<]*</eb:MessageId>",
            "<eb:MessageId>p-" + messageId + "</eb:MessageId>")
        .replace(
            "</eb:Timestamp>",
            "</eb:Timestamp>\n<eb:RefToMessageId>" + messageId + "</eb:RefToMessageId>");
  }

  private static BitSet bits(int... numbers) {
    BitSet bits = new BitSet();
    for (int number : numbers) {
      bits.set(number);
    }
    return bits;
  }
}
