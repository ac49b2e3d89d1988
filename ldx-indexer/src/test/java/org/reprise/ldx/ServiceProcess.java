package org.reprise.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.reprise.localstack.postgres.Database;

/** Another service of the product as a process of its own, from its jar. */
final class ServiceProcess implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Process process;
  private final String base;

  private ServiceProcess(Process process, String base) {
    this.process = process;
    this.base = base;
  }

  /** Starts one, and waits until it is ready. */
  static ServiceProcess start(
      String module, int port, Database database, Path output, String... settings)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar(module).toString(),
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password(),
                "--spring.datasource.hikari.maximum-pool-size=6",
                "--reprise.security.username=" + LdxServer.USERNAME,
                "--reprise.security.password=" + LdxServer.HASHED_PASSWORD));
    command.addAll(List.of(settings));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    ServiceProcess service = new ServiceProcess(process, "http://127.0.0.1:" + port);
    try {
      await().atMost(LIMIT).until(() -> !process.isAlive() || service.isReady());
      assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
      return service;
    } catch (IOException | RuntimeException | Error e) {
      service.close();
      throw e;
    }
  }

  private static Path jar(String module) throws IOException {
    Path target = Path.of("..", module, "target");
    try (Stream<Path> files = Files.isDirectory(target) ? Files.list(target) : Stream.empty()) {
      return files
          .filter(file -> file.getFileName().toString().matches(module + "-.*-app\\.jar"))
          .findFirst()
          .orElseThrow(() ->
              new IllegalStateException(
                  "There is no jar of %s: ./mvnw -pl %s -am package -DskipTests"
                      .formatted(module, module)));
    }
  }

  private boolean isReady() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + "/actuator/health/readiness"))
            .timeout(LIMIT)
            .build();
    try {
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What its URIs begin with. */
  String base() {
    return base;
  }

  /** Sends Turtle to one of its URIs or paths. */
  HttpResponse<String> send(String method, String uri, String turtle, String... headers) {
    String credentials = LdxServer.USERNAME + ":" + LdxServer.PASSWORD;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(uri.startsWith("/") ? base + uri : uri))
            .timeout(LIMIT)
            .header("Accept", "text/turtle")
            .header("Content-Type", "text/turtle")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
            .method(
                method,
                turtle.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(turtle));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends Turtle to a container or factory; returns the URI of what was made. */
  String make(String uri, String turtle, String... headers) {
    HttpResponse<String> answer = send("POST", uri, turtle, headers);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Reads, and returns a header. */
  String header(String uri, String name) {
    HttpResponse<String> answer = send("GET", uri, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.headers().firstValue(name).orElseThrow();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
