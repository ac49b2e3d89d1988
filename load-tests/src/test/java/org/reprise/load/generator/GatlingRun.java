package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.reprise.load.cps.CpsRemoteSimulation;

/** A real run of the simulation of cps, against a server that answers statuses only. */
public final class GatlingRun implements AutoCloseable {
  private final Path folder;
  private final HttpServer server;
  private final Map<String, Integer> answers =
      new ConcurrentHashMap<>(Map.of("GET", 200, "POST", 201, "PUT", 200, "DELETE", 204));
  private final Set<String> credentials = ConcurrentHashMap.newKeySet();

  /** With a server that answers what it should. */
  public GatlingRun(Path folder) throws IOException {
    this.folder = folder;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** From now on every request of the method is answered with the status. */
  public void answers(String method, int status) {
    answers.put(method, status);
  }

  /** The header with which the requests came. */
  Set<String> credentials() {
    return credentials;
  }

  String base() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
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

  /** What it wrote. */
  public Path samples() {
    return folder.resolve("samples.json");
  }

  /** Runs it, and returns what it recorded. */
  public List<Sample> run(String... properties) throws Exception {
    var ended = end(properties);
    assertThat(samples()).as(ended.output()).exists();
    return Sample.read(samples());
  }

  /** Runs it, and returns how it ended. */
  public Ended end(String... properties) throws Exception {
    var all =
        Stream.concat(
            Stream.of("-Dbase=" + base(), "-Dreprise.samples=" + samples()), Stream.of(properties));
    return end(CpsRemoteSimulation.class, folder, all.toList());
  }

  /**
   * How a simulation ended that somebody started by hand.
   *
   * @param status 0 where all its assertions hold
   */
  public record Ended(int status, String output) {}

  /** Runs any simulation, as the user {@code user} with the password {@code secret}. */
  public static Ended end(Class<?> simulation, Path folder, List<String> properties)
      throws Exception {
    var all = new ArrayList<>(properties);
    all.add("-Dusername=user");
    var command = LoadLauncher.gatling(simulation, all, folder.resolve("results"));
    var output = folder.resolve("gatling.out");
    var builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("REPRISE_SECURITY_PASSWORD", "secret");
    var child = builder.start();
    try {
      assertThat(child.waitFor(5, TimeUnit.MINUTES)).as(() -> read(output)).isTrue();
      return new Ended(child.exitValue(), read(output));
    } finally {
      child.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
