package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program on the service's port that takes a request and does not answer it to its end. */
class ServiceAnswersTest {
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @ValueSource(
      strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"})
  @Timeout(60)
  void theLookEnds(String answered) throws IOException {
    try (var server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().start(() -> serve(server, answered));
      var origin = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");

      assertThatThrownBy(() ->
              ServiceProcess.answers(
                  origin, new Credentials("reprise", "secret"), Duration.ofMillis(300)))
          .isInstanceOf(HttpTimeoutException.class);
      assertThatThrownBy(() -> Probe.status(HttpRequest.newBuilder(origin), Duration.ofMillis(300)))
          .isInstanceOf(HttpTimeoutException.class);
    } finally {
      for (var socket : open) {
        socket.close();
      }
    }
  }

  private void serve(ServerSocket server, String answered) {
    try {
      while (!server.isClosed()) {
        var socket = server.accept();
        open.add(socket);
        socket.getOutputStream().write(answered.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
