package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.JavaCommand;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalProcess;
import tools.jackson.databind.json.JsonMapper;

/** The {@link Partner} that a command has started, and what it says. */
final class PartnerProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LocalProcess process;
  private final SinkAddress sink;
  private final int control;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  private PartnerProcess(LocalProcess process, SinkAddress sink, int control) {
    this.process = process;
    this.sink = sink;
    this.control = control;
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param wished where Pongs are to come in; port 0 takes a free one
   */
  static PartnerProcess start(SinkAddress wished, Path log, Path pidFile) {
    var sink = wished.port() == 0 ? wished.withPort(FreePort.loopback()) : wished;
    var control = FreePort.loopback();
    var process =
        LocalProcess.builder(
                "partner",
                List.of(
                    JavaCommand.java(),
                    "-Xmx96m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=4",
                    Partner.class.getName(),
                    sink.bind(),
                    Integer.toString(sink.port()),
                    Integer.toString(control)))
            .cleanEnvironment()
            .environment(
                Map.of(
                    "CLASSPATH", System.getProperty("java.class.path"), Partner.PATH, sink.path()))
            .log(log)
            .pidFile(pidFile)
            .start();
    var partner = new PartnerProcess(process, sink, control);
    try {
      process.awaitReady(partner::answers, START_LIMIT);
    } catch (RuntimeException e) {
      partner.close();
      throw new EnvironmentException(
          "the partner that receives Pongs does not start at %s, port %d: %s"
              .formatted(sink.bind(), sink.port(), e.getMessage()),
          e);
    }
    return partner;
  }

  private boolean answers() throws IOException, InterruptedException {
    return send(request("counts/none").GET().build()).statusCode() == 200;
  }

  /** Where the measured handler reaches it. */
  SinkAddress sink() {
    return sink;
  }

  ProcessHandle handle() {
    return ProcessHandle.of(process.pid())
        .orElseThrow(() -> new IllegalStateException("the partner has ended"));
  }

  /** Announces Pings, before the first of them is sent. */
  void expect(String token, EbmsPing flow, int most) throws IOException, InterruptedException {
    var body = JSON.writeValueAsBytes(new Partner.Expectation(token, flow, most));
    var answer = send(request("expect").POST(BodyPublishers.ofByteArray(body)).build());
    if (answer.statusCode() != 204) {
      throw new IOException("the partner refuses to expect Pings: " + answer.statusCode());
    }
  }

  PongBook.Counts counts(String token) throws IOException, InterruptedException {
    return JSON.readValue(
        send(request("counts/" + token).GET().build()).body(), PongBook.Counts.class);
  }

  /** The numbers of the Pings that have their Pong. */
  BitSet answered(String token) throws IOException, InterruptedException {
    return BitSet.valueOf(
        Base64.getDecoder().decode(send(request("answered/" + token).GET().build()).body()));
  }

  /**
   * Waits until as many Pings have their Pong as were accepted, or nothing more has come for {@code
   * silence}.
   */
  void awaitQuiescence(String token, long accepted, Duration silence, Duration limit)
      throws IOException, InterruptedException {
    var deadline = System.nanoTime() + limit.toNanos();
    var lastChange = System.nanoTime();
    var last = -1L;
    while (System.nanoTime() < deadline) {
      var counts = counts(token);
      if (counts.matched() >= accepted) {
        return;
      }
      if (counts.matched() != last) {
        last = counts.matched();
        lastChange = System.nanoTime();
      } else if (System.nanoTime() - lastChange > silence.toNanos()) {
        return;
      }
      Thread.sleep(POLL);
    }
  }

  /** Waits until nothing has come for {@code silence}, whatever it is. */
  void awaitSilence(Duration silence, Duration limit) throws IOException, InterruptedException {
    var deadline = System.nanoTime() + limit.toNanos();
    var lastChange = System.nanoTime();
    var last = -1L;
    while (System.nanoTime() < deadline && System.nanoTime() - lastChange < silence.toNanos()) {
      var received = counts("none").received();
      if (received != last) {
        last = received;
        lastChange = System.nanoTime();
      }
      Thread.sleep(POLL);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + control + "/" + path))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(Duration.ofSeconds(20));
  }

  private java.net.http.HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException("the partner that receives Pongs answers no more: " + e, e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.close();
  }
}
