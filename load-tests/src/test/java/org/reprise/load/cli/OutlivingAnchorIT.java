package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.cps.CpsSuite;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Target;

/** A service that acknowledges a DELETE and keeps the anchor: the check after the run sees it. */
class OutlivingAnchorIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int FORGOTTEN = 3;

  @TempDir private Path folder;

  private final AtomicInteger deletes = new AtomicInteger();

  @Test
  void runFailsWhereAnAnchorOutlivesItsDelete() throws Exception {
    var home = new Home(Path.of("..").toAbsolutePath().normalize());
    try (var real =
            Deployment.open(
                new Target.LocalProcesses(),
                CpsSuite.TOPOLOGY,
                Map.of(),
                org.reprise.load.deploy.Shares.unlimited(),
                home,
                folder.resolve("logs"),
                step -> {});
        var http = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      proxy.setExecutor(threads);
      proxy.createContext("/", exchange -> forward(exchange, real.base(), http));
      proxy.start();
      try {
        var secret = Files.writeString(folder.resolve("secret"), real.credentials().password());
        try (var run =
            CommandProcess.start(
                folder,
                "run",
                "cps",
                "--profile",
                "smoke",
                "--target",
                "http://127.0.0.1:" + proxy.getAddress().getPort() + "/cps/api",
                "--username",
                real.credentials().username(),
                "--password-file",
                secret.toString())) {
          assertThat(run.await(LIMIT)).as(run.out() + run.err()).isEqualTo(Reprise.FAILED);
          assertThat(run.out().replaceAll("\\s+", " "))
              .contains(
                  "FAILED no-anchor-left (1 of 2 passed): no-anchor-left.remote: 1 anchors of"
                      + " this");
        }
      } finally {
        proxy.stop(0);
      }
      try (var database = real.database().orElseThrow().connect();
          var anchors = database.createStatement().executeQuery("SELECT count(*) FROM anchor")) {
        anchors.next();
        assertThat(anchors.getInt(1)).as("removed after it was seen").isZero();
      }
    }
  }

  private void forward(HttpExchange exchange, URI base, HttpClient http) throws IOException {
    try (exchange) {
      var method = exchange.getRequestMethod();
      if (method.equals("DELETE") && deletes.incrementAndGet() == FORGOTTEN) {
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      var request =
          HttpRequest.newBuilder(base.resolve(exchange.getRequestURI()))
              .method(method, BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      for (var name : List.of("Authorization", "Content-Type", "Accept")) {
        exchange.getRequestHeaders().getOrDefault(name, List.of()).stream()
            .findFirst()
            .ifPresent(value -> request.header(name, value));
      }
      var answer = http.send(request.build(), BodyHandlers.ofByteArray());
      answer
          .headers()
          .firstValue("Content-Type")
          .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
      exchange.sendResponseHeaders(
          answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }
}
