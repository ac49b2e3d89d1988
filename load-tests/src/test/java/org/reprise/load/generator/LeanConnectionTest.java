package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each connection to the server gets the answers of one line of a script, and is then ended. */
class LeanConnectionTest {
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final AtomicInteger connections = new AtomicInteger();
  private ServerSocket server;
  private LeanConnection connection;

  @BeforeEach
  void open() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    connection =
        new LeanConnection(
            URI.create("http://127.0.0.1:" + server.getLocalPort()), Duration.ofSeconds(20));
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    server.close();
  }

  private void serve(List<List<String>> script) {
    Thread.ofVirtual()
        .start(() -> {
          for (var answers : script) {
            try (var socket = server.accept()) {
              connections.incrementAndGet();
              Deque<String> left = new ArrayDeque<>(answers);
              while (!left.isEmpty()
                  && socket.getInputStream().readNBytes(REQUEST.length).length > 0) {
                socket.getOutputStream().write(left.pop().getBytes(StandardCharsets.UTF_8));
              }
            } catch (IOException e) {
              return;
            }
          }
        });
  }

  @Test
  void manyAnswersComeOnOneConnection() throws IOException {
    serve(
        List.of(
            List.of(
                "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst",
                "HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n")));
    assertThat(connection.send(REQUEST).text()).isEqualTo("first");
    assertThat(connection.send(REQUEST).status()).isEqualTo(404);
    assertThat(connections).hasValue(1);
  }

  @Test
  void readsChunksAndNoContent() throws IOException {
    var chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    serve(
        List.of(
            List.of(
                chunked + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
                "HTTP/1.1 204 \r\nDate: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlast",
                chunked + "x\r\n")));
    assertThat(connection.send(REQUEST).text()).isEqualTo("abc0123456789");
    assertThat(connection.send(REQUEST).status()).isEqualTo(204);
    assertThat(connection.send(REQUEST).text()).isEqualTo("last");
    assertThatThrownBy(() -> connection.send(REQUEST)).hasMessageContaining("begins with 'x'");
  }

  @Test
  void aConnectionThatTheServiceEndsIsOpenedAgain() throws IOException {
    var last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx";
    serve(List.of(List.of(last), List.of(last)));
    assertThat(connection.send(REQUEST).status()).isEqualTo(200);
    assertThat(connection.send(REQUEST).status()).isEqualTo(200);
    assertThat(connections).hasValue(2);
  }

  @Test
  void anAnswerThatIsCutShortIsNone() throws IOException {
    var whole = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";
    serve(
        List.of(
            List.of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfi"),
            List.of("HTTP/1.1 200 OK\r\nContent-"),
            List.of(whole)));
    assertThatThrownBy(() -> connection.send(REQUEST)).hasMessageContaining("early");
    assertThatThrownBy(() -> connection.send(REQUEST)).hasMessageContaining("ended");
    assertThat(connection.send(REQUEST).text()).as("on a new connection").isEqualTo("x");
  }

  @Test
  void whatIsNoAnswerIsRefused() {
    var ok = "HTTP/1.1 200 OK\r\n";
    serve(
        List.of(
            List.of("SSH-2.0-x\r\n\r\n"),
            List.of("HTTP/1.1 abc\r\nContent-Length: 0\r\n\r\n"),
            List.of(ok + "\r\n"),
            List.of(ok + "Content-Length: some\r\n\r\n"),
            List.of(ok + "Content-Length: 99999999999\r\n\r\n")));
    for (var wrong :
        List.of(
            "begins with 'SSH-2.0-x'",
            "begins with 'HTTP/1.1 abc'",
            "how long",
            "how long",
            "how long")) {
      assertThatThrownBy(() -> connection.send(REQUEST))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(wrong);
    }
  }
}
