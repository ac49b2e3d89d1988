package org.reprise.load.generator;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each connection to the server gets the answers of one line of a script, and is then ended. */
class LeanConnectionTest {
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

  @Test
  void sendsNoCredentialsWhereTheServerHasNoTls() throws Exception {
    var received = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(() -> {
          try (var socket = server.accept()) {
            received.complete(new String(socket.getInputStream().readNBytes(100), US_ASCII));
          } catch (IOException e) {
            received.completeExceptionally(e);
          }
        });
    var https = URI.create("https://127.0.0.1:" + server.getLocalPort());
    var request = new BasicClassicHttpRequest("GET", "/");
    request.setHeader("Authorization", "Basic secret");
    try (var secure = new LeanConnection(https, Duration.ofSeconds(20))) {
      assertThatThrownBy(() -> secure.send(request)).isInstanceOf(IOException.class);
    }
    assertThat(received.get()).isNotEmpty().doesNotContain("GET", "secret");
  }

  private void serve(List<List<String>> script) {
    Thread.ofVirtual()
        .start(() -> {
          for (var answers : script) {
            try (var socket = server.accept()) {
              connections.incrementAndGet();
              Deque<String> left = new ArrayDeque<>(answers);
              var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
              while (!left.isEmpty() && in.readLine() != null) {
                while (!in.readLine().isEmpty()) {
                  continue;
                }
                socket.getOutputStream().write(left.pop().getBytes(StandardCharsets.UTF_8));
              }
            } catch (IOException e) {
              return;
            }
          }
        });
  }

  private LeanConnection.Answer send() throws IOException {
    return connection.send(new BasicClassicHttpRequest("GET", "/"));
  }

  @Test
  void manyAnswersComeOnOneConnection() throws IOException {
    serve(
        List.of(
            List.of(
                "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst",
                "HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n")));
    assertThat(send().text()).isEqualTo("first");
    assertThat(send().status()).isEqualTo(404);
    assertThat(connections).hasValue(1);
  }

  @Test
  void bodyIsSentWithoutAskingForLeave() throws IOException {
    var sent = new StringBuilder();
    Thread.ofVirtual()
        .start(() -> {
          try (var socket = server.accept()) {
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            for (var line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
              sent.append(line).append('\n');
            }
            socket.getOutputStream().write("HTTP/1.1 204 \r\n\r\n".getBytes(US_ASCII));
          } catch (IOException e) {
            return;
          }
        });
    var request = new BasicClassicHttpRequest("POST", "/");
    request.setEntity(new StringEntity("body"));

    assertThat(connection.send(request).status()).isEqualTo(204);
    assertThat(sent).contains("Content-Length: 4", "Host: 127.0.0.1").doesNotContain("Expect");
  }

  @Test
  void readsChunksAndNoContent() throws IOException {
    var chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    serve(
        List.of(
            List.of(
                chunked + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
                "HTTP/1.1 204 \r\nDate: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlast")));
    assertThat(send().text()).isEqualTo("abc0123456789");
    assertThat(send().status()).isEqualTo(204);
    assertThat(send().text()).isEqualTo("last");
  }

  @Test
  void aConnectionThatTheServiceEndsIsOpenedAgain() throws IOException {
    var last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx";
    serve(List.of(List.of(last), List.of(last)));
    assertThat(send().status()).isEqualTo(200);
    assertThat(send().status()).isEqualTo(200);
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
    assertThatThrownBy(this::send).isInstanceOf(IOException.class);
    assertThatThrownBy(this::send).isInstanceOf(IOException.class);
    assertThat(send().text()).as("on a new connection").isEqualTo("x");
  }
}
