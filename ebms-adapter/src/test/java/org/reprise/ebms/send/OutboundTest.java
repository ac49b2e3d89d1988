package org.reprise.ebms.send;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.ebms.packaging.Body;
import org.reprise.ebms.packaging.Octets;
import org.reprise.ebms.packaging.Payload;

/** Partners that do not take a message or do not end their answer. */
@Timeout(3600)
class OutboundTest {
  private static final int LARGEST_ANSWER = 1024;

  /** How long an exchange may take that is to be ended, on a machine that is not slow. */
  private static final Duration SHORT = Duration.ofSeconds(1);

  private static final Duration LONG = Duration.ofMinutes(30);
  private static final byte[] ENVELOPE = "<soap:Envelope/>".getBytes(US_ASCII);

  /** Serves one connection after another. */
  private interface Partner {
    void serve(Socket connection) throws Exception;
  }

  /** Gives an exchange more and more time, until it has begun when it is ended. */
  private static void exchange(Body body, Partner partner) throws IOException {
    for (Duration limit = SHORT; ; limit = limit.multipliedBy(2)) {
      try {
        post("http", body, limit, partner);
        return;
      } catch (Outbound.NotSent e) {
        // The machine was too slow to connect.
      }
    }
  }

  private static Outbound.Answer post(
      String scheme, Body body, Duration exchangeTimeout, Partner partner) throws IOException {
    return post(scheme, "/ebms", body, exchangeTimeout, partner);
  }

  private static Outbound.Answer post(
      String scheme, String path, Body body, Duration exchangeTimeout, Partner partner)
      throws IOException {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Outbound outbound = new Outbound(settings(exchangeTimeout), null)) {
      Thread.ofPlatform().daemon().start(() -> serve(server, partner));
      return outbound.post(
          URI.create(scheme + "://127.0.0.1:" + server.getLocalPort() + path), body);
    }
  }

  private static SendSettings settings(Duration exchangeTimeout) {
    return new SendSettings(
        10,
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        4,
        LONG,
        LONG,
        exchangeTimeout,
        Duration.ofSeconds(60),
        8,
        Duration.ofSeconds(5),
        LARGEST_ANSWER,
        Duration.ZERO);
  }

  private static void serve(ServerSocket server, Partner partner) {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        partner.serve(connection);
      } catch (Exception e) {
        // The other side closed the connection, or the test is over.
      }
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(US_ASCII));
    out.flush();
  }

  // A letter and its accent are not the letter with the accent.
  @ParameterizedTest
  @CsvSource({
    "/partn\u00e9r?a=\u00e9, /partn%C3%A9r?a=%C3%A9",
    "/partne\u0301r?a=e\u0301, /partne%CC%81r?a=e%CC%81"
  })
  void writesPathOfEndpointInAscii(String path, String written) throws Exception {
    StringBuilder request = new StringBuilder();
    post(
        "http",
        path,
        Body.of(ENVELOPE, List.of()),
        LONG,
        connection -> accept(connection, request));
    assertThat(request).startsWith("POST " + written + " HTTP/1.1\r\n");
  }

  private static void accept(Socket connection, StringBuilder request) throws IOException {
    while (request.indexOf("<soap:Envelope/>") < 0) {
      request.append((char) connection.getInputStream().read());
    }
    write(connection.getOutputStream(), "HTTP/1.1 204 No Content\r\n\r\n");
  }

  @Test
  void closesConnectionThatIsNotUsed() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Outbound outbound = new Outbound(settings(LONG), null)) {
      CountDownLatch closed = new CountDownLatch(1);
      Thread.ofPlatform()
          .daemon()
          .start(() ->
              serve(
                  server,
                  connection -> {
                    accept(connection, new StringBuilder());
                    if (connection.getInputStream().read() < 0) {
                      closed.countDown();
                    }
                  }));
      outbound.post(
          URI.create("http://127.0.0.1:" + server.getLocalPort()), Body.of(ENVELOPE, List.of()));
      assertThat(closed.await(30, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void endsAnswerThatArrivesByteByByte() {
    assertThatThrownBy(() ->
            exchange(
                Body.of(ENVELOPE, List.of()),
                connection -> {
                  OutputStream out = connection.getOutputStream();
                  write(out, "HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n");
                  while (true) { // until the other side closes the connection
                    write(out, "x");
                    Thread.sleep(100);
                  }
                }))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("not sent and answered within");
  }

  @Test
  void endsMessageThatPartnerDoesNotRead() {
    int size = 64 * 1024 * 1024;
    Payload payload =
        new Payload(
            "payload@localhost", "application/octet-stream", new Octets(size, () -> zeros(size)));
    assertThatThrownBy(
            () -> exchange(Body.of(ENVELOPE, List.of(payload)), connection -> Thread.sleep(LONG)))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("not sent and answered within");
  }

  private static InputStream zeros(int size) {
    return new InputStream() {
      private int left = size;

      @Override
      public int read() {
        return left-- > 0 ? 0 : -1;
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\r\nX-More: x"})
  void readsHeaderUpToItsLimit(String more) {
    AtomicLong written = new AtomicLong();
    int most = 64 * 1024 * 1024;
    String some = more.repeat(8 * 1024);
    assertThatThrownBy(() ->
            post(
                "http",
                Body.of(ENVELOPE, List.of()),
                LONG,
                connection -> {
                  OutputStream out = connection.getOutputStream();
                  write(out, "HTTP/1.1 200 OK\r\nX-More: ");
                  while (written.get() < most) {
                    write(out, some);
                    written.addAndGet(some.length());
                  }
                }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exceeded");
    assertThat(written.get()).isLessThan(most);
  }

  @Test
  void endsHandshakeThatArrivesByteByByte() {
    assertThatThrownBy(() ->
            post(
                "https",
                Body.of(ENVELOPE, List.of()),
                SHORT,
                connection -> {
                  OutputStream out = connection.getOutputStream();
                  // A handshake record of 16,384 bytes, which holds one long message.
                  out.write(new byte[] {22, 3, 3, 64, 0, 2, 0, 63, (byte) 252});
                  while (true) { // until the other side closes the connection
                    out.write(3);
                    out.flush();
                    Thread.sleep(100);
                  }
                }))
        .isInstanceOf(Outbound.NotSent.class)
        .hasMessageContaining("not sent and answered within");
  }

  @Test
  void readsAnswerUpToItsLimit() throws Exception {
    AtomicLong written = new AtomicLong();
    int most = 64 * 1024 * 1024;
    Outbound.Answer answer =
        post(
            "http",
            Body.of(ENVELOPE, List.of()),
            LONG,
            connection -> {
              OutputStream out = connection.getOutputStream();
              write(out, "HTTP/1.1 200 OK\r\nContent-Length: " + most + "\r\n\r\n");
              byte[] some = new byte[64 * 1024];
              while (written.get() < most) {
                out.write(some);
                written.addAndGet(some.length);
              }
              // Until the other side closes the connection.
              connection.getInputStream().transferTo(OutputStream.nullOutputStream());
            });
    assertThat(answer.body()).hasSize(LARGEST_ANSWER);
    assertThat(written.get()).isLessThan(most);
  }
}
