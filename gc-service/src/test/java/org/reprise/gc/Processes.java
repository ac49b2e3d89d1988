package org.reprise.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.FreePort;

/** Services as processes of their own: this one to be killed, and the applications of a test. */
public final class Processes implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final String address;
  private final String baseUri;

  private Processes(Process process, String address, String baseUri) {
    this.process = process;
    this.address = address;
    this.baseUri = baseUri;
  }

  /**
   * Starts this service and waits until it is ready.
   *
   * @param baseUri what URIs begin with, wherever it listens
   */
  public static Processes gc(Database database, Path output, String baseUri, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("--reprise.gc.base-uri=" + baseUri);
    return start(
        System.getProperty("java.class.path"),
        "org.reprise.gc.GcServiceApplication",
        database,
        output,
        baseUri,
        all);
  }

  /**
   * Starts trs-feed, with the classes that the build has made of it, and waits until it is ready.
   */
  public static Processes trs(Database database, Path output, String... settings) {
    String ours = "gc-service" + File.separator + "target";
    String classPath =
        String.join(
            File.pathSeparator,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(one -> !one.contains(ours) && !one.contains("gc-service-"))
                .toList());
    Path classes = Path.of("..", "trs-feed", "target", "classes").toAbsolutePath().normalize();
    assertThat(classes).isDirectory();
    return start(
        classes + File.pathSeparator + classPath,
        "org.reprise.trs.TrsFeedApplication",
        database,
        output,
        "",
        List.of(settings));
  }

  private static Processes start(
      String classPath,
      String main,
      Database database,
      Path output,
      String baseUri,
      List<String> settings) {
    int port = FreePort.lasting();
    String address = "http://127.0.0.1:" + port;
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                main,
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password(),
                "--reprise.security.username=" + GcServer.USERNAME,
                "--reprise.security.password=" + GcServer.HASHED_PASSWORD));
    command.addAll(settings);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      Processes started = new Processes(process, address, baseUri.isEmpty() ? address : baseUri);
      await().atMost(LIMIT).until(() -> !process.isAlive() || isReady(address));
      assertThat(process.isAlive()).as("see " + output).isTrue();
      return started;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isReady(String address) throws InterruptedException {
    try {
      return HTTP.send(
                  HttpRequest.newBuilder(URI.create(address + "/actuator/health/readiness"))
                      .build(),
                  HttpResponse.BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** A client with the right credentials. */
  public GcClient client() {
    return new GcClient(address, baseUri, GcServer.USERNAME, GcServer.PASSWORD);
  }

  /** Where it listens. */
  public String address() {
    return address;
  }

  /** As {@code kill -9}. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** As {@code kill -STOP}: it does nothing until it is resumed; its connections stay open. */
  public void halt() {
    signal("-STOP");
  }

  /** As {@code kill -CONT}. */
  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
