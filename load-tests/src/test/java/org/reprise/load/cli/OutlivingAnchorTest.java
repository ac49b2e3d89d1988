package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reprise.load.cps.StandInCps;

/** A service that acknowledges a DELETE and keeps the anchor: the check after the run sees it. */
class OutlivingAnchorTest extends InOwnHome {
  private static final int FORGOTTEN = 3;

  private final AtomicInteger deletes = new AtomicInteger();

  @Test
  void runFailsWhereAnAnchorOutlivesItsDelete() throws Exception {
    try (var service = new StandInCps();
        var http = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      proxy.setExecutor(threads);
      var base = URI.create(service.base());
      proxy.createContext("/", exchange -> forward(exchange, base, http));
      proxy.start();
      var root = "http://127.0.0.1:" + proxy.getAddress().getPort();
      try {
        var secret = Files.writeString(folder.resolve("secret"), "secret");
        var code =
            Reprise.commandLine(Systems.ALL)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(
                    "run",
                    "cps",
                    "--profile=smoke",
                    "--target=" + root + "/cps/api",
                    "--username=user",
                    "--password-file=" + secret);
        assertThat(code).as(() -> err.toString() + out).isEqualTo(Reprise.FAILED);
        assertThat(out.toString().replaceAll("\\s+", " "))
            .contains(
                "FAILED no-anchor-left (1 of 2 passed): no-anchor-left.remote: anchors of this run that"
                    + " the service lists: 1, such as ");
        var anchors =
            HttpRequest.newBuilder(URI.create(service.base() + "/v2/dataspaces/any/anchors"))
                .header("Authorization", "Basic dXNlcjpzZWNyZXQ=");
        assertThat(http.send(anchors.build(), BodyHandlers.ofString()).body())
            .as("removed after it was seen")
            .isEqualTo("[]");
      } finally {
        proxy.stop(0);
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
