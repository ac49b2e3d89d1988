package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HttpCallsTest {
  private final CountDownLatch isOver = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;
  private URI origin;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/half",
        call -> {
          call.sendResponseHeaders(200, 8);
          call.getResponseBody().write("half".getBytes(StandardCharsets.UTF_8));
          call.getResponseBody().flush();
          try {
            isOver.await();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
    server.createContext(
        "/whole",
        call -> {
          requests.incrementAndGet();
          call.sendResponseHeaders(404, -1);
          call.close();
        });
    server.start();
    origin = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @AfterEach
  void stop() {
    isOver.countDown();
    server.stop(0);
  }

  private HttpCalls calls(Duration limit, URI... origins) {
    return new HttpCalls(new Credentials("reprise", "secret"), limit, origins);
  }

  @Test
  @Timeout(60)
  void givesUpOnBodyThatStops() {
    try (var calls = calls(Duration.ofMillis(500), origin)) {
      var request = HttpRequest.newBuilder(origin.resolve("/half"));
      assertThatThrownBy(() -> calls.send(request, _ -> true))
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessageContaining("/half: no complete response within 500 ms");
    }
  }

  @Test
  void sendsNothingToOtherOrigin() throws Exception {
    try (var calls = calls(Duration.ofSeconds(20), URI.create("http://127.0.0.1:1/path"))) {
      var request = HttpRequest.newBuilder(origin.resolve("/whole"));
      assertThatThrownBy(() -> calls.send(request, _ -> true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is not of http://127.0.0.1:1,");
      assertThat(requests).hasValue(0);
    }
  }

  @Test
  void reportsUnexpectedStatus() {
    try (var calls = calls(Duration.ofSeconds(20), origin)) {
      var request = HttpRequest.newBuilder(origin.resolve("/whole"));
      assertThatThrownBy(() -> calls.send(request, status -> status == 200))
          .hasMessageContaining("/whole answered 404");
    }
  }

  @Test
  void originHasDefaultPortAndIgnoresCase() {
    assertThat(Origin.of(URI.create("HTTPS://Host.example/path")))
        .isEqualTo(Origin.of(URI.create("https://host.example:443")))
        .isNotEqualTo(Origin.of(URI.create("https://host.example@other.example")));
  }
}
