package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send one byte at a time neither end the service nor block other clients. */
class SlowClientsIT {
  private static final int CLIENTS = 5_000;
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final long DRIP_MILLIS = 1_000;

  private static final EbmsProcess SERVICE = EbmsProcess.shared();

  /** Clients that never finish their requests. */
  private static final class SlowClients implements AutoCloseable {
    private final List<SocketChannel> connections = new ArrayList<>();
    private final ScheduledExecutorService dripping = Executors.newSingleThreadScheduledExecutor();

    private final String start;
    private boolean hasStarted;

    SlowClients(int port, int number, String start) throws IOException {
      this.start = start;
      for (int i = 0; i < number; i++) {
        SocketChannel connection = SocketChannel.open();
        connection.configureBlocking(false);
        connection.connect(new InetSocketAddress("127.0.0.1", port));
        connections.add(connection);
      }
      dripping.scheduleWithFixedDelay(this::drip, 0, DRIP_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void drip() {
      // The start of the request at once, then one byte each second.
      String now = hasStarted ? "x" : start;
      hasStarted = true;
      for (SocketChannel connection : connections) {
        try {
          if (connection.finishConnect()) {
            connection.write(ByteBuffer.wrap(now.getBytes(StandardCharsets.US_ASCII)));
          }
        } catch (IOException e) {
          close(connection);
        }
      }
    }

    /** How many the service, or the operating system for it, has not refused or ended. */
    long open() {
      return connections.stream().filter(SocketChannel::isOpen).count();
    }

    private static void close(SocketChannel connection) {
      try {
        connection.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      dripping.shutdownNow();
      try {
        assertThat(dripping.awaitTermination(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      connections.forEach(SlowClients::close);
    }
  }

  @BeforeAll
  static void agree() {
    SERVICE.agree(Cpas.named("slow").synchronous());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /ebms HTTP/1.1\r\nHost: a\r\nX: ",
        "POST /ebms HTTP/1.1\r\n"
            + "Host: a\r\n"
            + "Content-Type: text/xml\r\n"
            + "Content-Length: 100000\r\n\r\n"
            + "<",
      })
  void fiveThousandSlowClientsDoNotEndTheService(String start) throws IOException {
    int port = URI.create(SERVICE.client().base()).getPort();
    try (SlowClients slow = new SlowClients(port, CLIENTS, start)) {
      await().atMost(LIMIT).until(() -> slow.open() < CLIENTS / 2);
      assertPingIsAnswered();
      assertThat(SERVICE.isAlive()).isTrue();
    }
    assertPingIsAnswered();
    assertThat(SERVICE.isAlive()).isTrue();
  }

  // A client whose connection is not accepted tries again.
  private static void assertPingIsAnswered() {
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .untilAsserted(() ->
            assertThat(SERVICE.client().message(Messages.ping("slow", "a@b")).status())
                .isEqualTo(200));
  }
}
