package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The body of a refused message does not keep its connection for ever. */
class RefusedBodyIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int MB = 1024 * 1024;
  private static final EbmsServer SERVER = EbmsServer.shared();

  // Reachable from outside, and waits little for bodies.
  @SuppressWarnings("NullAway.Init") // before all tests
  private static EbmsServer open;

  @BeforeAll
  static void start() {
    open = EbmsServer.start("--server.address=0.0.0.0", "--reprise.ebms.limits.time=300ms");
  }

  @AfterAll
  static void stop() {
    open.close();
  }

  @ParameterizedTest
  @CsvSource({"application/json, 415", "text/xml, 413"})
  void closesConnectionOfClientThatKeepsSending(String contentType, int status) throws Exception {
    try (Socket socket = connect(SERVER, "127.0.0.1")) {
      assertThat(sentUntilClosed(socket, contentType)).isLessThan(80);
    }
    assertThat(SERVER.client().message(contentType, new byte[MB]).status()).isEqualTo(status);
  }

  // Over plain HTTP messages are taken from loopback only.
  @Test
  void closesConnectionThatKeepsSendingAfter403() throws Exception {
    String address = addressOfThisMachine();
    try (Socket socket = connect(open, address)) {
      assertThat(sentUntilClosed(socket, "text/xml")).isLessThan(80);
    }
    try (Socket socket = connect(open, address)) {
      start(socket, "text/xml");
      socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(firstLine(socket)).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void closesConnectionThatKeepsSendingAfter408() throws Exception {
    try (Socket socket = connect(open, "127.0.0.1")) {
      start(socket, "text/xml");
      // Slowly enough for the time to pass before the body is too large.
      await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> {
            sendChunk(socket, 1);
            return socket.getInputStream().available() > 0;
          });
      assertThat(firstLine(socket)).startsWith("HTTP/1.1 408");
      assertThat(sentUntilClosed(socket)).isLessThan(80);
    }
  }

  private static String addressOfThisMachine() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .findFirst()
        .orElseGet(() -> abort("this machine has no address but loopback's"));
  }

  private static Socket connect(EbmsServer server, String address) throws IOException {
    Socket socket = new Socket(address, URI.create(server.base()).getPort());
    socket.setSoTimeout((int) LIMIT.toMillis());
    return socket;
  }

  private static void start(Socket socket, String contentType) throws IOException {
    socket
        .getOutputStream()
        .write(
            """
            POST /ebms HTTP/1.1\r
            Host: x\r
            Content-Type: %s\r
            Transfer-Encoding: chunked\r
            \r
            """
                .formatted(contentType)
                .getBytes(StandardCharsets.US_ASCII));
  }

  private static String firstLine(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
        .readLine();
  }

  private static void sendChunk(Socket socket, int size) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write((Integer.toHexString(size) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(new byte[size]);
    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static int sentUntilClosed(Socket socket, String contentType) throws IOException {
    start(socket, contentType);
    return sentUntilClosed(socket);
  }

  /** Megabytes that were taken before the connection was closed. */
  private static int sentUntilClosed(Socket socket) {
    int sent = 0;
    try {
      while (sent < 250) {
        sendChunk(socket, MB);
        sent++;
      }
    } catch (IOException e) {
      return sent;
    }
    return sent;
  }
}
