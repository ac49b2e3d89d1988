package org.reprise.oslc.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedHttpClientTest {
  private static final int MAX = 100;
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final String WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final BoundedHttpClient client =
      new BoundedHttpClient(
          LONG, uri -> uri.getPath().equals("/secret") ? BoundedHttpClient.basic("a", "b") : null);
  private HttpServer server;
  private ServerSocket plain;

  @AfterAll
  static void endLookUps() {
    SlowNames.END.countDown();
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
    plain = new ServerSocket(0, MAX, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws IOException {
    end.countDown();
    plain.close();
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
  void oneLookUpOfNameRunsHoweverManyWait() {
    for (int n = 0; n < 3; n++) {
      assertThatThrownBy(() -> get(URI.create("http://" + SlowNames.SLOW + "/"), MAX, SHORT))
          .isInstanceOf(HttpTimeoutException.class);
    }
    assertThat(
            Thread.getAllStackTraces().values().stream()
                .filter(frames ->
                    Arrays.stream(frames)
                        .anyMatch(
                            frame -> frame.getClassName().equals(InetAddress.class.getName())))
                .count())
        .isOne();
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

  /**
   * Answers one request on each of some connections, and then closes it.
   *
   * @return what was requested
   */
  private Future<List<String>> answer(ServerSocket plain, String... answers) {
    return threads.submit(() -> {
      List<String> requests = new ArrayList<>();
      for (String answer : answers) {
        try (Socket socket = plain.accept()) {
          byte[] request = new byte[MAX * 10];
          int length = socket.getInputStream().read(request);
          requests.add(new String(request, 0, length, ISO_8859_1));
          socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        }
      }
      return requests;
    });
  }

  private static URI address(ServerSocket plain) {
    return URI.create("http://127.0.0.1:" + plain.getLocalPort());
  }

  /** A server may close an idle connection at any time. */
  @Test
  void sendsGetAgainWhenIdleConnectionWasClosed() throws Exception {
    Future<List<String>> requests = answer(plain, WHOLE, WHOLE);
    assertThat(get(address(plain), MAX, LONG)).asString().isEqualTo("x");
    assertThat(get(address(plain), MAX, LONG)).asString().isEqualTo("x");
    assertThat(requests.get().get(1)).containsOnlyOnce("Host: ").containsOnlyOnce("Connection: ");
  }

  /** After a server's restart all of its connections are closed. */
  @Test
  void sendsGetUntilConnectionIsNewWhenAllIdleOnesWereClosed() throws Exception {
    CountDownLatch open = new CountDownLatch(3);
    Future<Void> closed =
        threads.submit(() -> {
          try (Socket one = plain.accept();
              Socket two = plain.accept();
              Socket three = plain.accept()) {
            for (Socket socket : List.of(one, two, three)) {
              socket.getInputStream().read(new byte[MAX * 10]);
              socket.getOutputStream().write(WHOLE.getBytes(UTF_8));
            }
            open.await();
          }
          return null;
        });
    List<Future<byte[]>> bodies = new ArrayList<>();
    for (long n = open.getCount(); n > 0; n--) {
      bodies.add(threads.submit(() -> get(address(plain), MAX, LONG)));
    }
    for (Future<byte[]> body : bodies) {
      assertThat(body.get()).asString().isEqualTo("x");
      open.countDown();
    }
    closed.get();
    answer(plain, WHOLE);
    assertThat(get(address(plain), MAX, LONG)).asString().isEqualTo("x");
  }

  @Test
  void sendsGetOnceOverNewConnection() throws Exception {
    Future<List<String>> requests = answer(plain, "", WHOLE);
    assertThatThrownBy(() -> get(address(plain), MAX, LONG)).isInstanceOf(IOException.class);
    assertThat(get(URI.create(address(plain) + "/next"), MAX, LONG)).asString().isEqualTo("x");
    assertThat(requests.get().get(1)).startsWith("GET /next ");
  }

  @Test
  void callsSilenceOnReusedConnectionTimeout() throws Exception {
    URI whole = serve("/", exchange -> exchange.sendResponseHeaders(204, -1));
    URI silent =
        serve(
            "/silent",
            _ -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    for (int i = 0; i < 20; i++) {
      get(whole, MAX, LONG);
      assertThatThrownBy(() -> get(silent, MAX, Duration.ofNanos(20_999_999)))
          .isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void sendsPathsAsTheyAreAndEncodesOthers() throws Exception {
    Future<List<String>> requests = answer(plain, WHOLE, WHOLE, WHOLE);
    String host = "127.0.0.1:" + plain.getLocalPort();
    get(URI.create("HTTP://user:password@" + host + "//a%2Fb/../c?d=%20#e"), MAX, LONG);
    get(URI.create("http://" + host + "/é中?ü"), MAX, LONG);
    // A letter and its accent are not the letter with the accent.
    get(URI.create("http://" + host + "/e\u0301?\uD83D\uDE00"), MAX, LONG);
    assertThat(requests.get().getFirst())
        .startsWith("GET //a%2Fb/../c?d=%20 HTTP/1.1\r\n")
        .contains("Host: " + host + "\r\n")
        .doesNotContain("Authorization", "Upgrade", "Accept-Encoding");
    assertThat(requests.get().get(1)).startsWith("GET /%C3%A9%E4%B8%AD?%C3%BC HTTP/1.1\r\n");
    assertThat(requests.get().get(2)).startsWith("GET /e%CC%81?%F0%9F%98%80 HTTP/1.1\r\n");
  }

  @Test
  void rejectsUrisThatAreNoAddresses() {
    for (String uri :
        List.of("/a", "ftp://a/", "http:a", "http://a_b/", "http://a:0/", "http://a:65536/")) {
      assertThatThrownBy(() -> get(URI.create(uri), MAX, LONG))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void sendsToIpv6Addresses() throws Exception {
    try (ServerSocket six = new ServerSocket(0, 1, InetAddress.ofLiteral("::1"))) {
      Future<List<String>> requests = answer(six, WHOLE);
      String host = "[::1]:" + six.getLocalPort();
      assertThat(get(URI.create("http://" + host), MAX, LONG)).asString().isEqualTo("x");
      assertThat(requests.get().getFirst()).contains("Host: " + host + "\r\n");
    } catch (BindException e) {
      assumeThat(e).as("IPv6").isNull();
    }
  }

  @Test
  void namesLengthOfMissingBodyInPost() throws Exception {
    Future<List<String>> requests = answer(plain, WHOLE);
    client.send("POST", address(plain), _ -> {}, MAX, LONG).close();
    assertThat(requests.get().getFirst()).contains("Content-Length: 0\r\n");
  }

  @Test
  void skipsInterimResponses() throws Exception {
    answer(plain, "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n" + WHOLE);
    assertThat(get(address(plain), MAX, LONG)).asString().isEqualTo("x");
  }

  @Test
  void rejectsHeadersOverLimit() {
    answer(
        plain,
        "HTTP/1.1 200 OK\r\n" + "A: b\r\n".repeat(1000) + "\r\n",
        "HTTP/1.1 200 OK\r\nA: " + "b".repeat(100_000) + "\r\n\r\n",
        "HTTP/1.1 200 OK\r\n" + ("A: " + "b".repeat(9_000) + "\r\n").repeat(10) + "\r\n");
    for (int request = 0; request < 3; request++) {
      assertThatThrownBy(() -> client.send("POST", address(plain), _ -> {}, MAX, LONG))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("exceeded");
    }
  }

  @Test
  void timeoutCoversRequestThatIsNotRead() {
    assertThatThrownBy(() ->
            client.send(
                "POST",
                address(plain),
                request -> request.setEntity(new ByteArrayEntity(new byte[50_000_000], null)),
                MAX,
                SHORT))
        .isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void usesConnectionAgainAfterResponseWithoutBody() throws Exception {
    Future<?> answers =
        threads.submit(() -> {
          try (Socket socket = plain.accept()) {
            for (String answer :
                List.of(
                    "204 No Content",
                    "304 Not Modified\r\nContent-Length: 5",
                    "200 OK\r\nContent-Length: 5")) {
              socket.getInputStream().read(new byte[MAX * 10]);
              String head = "HTTP/1.1 " + answer + "\r\n\r\n";
              socket.getOutputStream().write(head.getBytes(UTF_8));
            }
          }
          return null;
        });
    for (String method : List.of("GET", "GET", "HEAD")) {
      try (BoundedHttpClient.Response response =
          client.send(method, address(plain), _ -> {}, MAX, LONG)) {
        assertThat(response.length()).isZero();
        assertThat(response.body().readAllBytes()).isEmpty();
      }
    }
    answers.get();
  }

  @Test
  void closesIdleConnections() throws Exception {
    try (BoundedHttpClient impatient =
        new BoundedHttpClient(LONG, _ -> null, TimeValue.ofMilliseconds(50))) {
      Future<Integer> end =
          threads.submit(() -> {
            try (Socket socket = plain.accept()) {
              socket.getInputStream().read(new byte[MAX * 10]);
              socket.getOutputStream().write(WHOLE.getBytes(UTF_8));
              return socket.getInputStream().read();
            }
          });
      try (BoundedHttpClient.Response response =
          impatient.send("GET", address(plain), _ -> {}, MAX, LONG)) {
        response.body().readAllBytes();
      }
      assertThat(end.get()).isNegative();
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
    // Linux refuses to connect to it, without asking any server.
    assertThatThrownBy(() -> get(URI.create("http://255.255.255.255/"), MAX, LONG))
        .isInstanceOf(ConnectException.class);
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
