package org.reprise.oslc.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  private byte[] get(URI uri, long max, Duration timeout) throws IOException {
    try (BoundedHttpClient.Response response = client.send("GET", uri, _ -> {}, max, timeout)) {
      return response.body().readAllBytes();
    }
  }

  @Test
  void timeoutCoversLookUpOfName() {
    assertThatThrownBy(() -> get(URI.create("http://" + SlowNames.SLOW + "/"), MAX, SHORT))
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
    assertThatThrownBy(() -> get(uri, Long.MAX_VALUE, SHORT))
        .isInstanceOf(HttpTimeoutException.class);
  }

  /** A server that sends without end is not read to its end. */
  @Test
  void closesConnectionOfResponseThatIsNotRead() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    URI uri =
        serve(
            "/",
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              try (OutputStream out = exchange.getResponseBody()) {
                while (end.getCount() > 0) {
                  out.write(new byte[1024]);
                }
              } catch (IOException e) {
                closed.countDown();
              }
            });
    client.send("GET", uri, _ -> {}, Long.MAX_VALUE, LONG).close();
    closed.await();
  }

  @Test
  void interruptEndsWait() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    URI uri =
        serve(
            "/",
            exchange -> {
              asked.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    Thread caller =
        Thread.startVirtualThread(() -> {
          try {
            get(uri, MAX, LONG);
          } catch (IOException e) {
            failure.complete(e);
          }
        });
    asked.await();
    caller.interrupt();
    assertThat(failure.get()).isNotInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void closeEndsWait() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    URI uri =
        serve(
            "/",
            exchange -> {
              asked.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Future<byte[]> body = threads.submit(() -> get(uri, MAX, LONG));
    asked.await();
    client.close();
    assertThatThrownBy(body::get).hasCauseInstanceOf(IOException.class);
  }

  /** A server may close an idle connection at any time. */
  @Test
  void sendsGetAgainWhenIdleConnectionWasClosed() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<?> answers =
          threads.submit(() -> {
            for (int connection = 0; connection < 2; connection++) {
              try (Socket socket = plain.accept()) {
                socket.getInputStream().read(new byte[MAX * 10]);
                socket
                    .getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".getBytes(UTF_8));
              }
            }
            return null;
          });
      URI uri = URI.create("http://127.0.0.1:" + plain.getLocalPort());
      assertThat(get(uri, MAX, LONG)).asString().isEqualTo("x");
      assertThat(get(uri, MAX, LONG)).asString().isEqualTo("x");
      answers.get();
    }
  }

  @Test
  void rejectsBodyOverLimit() throws Exception {
    URI whole = serve("/whole", exchange -> answer(exchange, 200, "x".repeat(MAX)));
    URI longer = serve("/longer", exchange -> answer(exchange, 200, "x".repeat(MAX + 1)));
    assertThat(get(whole, MAX, LONG)).hasSize(MAX);
    assertThatThrownBy(() -> get(longer, MAX, LONG))
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
    try (BoundedHttpClient.Response open =
        client.send("GET", serve("/open", echo), _ -> {}, MAX, LONG)) {
      assertThat(open.status()).isEqualTo(302);
      assertThat(open.headers().getFirst("location")).isEqualTo("/secret");
      assertThat(open.body().readAllBytes()).asString().isEqualTo("null");
    }
    assertThat(get(serve("/secret", echo), MAX, LONG)).asString().isEqualTo("Basic YTpi");
  }

  @Test
  void reportsMissingConnection() {
    URI uri = serve("/", exchange -> exchange.close());
    server.stop(0);
    assertThatThrownBy(() -> get(uri, MAX, LONG))
        .isInstanceOf(ConnectException.class)
        .hasMessage("no connection");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
