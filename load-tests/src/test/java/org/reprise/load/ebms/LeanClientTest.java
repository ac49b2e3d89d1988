package org.reprise.load.ebms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.FullHttpRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.load.ebms.HttpListener.Answer;

class LeanClientTest {
  private static final int MOST_BODY = 1 << 16;

  /** By the test's clock, whose time goes on by a millisecond with each look at it. */
  private static final Duration SHORT = Duration.ofMillis(2_000);

  private static final long TICK = 1_000_000;
  private static final Pattern ID = Pattern.compile("MessageId>([^<]*)<");

  private final PingIds ids = PingIds.random("example.org");
  private final AtomicInteger asked = new AtomicInteger();
  private long now;

  @Test
  void countsWhatIsAnsweredWithinTheWindow() throws Exception {
    LeanClient.Result result = run(false, _ -> Answer.empty(204));
    assertThat(result.errors()).isZero();
    assertThat(result.sent()).isEqualTo(asked.get());
    assertThat(result.accepted().cardinality()).isEqualTo(result.sent());
    assertThat(result.counted()).isPositive().isLessThan(result.sent());
    assertThat(result.times().getTotalCount()).isEqualTo(result.counted());
    assertThat(result.perSecond()).isEqualTo(result.counted() / 2.0);
    // So few may take less time than the system counts in.
    assertThat(result.cpuMs()).isNotNull().isNotNegative();
  }

  /** The last answers are handled together, and the window is over before the last of them. */
  @Test
  void theProcessorsTimeIsReadHoweverTheWindowEnds() throws Exception {
    for (var length = 1; length <= 40; length++) {
      var window = Duration.ofNanos(length * TICK);
      LeanClient.Result result = run(false, _ -> Answer.empty(204), Duration.ZERO, window);
      assertThat(result.cpuMs() == null).as(window.toString()).isEqualTo(result.counted() == 0);
    }
  }

  @Test
  void aRefusedPingIsAnError() throws Exception {
    LeanClient.Result result =
        run(false, _ -> asked.get() % 2 == 0 ? Answer.empty(204) : Answer.text(503, "no"));
    assertThat(result.errors()).isPositive();
    assertThat(result.errors() + result.accepted().cardinality()).isEqualTo(result.sent());
    assertThat(result.messages().getFirst()).startsWith("HTTP/1.1 503");
  }

  @Test
  void aSynchronousAnswerMustBeThePongToItsPing() throws Exception {
    LeanClient.Result right =
        run(true, request -> Answer.text(200, PartnerTest.pong(EbmsPingTest.FLOW, id(request))));
    assertThat(right.errors()).isZero();
    LeanClient.Result wrong =
        run(
            true,
            _ -> Answer.text(200, PartnerTest.pong(EbmsPingTest.FLOW, ids.messageId(999_999_999))));
    assertThat(wrong.errors()).isEqualTo(wrong.sent());
  }

  @Test
  void whatNobodyAnswersIsGivenUpAsAnError() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      LeanClient client =
          client(URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/ebms"), false);
      LeanClient.Result result = client.run(Duration.ZERO, SHORT, Duration.ofMillis(50));
      assertThat(result.sent()).isEqualTo(4);
      assertThat(result.errors()).isEqualTo(4);
      assertThat(result.counted()).isZero();
      assertThat(result.times().getTotalCount()).isEqualTo(4);
      assertThat(result.times().getMinValue()).isPositive();
      assertThat(result.messages().getFirst()).isEqualTo("no answer within 0.05 s");
      assertThat(result.cpuMs()).isNull();
    }
  }

  @Test
  void aConnectionThatBreaksOffIsAnErrorAndEndsNothingElse() throws Exception {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            while (!server.isClosed()) {
              try (var connection = server.accept()) {
                connection.getInputStream().read();
                connection.setSoLinger(true, 0);
              } catch (IOException e) {
                // The test is over.
                return;
              }
            }
          });
      URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/ebms");
      LeanClient.Result result = client(uri, false).run(Duration.ZERO, SHORT);
      assertThat(result.sent()).isEqualTo(4);
      assertThat(result.errors()).isEqualTo(4);
      assertThat(result.messages()).containsOnly("the connection was closed");
    }
  }

  @Test
  void nobodyThereIsSaid() {
    LeanClient client = client(URI.create("http://127.0.0.1:1/ebms"), false);
    assertThatThrownBy(() -> client.run(SHORT, SHORT)).isInstanceOf(IOException.class);
  }

  @Test
  void anAnswerIsCompleteByLengthByChunksAndWithoutBody() {
    assertThat(answer("HTTP/1.1 204 \r\nDate: x\r\n\r\n")).isEqualTo(new LeanAnswer(true, 204));
    assertThat(answer("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab").complete()).isFalse();
    assertThat(answer("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc"))
        .isEqualTo(new LeanAnswer(true, 200));
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n";
    assertThat(answer(chunked).complete()).isFalse();
    assertThat(answer(chunked + "0\r\n\r\n")).isEqualTo(new LeanAnswer(true, 200));
    assertThat(answer("HTTP/1.1 200 OK\r\nContent-Le").complete()).isFalse();
  }

  private static LeanAnswer answer(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return LeanAnswer.of(bytes, bytes.length);
  }

  private LeanClient.Result run(boolean synchronous, HttpListener.Handler handler)
      throws IOException {
    return run(synchronous, handler, SHORT, SHORT);
  }

  private LeanClient.Result run(
      boolean synchronous, HttpListener.Handler handler, Duration warmUp, Duration window)
      throws IOException {
    try (HttpListener listener =
        new HttpListener(
            InetAddress.getLoopbackAddress(),
            0,
            MOST_BODY,
            request -> {
              asked.incrementAndGet();
              return handler.answer(request);
            })) {
      URI uri = URI.create("http://127.0.0.1:" + listener.port() + "/ebms");
      return client(uri, synchronous).run(warmUp, window);
    }
  }

  private LeanClient client(URI uri, boolean synchronous) {
    return new LeanClient(
        uri,
        EbmsPingTest.FLOW.template("/ebms", "a", ids),
        4,
        synchronous,
        ProcessHandle.current(),
        () -> now += TICK);
  }

  private static String id(FullHttpRequest request) {
    var matcher = ID.matcher(request.content().toString(UTF_8));
    if (!matcher.find()) {
      throw new IllegalArgumentException("no MessageId");
    }
    return matcher.group(1);
  }
}
