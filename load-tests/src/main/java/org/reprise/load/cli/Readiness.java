package org.reprise.load.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Whether a service of this machine can serve: a process may run and not answer. */
final class Readiness {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private Readiness() {}

  /** Waits until a service is ready, or the time is over. */
  static void await(int port, Duration limit) throws InterruptedException {
    var deadline = System.nanoTime() + limit.toNanos();
    while (trouble(port).isPresent() && System.nanoTime() < deadline) {
      Thread.sleep(PAUSE);
    }
  }

  /** What is wrong, in words; empty where the service is ready. */
  static Optional<String> trouble(int port) throws InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
    try (var http = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
      var status =
          http.send(HttpRequest.newBuilder(uri).timeout(LIMIT).build(), BodyHandlers.discarding())
              .statusCode();
      return status == 200
          ? Optional.empty()
          : Optional.of("NOT READY: its readiness answers " + status + ", the log may say why");
    } catch (IOException e) {
      return Optional.of("DOES NOT ANSWER: " + e);
    }
  }
}
