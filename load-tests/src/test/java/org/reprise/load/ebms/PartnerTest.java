package org.reprise.load.ebms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.measure.Check;

/** What the partner counts, over real connections. */
class PartnerTest {
  private static final EbmsPing FLOW = EbmsPingTest.FLOW;
  private static final Duration WAIT = Duration.ofMillis(300);

  private final PingIds ids = PingIds.random("example.org");
  private final Partner partner = new Partner(Partner.Sink.LOCAL, WAIT);
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void expect() {
    partner.expect(ids, FLOW);
  }

  @AfterEach
  void close() {
    http.close();
    partner.close();
  }

  @Test
  void countsEachPongOnce() throws Exception {
    assertThat(post(pong(0))).isEqualTo(204);
    assertThat(post(pong(3))).isEqualTo(204);
    partner.sent(ids, bits(0, 3), 4);
    assertThat(partner.checks()).allMatch(Check::passed);
  }

  @Test
  void reportsSecondPongOfOnePing() throws Exception {
    post(pong(1));
    post(pong(1));
    partner.sent(ids, bits(1), 2);
    assertThat(eachHasOne()).contains("0 of 1 accepted Pings have no Pong, 1 Pongs came a second");
    assertThat(noneWithoutPing()).startsWith("every message");
  }

  @Test
  void reportsPongsWithoutPing() throws Exception {
    post(pong(10));
    post(pong(2).replace(ids.token().substring(0, 8), "00000000"));
    post(pong(2).replaceAll("RefToMessageId>[^<]*<", "RefToMessageId>somebody@else<"));
    post(pong(9));
    partner.sent(ids, new BitSet(), 9);
    assertThat(noneWithoutPing())
        .contains("2 Pongs answer Pings that were not sent", "2 messages are no proper Pong");
  }

  @Test
  void reportsMessagesThatAreNoProperPong() throws Exception {
    post(FLOW.text(ids.messageId(1), Instant.EPOCH));
    post("<a/>");
    post(pong(4).replace(">cpa.1<", ">cpa.2<"));
    post(pong(5).replace(">0001<", ">x<").replace(">0002<", ">0001<").replace(">x<", ">0002<"));
    post("--");
    assertThat(post(pong(6) + " ".repeat(Partner.MAX_BODY))).isEqualTo(413);
    post("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><a>&b;</a>");
    partner.sent(ids, new BitSet(), 10);
    assertThat(noneWithoutPing())
        .contains("7 messages are no proper Pong", "no Pong: ", "CPAId=cpa.1", "are not swapped");
  }

  /** Beyond loopback anybody could send: only those count who know the agreement's path. */
  @Test
  void rejectsWhatComesToAnotherPath() throws Exception {
    var remote = Partner.Sink.parse("192.0.2.1:18888", () -> "0123abcd");
    assertThat(remote.endpoint()).isEqualTo("http://192.0.2.1:18888/ebms/0123abcd");
    assertThat(Partner.Sink.parse("localhost:18888", () -> "").endpoint())
        .isEqualTo("http://localhost:18888/ebms");
    try (var bound =
        new Partner(new Partner.Sink("127.0.0.1", 0, "127.0.0.1", remote.path()), WAIT)) {
      var base = URI.create(bound.sink().endpoint());
      for (var path : List.of("/ebms", "/ebms/", "/ebms/0123abce", "/ebms/0123abcdx", "/")) {
        assertThat(post(base.resolve(path), BodyPublishers.ofString(pong(1))))
            .as(path)
            .isEqualTo(404);
      }
      assertThat(post(bound.warmUp(), BodyPublishers.ofString("no Pong"))).isEqualTo(204);
      bound.expect(ids, FLOW);
      assertThat(post(base, BodyPublishers.ofString(pong(0)))).isEqualTo(204);
      assertThat(bound.sent(ids, bits(0), 1)).allMatch(Check::passed);
    }
  }

  /** Those of the JDK's server that exceed 200 and are idle are closed by default. */
  @Test
  void keepsConnectionOfHandlerBesideThoseOfWarmUp() throws Exception {
    var open = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 250; i++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), partner.sink().port());
        open.add(socket);
        assertThat(warmUp(socket)).startsWith("HTTP/1.1 204");
      }
      assertThat(warmUp(open.getLast())).startsWith("HTTP/1.1 204");
    } finally {
      for (var socket : open) {
        socket.close();
      }
    }
  }

  private static String warmUp(Socket socket) throws IOException {
    socket
        .getOutputStream()
        .write("POST /warm-up HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8));
    var answer = new byte[200];
    return new String(answer, 0, Math.max(0, socket.getInputStream().read(answer)), UTF_8);
  }

  @Test
  void readsMultipartAndChunkedBodies() throws Exception {
    String multipart =
        "--b\r\nContent-Type: text/xml\r\nContent-ID: <x>\r\n\r\n" + pong(6) + "\r\n--b--\r\n";
    var chunked =
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(multipart.getBytes(UTF_8)));
    assertThat(post(uri(), chunked)).isEqualTo(204);
    assertThat(partner.sent(ids, bits(6), 7)).allMatch(Check::passed);
  }

  @Test
  void namesPortThatIsTaken() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var sink = Partner.Sink.parse("127.0.0.1:" + taken.getLocalPort(), () -> "");
      assertThatThrownBy(() -> new Partner(sink, WAIT))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("port %d of 127.0.0.1", taken.getLocalPort());
    }
  }

  @Test
  void findsSecondPongToPingsOfAnEarlierLoad() throws Exception {
    PingIds later = PingIds.random("example.org");
    partner.expect(later, FLOW);
    for (PingIds each : List.of(ids, later)) {
      assertThat(post(pong(FLOW, each.messageId(0)))).isEqualTo(204);
      partner.sent(each, bits(0), 1);
    }
    assertThat(partner.checks()).allMatch(Check::passed);
    post(pong(0));
    assertThat(eachHasOne()).contains("1 Pongs came a second time");
  }

  @Test
  void waitsForPongThatIsSentAgainAfterTimeout() throws Exception {
    var sentAgainAfter = Duration.ofSeconds(1);
    try (var waiting = new Partner(Partner.Sink.LOCAL, sentAgainAfter);
        var handler = Executors.newSingleThreadScheduledExecutor()) {
      var uri = URI.create(waiting.sink().endpoint());
      waiting.expect(ids, FLOW);
      post(uri, BodyPublishers.ofString(pong(0)));
      var again =
          handler.schedule(
              () -> post(uri, BodyPublishers.ofString(pong(0))),
              sentAgainAfter.toMillis(),
              TimeUnit.MILLISECONDS);
      waiting.sent(ids, bits(0), 1);
      assertThat(waiting.checks().getFirst().passed()).isFalse();
      assertThat(again.get()).isEqualTo(204);
    }
  }

  /** The answer to a Ping may be lost, and its Pong come: that is no fault. */
  @Test
  void countsMissingPongsOverAllLoads() throws Exception {
    PingIds later = PingIds.random("example.org");
    partner.expect(later, FLOW);
    for (int number = 0; number < 3; number++) {
      post(pong(number));
    }
    assertThat(partner.sent(ids, bits(0, 1), 3)).allMatch(Check::passed);
    post(pong(FLOW, later.messageId(0)));
    partner.sent(later, bits(0, 1), 2);
    assertThat(eachHasOne()).contains("1 of 4 accepted Pings have no Pong");
  }

  @Test
  void measuredServiceHasTimeoutsOfCheck() {
    assertThat(EbmsService.measured(true))
        .containsEntry("REPRISE_EBMS_SEND_RESPONSETIMEOUT", "10000ms")
        .containsEntry("REPRISE_EBMS_SEND_BREAKEROPEN", "5000ms");
    assertThat(EbmsService.RESPONSE_TIMEOUT).hasSeconds(10);
  }

  private String eachHasOne() throws InterruptedException {
    return partner.checks().getFirst().detail();
  }

  private String noneWithoutPing() throws InterruptedException {
    return partner.checks().getLast().detail();
  }

  private int post(String body) throws IOException, InterruptedException {
    return post(uri(), BodyPublishers.ofString(body));
  }

  private int post(URI uri, BodyPublisher body) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(uri).POST(body).build(), BodyHandlers.discarding())
        .statusCode();
  }

  private URI uri() {
    return URI.create(partner.sink().endpoint());
  }

  private String pong(int number) {
    return pong(FLOW, ids.messageId(number));
  }

  /** As a handler answers the Ping with the id. */
  static String pong(EbmsPing flow, String messageId) {
    EbmsPing back = new EbmsPing(flow.cpaId(), flow.to(), flow.from());
    return back.text(messageId, Instant.EPOCH)
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
