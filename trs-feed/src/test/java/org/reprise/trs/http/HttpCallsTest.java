package org.reprise.trs.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpCallsTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int MOST = 1_000;
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final HttpCalls calls = new HttpCalls("calls", 10, LONG, LONG);
  private final HttpCalls impatient = new HttpCalls("impatient", 10, LONG, SHORT);

  @AfterEach
  void close() {
    calls.close();
    impatient.close();
  }

  /** Answers on one connection as it likes. */
  private interface Answering {
    /** Answers request number {@code number} of all; the connection is closed where it ends. */
    boolean answer(int number, OutputStream out) throws IOException, InterruptedException;
  }

  /** A server of which the test says each byte. */
  private static final class Server implements Closeable {
    private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile String head = "";
    private final Answering answering;

    Server(Answering answering) throws IOException {
      this.answering = answering;
      Thread.ofVirtual().start(this::accept);
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/a");
    }

    private void accept() {
      try {
        while (true) {
          Socket connection = socket.accept();
          connections.incrementAndGet();
          Thread.ofVirtual().start(() -> serve(connection));
        }
      } catch (IOException e) {
        assertThat(socket.isClosed()).isTrue();
      }
    }

    private void serve(Socket connection) {
      try (connection) {
        while (readHead(connection.getInputStream())
            && answering.answer(requests.incrementAndGet(), connection.getOutputStream())) {
          connection.getOutputStream().flush();
        }
      } catch (IOException | InterruptedException e) {
        // The client has had enough.
        return;
      }
    }

    private boolean readHead(InputStream in) throws IOException {
      StringBuilder read = new StringBuilder();
      while (!read.toString().endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) {
          return false;
        }
        read.append((char) next);
      }
      head = read.toString();
      return true;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static boolean write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    return true;
  }

  private static boolean drip(OutputStream out, String text)
      throws IOException, InterruptedException {
    for (byte one : text.getBytes(StandardCharsets.US_ASCII)) {
      out.write(one);
      out.flush();
      Thread.sleep(20);
    }
    return true;
  }

  private String body(URI uri) throws IOException {
    return body(calls, uri);
  }

  private static String body(HttpCalls calls, URI uri) throws IOException {
    try (HttpAnswer answer = calls.send("GET", uri, Map.of())) {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      answer.copyTo(body, MOST);
      return body.toString(StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aHeadThatDripsIsLate() throws IOException {
    String head = "HTTP/1.1 200 OK\r\nX-Slow: " + "x".repeat(500) + "\r\n\r\n";
    try (Server server = new Server((number, out) -> drip(out, head))) {
      assertThatThrownBy(() -> body(impatient, server.uri())).isInstanceOf(LateException.class);
    }
  }

  @Test
  void aBodyThatDripsIsLate() throws IOException {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n";
    try (Server server =
        new Server((number, out) -> write(out, head) && drip(out, "x".repeat(500)))) {
      assertThatThrownBy(() -> body(impatient, server.uri())).isInstanceOf(LateException.class);
    }
  }

  @Test
  void aServerThatSaysNothingIsLateAndTheNextRequestIsAnswered() throws IOException {
    try (Server server =
        new Server((number, out) -> {
          if (number == 1) {
            Thread.sleep(LONG);
          }
          return write(out, OK);
        })) {
      assertThatThrownBy(() -> body(impatient, server.uri())).isInstanceOf(LateException.class);
      // As often as it takes where the machine is too slow for such a limit.
      await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(LateException.class)
          .until(() -> body(impatient, server.uri()).equals("ok"));
    }
  }

  @Test
  void aConnectionThatWasClosedMeanwhileIsReplaced() throws IOException {
    // It says that it stays open, and closes.
    try (Server server = new Server((number, out) -> write(out, OK) && false)) {
      for (int i = 0; i < 20; i++) {
        assertThat(body(server.uri())).isEqualTo("ok");
      }
    }
  }

  @Test
  void allConnectionsThatWereClosedMeanwhileAreReplaced() throws Exception {
    CyclicBarrier together = new CyclicBarrier(5);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        Server server =
            new Server((number, out) -> {
              if (number <= 5) {
                meet(together);
              }
              return write(out, OK) && false;
            })) {
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        all.add(callers.submit(() -> body(server.uri())));
      }
      for (Future<String> one : all) {
        assertThat(one.get()).isEqualTo("ok");
      }
      assertThat(body(server.uri())).isEqualTo("ok");
    }
  }

  private static void meet(CyclicBarrier together) throws InterruptedException {
    try {
      together.await();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aServerThatAlwaysClosesIsAskedTwice() throws IOException {
    try (Server server = new Server((number, out) -> false)) {
      assertThatThrownBy(() -> body(server.uri()))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(LateException.class);
      assertThat(server.requests).hasValue(2);
    }
  }

  @Test
  void aBodyThatEndsTooSoonIsBrokenOff() throws IOException {
    String answer = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nnot so much";
    try (Server server = new Server((number, out) -> write(out, answer) && false)) {
      assertThatThrownBy(() -> body(server.uri()))
          .isInstanceOf(HttpAnswer.BrokenOffException.class);
    }
  }

  @Test
  void aBodyIsTakenUpToTheMost() throws IOException {
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (Server server =
        new Server((number, out) -> write(out, head) && write(out, chunks(number)))) {
      assertThat(body(server.uri())).hasSize(MOST);
      assertThatThrownBy(() -> body(server.uri())).isInstanceOf(HttpAnswer.TooLongException.class);
      assertThat(body(server.uri())).isEmpty();
    }
  }

  @Test
  void theRestOfABodyThatIsTooLongIsNotWaitedFor() throws IOException {
    AtomicBoolean isWhole = new AtomicBoolean();
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n";
    try (Server server =
        new Server((number, out) -> {
          write(out, head + "x".repeat(1_500));
          Thread.sleep(LONG);
          isWhole.set(true);
          return true;
        })) {
      assertThatThrownBy(() -> body(server.uri())).isInstanceOf(HttpAnswer.TooLongException.class);
      assertThat(isWhole).isFalse();
    }
  }

  @Test
  void theBodyOfAnAnswerThatIsNotReadIsNotWaitedFor() throws IOException {
    AtomicBoolean isWhole = new AtomicBoolean();
    try (Server server =
        new Server((number, out) -> {
          write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          Thread.sleep(LONG);
          isWhole.set(true);
          return true;
        })) {
      calls.send("GET", server.uri(), Map.of()).close();
      assertThat(isWhole).isFalse();
    }
  }

  @Test
  void anAnswerWithoutABodyLeavesItsConnectionForTheNext() throws IOException {
    String[] heads = {
      "HTTP/1.1 204 No Content\r\n\r\n",
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    };
    try (Server server = new Server((number, out) -> write(out, heads[number % heads.length]))) {
      for (int i = 0; i < 30; i++) {
        assertThat(body(server.uri())).isEmpty();
      }
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void onlyTheHeadersThatAreGivenAreSent() throws IOException {
    try (Server server = new Server((number, out) -> write(out, OK))) {
      try (HttpAnswer answer = calls.send("GET", server.uri(), Map.of("Accept", "text/turtle"))) {
        assertThat(answer.status()).isEqualTo(200);
      }
      assertThat(server.head)
          .isEqualTo(
              "GET /a HTTP/1.1\r\nAccept: text/turtle\r\nHost: %s\r\nConnection: keep-alive\r\n\r\n"
                  .formatted(server.uri().getAuthority()));
    }
  }

  private static String chunks(int number) {
    return switch (number) {
      case 1 -> "3e8\r\n" + "x".repeat(MOST) + "\r\n0\r\n\r\n";
      case 2 -> "3e9\r\n" + "x".repeat(MOST + 1) + "\r\n0\r\n\r\n";
      default -> "0\r\n\r\n";
    };
  }

  @Test
  void aHeadWithoutEndIsRefused() throws IOException {
    String head = "HTTP/1.1 200 OK\r\n" + "X-Much: x\r\n".repeat(10_000) + "\r\n";
    String line = "HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(100_000) + "\r\n\r\n";
    try (Server many = new Server((number, out) -> write(out, head));
        Server longer = new Server((number, out) -> write(out, line))) {
      assertThatThrownBy(() -> body(many.uri())).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> body(longer.uri())).isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatIsUnderWayFailsWhenItIsClosed() throws Exception {
    try (Server server =
        new Server((number, out) -> {
          calls.close();
          Thread.sleep(LONG);
          return false;
        })) {
      assertThatThrownBy(() -> body(server.uri())).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> body(server.uri())).isInstanceOf(IOException.class);
    }
  }
}
