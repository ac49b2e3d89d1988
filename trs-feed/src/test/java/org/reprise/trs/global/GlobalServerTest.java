package org.reprise.trs.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reprise.trs.GcServer;
import org.springframework.util.unit.DataSize;

/** Bodies that do not come, with one request at a time: each must give its place back. */
class GlobalServerTest {
  private final GcServer gc = GcServer.start();
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void stop() {
    end.countDown();
    gc.close();
  }

  private GlobalServer server(Duration timeout) {
    return server(timeout, Duration.ofMillis(1));
  }

  private GlobalServer server(Duration timeout, Duration openDuration) {
    return new GlobalServer(
        new GlobalSettings(
            gc.base(),
            null,
            null,
            Duration.ofMinutes(1),
            timeout,
            1,
            DataSize.ofKilobytes(10),
            openDuration));
  }

  private String read(GlobalServer server, boolean isKnown)
      throws GlobalServerException, IOException, InterruptedException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (GlobalServer.Response answer =
        server.get(URI.create(gc.base() + "/gc/1"), Map.of(), isKnown)) {
      answer.copyTo(body);
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private GlobalServerException.Kind fault(GlobalServer server) {
    return fault(server, false);
  }

  private GlobalServerException.Kind fault(GlobalServer server, boolean isKnown) {
    return catchThrowableOfType(GlobalServerException.class, () -> read(server, isKnown)).kind();
  }

  /** Any caller can name an address that is slow though its server works. */
  @Test
  void opensCircuitForTimeoutsOfKnownAddressesOnly() {
    gc.fault("/gc/1", exchange -> awaitEnd());
    try (GlobalServer server = server(Duration.ofMillis(100), Duration.ofHours(1))) {
      for (boolean isKnown : new boolean[] {false, true}) {
        for (int n = 0; n < 20; n++) {
          assertThat(fault(server, isKnown)).isEqualTo(GlobalServerException.Kind.TIMEOUT);
        }
      }
      assertThat(fault(server)).isEqualTo(GlobalServerException.Kind.UNAVAILABLE);
    }
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
    try (GlobalServer server = server(Duration.ofMillis(300))) {
      assertThat(fault(server)).isEqualTo(GlobalServerException.Kind.TIMEOUT);
      assertThat(fault(server)).isEqualTo(GlobalServerException.Kind.TIMEOUT);
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
      assertThat(fault(server)).isEqualTo(GlobalServerException.Kind.INVALID);
      gc.fault(
          "/gc/1",
          exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(new byte[11 * 1024]);
            exchange.getResponseBody().flush();
            awaitEnd();
          });
      assertThat(fault(server)).isEqualTo(GlobalServerException.Kind.INVALID);
      gc.document("/gc/2", "whole");
      try (GlobalServer.Response answer =
          server.get(URI.create(gc.base() + "/gc/2"), Map.of(), false)) {
        assertThat(answer.status()).isEqualTo(200);
      }
    }
  }
}
