package org.reprise.load.ldx;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.clm.Link;
import org.reprise.load.generator.GatlingRun;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;

/** By hand, against a small stand-in of two OSLC applications with three project areas each. */
class LinkCreationSimulationTest {
  @TempDir private Path folder;

  private final Set<String> headers = ConcurrentHashMap.newKeySet();
  private final Set<String> factories = ConcurrentHashMap.newKeySet();
  private final AtomicInteger created = new AtomicInteger();
  private HttpServer server;
  private String base;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    base = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      headers.add(exchange.getRequestHeaders().getFirst("Authorization"));
      var path = exchange.getRequestURI().getPath();
      if (exchange.getRequestMethod().equals("PUT")) {
        exchange.sendResponseHeaders(204, -1);
      } else if (exchange.getRequestMethod().equals("POST")) {
        factories.add(path);
        var uri = base + path + "/" + created.incrementAndGet();
        exchange.getResponseHeaders().set("Location", uri);
        exchange.getResponseHeaders().set("ETag", "\"1\"");
        exchange.sendResponseHeaders(201, -1);
      } else {
        var catalog = new StringBuilder();
        for (int project = 1; project <= 3; project++) {
          catalog.append(
              "<> <http://open-services.net/ns/core#serviceProvider> <%s/p%d> ."
                  .formatted(base, project));
        }
        var body = catalog.toString().getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Test
  void linksInAllProjectsOfTheCatalogs() throws Exception {
    var ended = run("-Dusers=6");

    assertThat(ended.status()).as(ended.output()).isZero();
    assertThat(factories)
        .contains("/ccm/oslc/projects/1/resources", "/rm/oslc/projects/3/resources")
        .hasSize(6);
    var sample = Sample.read(folder.resolve("samples.json")).getFirst();
    assertThat(sample.faults()).isEmpty();
    assertThat(sample.acknowledged(Link.KIND)).hasSizeGreaterThanOrEqualTo(6);
    // The scenario is called as the users are.
    assertThat(ended.output()).contains("---- ccm-rm ").contains("SAVE LINK");
    assertThat(headers).containsExactly("Basic dXNlcjpzZWNyZXQ=");
  }

  private GatlingRun.Ended run(String... more) throws Exception {
    var properties =
        new java.util.ArrayList<>(
            List.of(
                "-Dbase=" + base,
                "-Dreprise.samples=" + folder.resolve("samples.json"),
                "-Darrival=0.1",
                "-Dthink=0.2",
                "-Dduration=2"));
    properties.addAll(List.of(more));
    return GatlingRun.end(LinkCreationSimulation.class, folder, properties);
  }

  /** Gatling's log is of all the time, and the report's links are of that of all users. */
  @Test
  void usersComeOneAfterTheOtherAsInTheReport() {
    var load = byHand(Map.of("users", "60"));
    assertThat(load.phases().getFirst().shape())
        .isEqualTo(new Shape.Window(60, Duration.ofSeconds(90), Duration.ofSeconds(60)));
    var settings = load.settings(LinkCreationSimulation.Load.class);
    assertThat(settings.arrival()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.projects()).isEqualTo(3);
    assertThatThrownBy(() -> byHand(Map.of("base", "http://192.0.2.1/")))
        .hasMessageContaining("--i-own-this");
    assertThatThrownBy(() -> byHand(Map.of("base", "http://127.0.0.1:1/")))
        .hasMessageContaining("cannot read what http://127.0.0.1:1 has");
  }

  private LoadSpec byHand(Map<String, String> given) {
    var all = new HashMap<>(Map.of("base", base, "username", "u", "password", "p"));
    all.putAll(given);
    return LinkCreationSimulation.byHand(new Properties(all::get, _ -> null));
  }
}
