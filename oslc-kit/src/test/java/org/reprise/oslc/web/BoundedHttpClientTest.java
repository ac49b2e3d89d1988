package org.reprise.oslc.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedHttpClientTest {
  private static final int MAX = 100;
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(10);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final BoundedHttpClient client =
      new BoundedHttpClient(
          LONG, uri -> uri.getPath().equals("/secret") ? BoundedHttpClient.basic("a", "b") : null);
  private HttpServer server;

  @AfterAll
  static void endLookUps() {
    SlowNames.END.countDown();
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    client.close();
    server.stop(0);
    threads.close();
  }

  private URI serve(String path, HttpHandler handler) {
    server.createContext(path, handler);
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private HttpResponse<byte[]> get(URI uri, Duration timeout)
      throws IOException, InterruptedException {
    return client
        .begin(uri, HttpRequest.Builder::GET, BoundedHttpClient.bytes(), MAX, timeout)
        .get();
  }

  @Test
  void timeoutCoversLookUpOfName() {
    assertThatThrownBy(() -> get(URI.create("http://" + SlowNames.SLOW + "/"), SHORT))
        .isInstanceOf(HttpTimeoutException.class)
        .hasMessageContaining("300 ms");
    assertThat(SlowNames.END.getCount()).isOne();
  }

  @Test
  void timeoutCoversBodyThatDrips() {
    URI uri =
        serve(
            "/",
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              try (OutputStream out = exchange.getResponseBody()) {
                do {
                  out.write('x');
                  out.flush();
                } while (!end.await(20, TimeUnit.MILLISECONDS));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThatThrownBy(() ->
            client
                .begin(
                    uri, HttpRequest.Builder::GET, BoundedHttpClient.bytes(), Long.MAX_VALUE, SHORT)
                .get())
        .isInstanceOf(HttpTimeoutException.class);
  }

  /** A response whose head came just before the time was over has a stream that nobody reads. */
  @Test
  void closesStreamOfCancelledResponse() {
    URI uri =
        serve(
            "/",
            exchange -> {
              exchange.sendResponseHeaders(200, 2);
              exchange.getResponseBody().write('x');
              exchange.getResponseBody().flush();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    BoundedHttpClient.Pending<InputStream> pending =
        client.begin(uri, HttpRequest.Builder::GET, BodyHandlers.ofInputStream(), MAX, LONG);
    InputStream body = pending.exchange().join().join().body();
    pending.cancel();
    assertThatThrownBy(body::read).isInstanceOf(IOException.class);
  }

  @Test
  void rejectsBodyOverLimit() throws Exception {
    URI whole = serve("/whole", exchange -> answer(exchange, 200, "x".repeat(MAX)));
    URI longer = serve("/longer", exchange -> answer(exchange, 200, "x".repeat(MAX + 1)));
    assertThat(get(whole, LONG).body()).hasSize(MAX);
    assertThatThrownBy(() -> get(longer, LONG))
        .isInstanceOf(BoundedHttpClient.ResponseTooLong.class)
        .hasMessageContaining("100 bytes");
  }

  @Test
  void sendsCredentialsOnlyWhereTheyBelongAndFollowsNoRedirection() throws Exception {
    HttpHandler echo =
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/secret");
          answer(
              exchange,
              302,
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        };
    HttpResponse<byte[]> open = get(serve("/open", echo), LONG);
    assertThat(open.statusCode()).isEqualTo(302);
    assertThat(open.body()).asString().isEqualTo("null");
    assertThat(get(serve("/secret", echo), LONG).body()).asString().isEqualTo("Basic YTpi");
  }

  @Test
  void reportsMissingConnection() {
    URI uri = serve("/", exchange -> exchange.close());
    server.stop(0);
    assertThatThrownBy(() -> get(uri, LONG))
        .isInstanceOf(ConnectException.class)
        .hasMessage("no connection");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
