package org.reprise.trs.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.trs.GcServer;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;

/**
 * What fails at the server, or at one address of it; a request that failed gives its place back.
 */
class GlobalServerTest {
  private static final int WINDOW = 20;

  /** The connections of a busy machine come in half of it. */
  private static final Duration PATIENCE = Duration.ofSeconds(6);

  private final GcServer gc = GcServer.start();
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void stop() {
    end.countDown();
    gc.close();
  }

  private static GlobalServer server(
      String base, Duration timeout, int atOnce, Duration openDuration) {
    return new GlobalServer(
        new GlobalSettings(
            base,
            null,
            null,
            timeout.dividedBy(2),
            timeout,
            atOnce,
            DataSize.ofKilobytes(10),
            openDuration));
  }

  private GlobalServer server(Duration timeout) {
    return server(gc.base(), timeout, 1, Duration.ofMillis(1));
  }

  private static String read(GlobalServer server, String path, boolean isKnown)
      throws IOException, InterruptedException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (GlobalServer.Response answer =
        server.get(URI.create(server.baseUri() + path), Map.of(), isKnown)) {
      answer.copyTo(body);
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private static HttpStatus fault(GlobalServer server) {
    return fault(server, false);
  }

  private static HttpStatus fault(GlobalServer server, boolean isKnown) {
    return catchThrowableOfType(Refusal.class, () -> read(server, "/gc/1", isKnown)).status();
  }

  /** Returns the faults of as many requests at once as decide about the circuit. */
  private static Set<HttpStatus> faults(GlobalServer server, boolean isKnown) throws Exception {
    Set<HttpStatus> faults = EnumSet.noneOf(HttpStatus.class);
    Callable<HttpStatus> request = () -> fault(server, isKnown);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<HttpStatus> one : threads.invokeAll(Collections.nCopies(WINDOW, request))) {
        faults.add(one.get());
      }
    }
    return faults;
  }

  /** Any caller can name an address that is slow though its server works. */
  @Test
  void opensCircuitForTimeoutsOfKnownAddressesOnly() throws Exception {
    gc.fault("/gc/1", exchange -> awaitEnd());
    try (GlobalServer server = server(gc.base(), PATIENCE, WINDOW, Duration.ofHours(1))) {
      for (boolean isKnown : new boolean[] {false, true}) {
        assertThat(faults(server, isKnown)).containsExactly(HttpStatus.GATEWAY_TIMEOUT);
      }
      assertThat(fault(server)).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    }
  }

  @Test
  void slowAddressOfCallerIsNoTrial() throws Exception {
    gc.fault("/gc/1", exchange -> awaitEnd());
    gc.document("/gc/2", "whole");
    try (GlobalServer server = server(gc.base(), PATIENCE, WINDOW, Duration.ofSeconds(3))) {
      assertThat(faults(server, true)).containsExactly(HttpStatus.GATEWAY_TIMEOUT);
      await().until(() -> fault(server) == HttpStatus.GATEWAY_TIMEOUT);
      assertThat(read(server, "/gc/2", true)).isEqualTo("whole");
    }
  }

  /** Its queue of connections is full, so that it answers no other: as behind a firewall. */
  @Test
  void opensCircuitWithoutConnectionsWhateverAddress() throws Exception {
    try (ServerSocket away = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket(away.getInetAddress(), away.getLocalPort());
        Socket second = new Socket(away.getInetAddress(), away.getLocalPort());
        GlobalServer server =
            server(
                "http://127.0.0.1:" + away.getLocalPort(),
                Duration.ofSeconds(2),
                WINDOW,
                Duration.ofHours(1))) {
      assertThat(List.of(first.isConnected(), second.isConnected())).containsOnly(true);
      assertThat(faults(server, false)).containsExactly(HttpStatus.SERVICE_UNAVAILABLE);
      assertThatThrownBy(() -> read(server, "/gc/1", false)).hasMessageContaining("tried again");
    }
  }

  @Test
  void rejectsConnectTimeoutThatHidesMissingConnections() {
    assertThatThrownBy(() ->
            new GlobalSettings(
                gc.base(),
                null,
                null,
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                1,
                DataSize.ofKilobytes(10),
                Duration.ofSeconds(5)))
        .hasMessage(
            "reprise.trs.global-configurations.connect-timeout must be from 1ms to 1s, was 2s");
  }

  private void awaitEnd() {
    try {
      end.await(5, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void bodyThatDripsIsLate() throws Exception {
    gc.fault(
        "/gc/1",
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
    try (GlobalServer server = server(PATIENCE)) {
      assertThat(fault(server)).isEqualTo(HttpStatus.GATEWAY_TIMEOUT);
      assertThat(fault(server)).isEqualTo(HttpStatus.GATEWAY_TIMEOUT);
    }
  }

  @Test
  void bodyThatEndsTooSoonOrIsTooLongIsUnusable() throws Exception {
    try (GlobalServer server = server(Duration.ofMinutes(5))) {
      gc.fault(
          "/gc/1",
          exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            exchange.close();
          });
      assertThat(fault(server)).isEqualTo(HttpStatus.BAD_GATEWAY);
      gc.fault(
          "/gc/1",
          exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(new byte[11 * 1024]);
            exchange.getResponseBody().flush();
            awaitEnd();
          });
      assertThat(fault(server)).isEqualTo(HttpStatus.BAD_GATEWAY);
      gc.document("/gc/2", "whole");
      assertThat(read(server, "/gc/2", false)).isEqualTo("whole");
    }
  }
}
