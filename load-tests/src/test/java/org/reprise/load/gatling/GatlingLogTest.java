package org.reprise.load.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.cps.CpsOperation;
import org.reprise.load.cps.CpsRemoteSimulation;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;

/**
 * Reads what a real Gatling run leaves. The server answers statuses only; what is tested is the
 * reading.
 */
class GatlingLogTest {
  @TempDir private Path folder;
  private HttpServer server;
  private final Map<String, Integer> answers = new ConcurrentHashMap<>();
  private final Set<String> credentials = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void serve() throws IOException {
    answers.putAll(Map.of("GET", 200, "POST", 201, "PUT", 200, "DELETE", 204));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void readsEveryRequestOfARun() throws Exception {
    var log = GatlingLog.read(gatling("-Dthreads=2", "-Dcircles=3"));

    assertThat(log.simulation()).isEqualTo(CpsRemoteSimulation.class.getName());
    assertThat(log.errors()).isEmpty();
    assertThat(log.requests())
        .extracting(GatlingLog.Request::name)
        .containsExactly("CREATE_ANCHOR", "CREATE_NODE", "UPDATE_NODE", "DELETE_ANCHOR");
    assertThat(log.requests())
        .allSatisfy(request -> {
          assertThat(request.passed()).isEqualTo(6);
          assertThat(request.failed()).isZero();
          assertThat(request.group()).isEmpty();
          assertThat(request.minMs()).isBetween(0, request.meanMs());
          assertThat(request.maxMs()).isBetween(request.meanMs(), 60_000);
          assertThat(request.p99Ms()).isBetween(request.p50Ms(), request.maxMs());
        });
    assertThat(credentials).containsOnly("Basic dXNlcjpzZWNyZXQ=");
  }

  @Test
  void countsWhatFailsAndLeavesOutTheRestOfTheFlow() throws Exception {
    answers.put("PUT", 500);

    var log = GatlingLog.read(gatling("-Dthreads=1", "-Dcircles=2"));

    assertThat(log.requests())
        .extracting(
            GatlingLog.Request::name, GatlingLog.Request::passed, GatlingLog.Request::failed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("CREATE_ANCHOR", 2L, 0L),
            org.assertj.core.groups.Tuple.tuple("CREATE_NODE", 2L, 0L),
            org.assertj.core.groups.Tuple.tuple("UPDATE_NODE", 0L, 2L));
    assertThat(log.errors()).singleElement().asString().contains("2 ×", "500");
  }

  @Test
  void namesTheGroupOfALaterPhaseAndWritesNanosecondsBesideIt() throws Exception {
    var samples = folder.resolve("samples.json");
    var load = folder.resolve("load.json");
    LoadSpec.of(
            "two phases",
            List.of(
                Phase.warmUp("exact", new Shape.Circles(1, 2)),
                Phase.warmUp("steady", new Shape.Window(2, Duration.ZERO, Duration.ofMillis(300)))),
            Map.of("base", base(), "anchorPrefix", "a-", "token", "t"),
            Duration.ofMinutes(1))
        .write(load);

    var log = GatlingLog.read(gatling("-Dreprise.load=" + load, "-Dreprise.samples=" + samples));

    assertThat(log.requests())
        .extracting(GatlingLog.Request::group)
        .containsExactlyInAnyOrder("", "", "", "", "steady", "steady", "steady", "steady");
    var phases = Sample.read(samples);
    assertThat(phases).hasSize(2);
    assertThat(phases.getFirst().flows()).isEqualTo(2);
    assertThat(phases.getFirst().faults()).isEmpty();
    assertThat(phases.getLast().flows()).isPositive();
    assertThat(phases.getLast().lag().getTotalCount()).isPositive();
    for (var operation : CpsOperation.values()) {
      assertThat(phases.getFirst().of(operation.id()).getTotalCount()).isEqualTo(2);
    }
  }

  @Test
  void saysWhatIsNoResultOfARun() throws IOException {
    assertThatThrownBy(() -> GatlingLog.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("simulation.log");

    Files.writeString(folder.resolve(GatlingLog.FILE), "RUN nothing of the kind");
    assertThatThrownBy(() -> GatlingLog.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another version");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      credentials.add(exchange.getRequestHeaders().getFirst("Authorization"));
      var status = answers.getOrDefault(exchange.getRequestMethod(), 405);
      var body =
          exchange.getRequestMethod().equals("GET")
              ? "[]".getBytes(StandardCharsets.UTF_8)
              : new byte[0];
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** The folder that the run made. */
  private String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private Path gatling(String... properties) throws Exception {
    var results = folder.resolve("results");
    var command = new java.util.ArrayList<>(GatlingCommand.jvm());
    command.addAll(List.of("-Dbase=" + base(), "-Dusername=user"));
    command.addAll(List.of(properties));
    command.addAll(GatlingCommand.simulation(CpsRemoteSimulation.class, results, "test"));
    var output = folder.resolve("gatling.out");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("REPRISE_SECURITY_PASSWORD", "secret");
    var child = builder.start();
    try {
      assertThat(child.waitFor(120, TimeUnit.SECONDS)).as(() -> read(output)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    return GatlingCommand.newest(results).orElseThrow(() -> new AssertionError(read(output)));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
