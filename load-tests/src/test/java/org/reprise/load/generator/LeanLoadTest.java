package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LeanLoadTest {
  private static final int CONNECTIONS = 4;
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final String FULL = "full";

  private final AtomicInteger asked = new AtomicInteger();

  private interface Answers {
    String to(String request);
  }

  @Test
  void countsWhatIsAnsweredWithinTheWindow() throws Exception {
    LeanLoad.Result result = run(request -> "answer " + request);

    assertThat(result.errors()).isZero();
    assertThat(result.sent()).isEqualTo(asked.get());
    assertThat(result.accepted().cardinality()).isEqualTo(result.sent());
    long counted = result.sample().calls();
    assertThat(counted).isPositive().isLessThan(result.sent());
    assertThat(result.sample().flowBatches()).hasSizeGreaterThanOrEqualTo(10);
    double mean =
        result.sample().flowBatches().stream().mapToDouble(it -> it).average().orElseThrow();
    assertThat(mean * WINDOW.toMillis() / 1000)
        .isCloseTo(result.sample().flows(), Offset.offset(0.5));
    assertThat(result.cpuMs()).isNotNull().isNotNegative();
  }

  @Test
  void wrongAnswerIsAnError() throws Exception {
    LeanLoad.Result result = run(request -> request.endsWith("1") ? "no" : "answer " + request);

    assertThat(result.errors()).isPositive();
    assertThat(result.errors() + result.accepted().cardinality()).isEqualTo(result.sent());
    assertThat(result.accepted().get(1)).isFalse();
    assertThat(result.sample().firstErrors().getFirst()).isEqualTo("request: 200 no");
  }

  @Test
  void whatAFullServiceRefusesIsCountedApart() throws Exception {
    LeanLoad.Result result = run(request -> request.endsWith("1") ? FULL : "answer " + request);

    assertThat(result.refused()).isPositive().isEqualTo(result.errors());
    assertThat(result.errors() + result.accepted().cardinality()).isEqualTo(result.sent());
    assertThat(result.sample().firstErrors()).isEmpty();
  }

  @Test
  void noAnswerIsAnError() throws Exception {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      LeanLoad.Result result =
          load(silent.getLocalPort(), Duration.ofMillis(50))
              .run(window(Duration.ZERO), ProcessHandle.current());

      assertThat(result.errors()).isEqualTo(result.sent()).isPositive();
      assertThat(result.sample().firstErrors().getFirst()).contains("timed out");
      assertThat(result.cpuMs()).isNull();
    }
  }

  @Test
  void reportsThatNobodyListens() throws Exception {
    LeanLoad.Result result = load(1, WINDOW).run(window(Duration.ZERO), ProcessHandle.current());
    // It would be refused for ever.
    assertThat(result.errors()).isBetween(1L, 100L + CONNECTIONS);
    assertThat(result.sample().firstErrors().getFirst()).contains("refused");
  }

  private static Phase window(Duration warmUp) {
    return Phase.warmUp("lean", new Shape.Window(CONNECTIONS, warmUp, WINDOW));
  }

  private LeanLoad.Result run(Answers answers) throws IOException, InterruptedException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          answer(exchange, answers);
        });
    server.start();
    try {
      return load(server.getAddress().getPort(), Duration.ofMinutes(5))
          .run(window(WINDOW), ProcessHandle.current());
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, Answers answers) throws IOException {
    var request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
    var text = answers.to(request);
    var answer = text.getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(text.equals(FULL) ? 503 : 200, answer.length);
    try (var out = exchange.getResponseBody()) {
      out.write(answer);
    }
  }

  private static LeanLoad load(int port, Duration limit) {
    return new LeanLoad(
        URI.create("http://127.0.0.1:" + port),
        LeanLoadTest::request,
        (number, answer) -> answer.text().equals("answer " + number),
        limit);
  }

  private static ClassicHttpRequest request(int number) {
    var request = new BasicClassicHttpRequest("POST", "/");
    request.setEntity(new StringEntity(String.valueOf(number)));
    return request;
  }
}
