package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LocalProcess process;
  private final SinkAddress sink;
  private final int control;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private PartnerProcess(LocalProcess process, SinkAddress sink, int control) {
    this.process = process;
    this.sink = sink;
    this.control = control;
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param wished where Pongs are to come in; port 0 takes a free one
   * @throws EnvironmentException where it does not start, for example since the port is taken
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
      process.awaitReady(() -> partner.ask("counts/none").length > 0, START_LIMIT);
    } catch (RuntimeException e) {
      partner.close();
      throw new EnvironmentException(
          "the partner that receives Pongs does not start at %s, port %d: %s"
              .formatted(sink.bind(), sink.port(), e.getMessage()),
          e);
    }
    return partner;
  }

  /** Where the measured handler reaches it. */
  SinkAddress sink() {
    return sink;
  }

  /** Where a generator of this machine may send what is no Pong, before it measures. */
  URI warmUp() {
    return uri("warm-up");
  }

  ProcessHandle handle() {
    return ProcessHandle.of(process.pid())
        .orElseThrow(() -> new IllegalStateException("the partner has ended"));
  }

  /**
   * Announces Pings, before the first of them is sent.
   *
   * @param most how many, with numbers from 0 on
   */
  void expect(PingIds ids, EbmsPing flow, int most) throws IOException, InterruptedException {
    var expected = new Partner.Expectation(ids.token(), flow, most);
    send("expect", "POST", BodyPublishers.ofByteArray(JSON.writeValueAsBytes(expected)), 204);
  }

  /** What has come, of the Pings of one token and in all. */
  PongBook.Counts counts(String token) throws IOException, InterruptedException {
    return JSON.readValue(ask("counts/" + token), PongBook.Counts.class);
  }

  /** The numbers of the Pings that have their Pong. */
  BitSet answered(String token) throws IOException, InterruptedException {
    return BitSet.valueOf(ask("answered/" + token));
  }

  /**
   * Waits until as many Pings of a token have their Pong as were accepted, or nothing whatever has
   * come for {@code silence}.
   */
  void awaitPongs(String token, long accepted, Duration silence, Duration limit)
      throws IOException, InterruptedException {
    var deadline = System.nanoTime() + limit.toNanos();
    var lastChange = System.nanoTime();
    var last = -1L;
    while (System.nanoTime() - deadline < 0 && System.nanoTime() - lastChange < silence.toNanos()) {
      var counts = counts(token);
      if (counts.matched() >= accepted) {
        return;
      }
      if (counts.received() != last) {
        last = counts.received();
        lastChange = System.nanoTime();
      }
      Thread.sleep(POLL);
    }
  }

  private byte[] ask(String path) throws IOException, InterruptedException {
    return send(path, "GET", BodyPublishers.noBody(), 200);
  }

  private byte[] send(String path, String method, BodyPublisher body, int expected)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(uri(path)).timeout(LONGEST_ANSWER).method(method, body);
    HttpResponse<byte[]> answer;
    try {
      answer = http.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new IOException("the partner that receives Pongs answers no more: " + e, e);
    }
    if (answer.statusCode() != expected) {
      throw new IOException(
          "the partner that receives Pongs answered %d to %s: %s"
              .formatted(
                  answer.statusCode(), path, new String(answer.body(), StandardCharsets.UTF_8)));
    }
    return answer.body();
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:%d/%s".formatted(control, path));
  }

  @Override
  public void close() {
    http.shutdownNow();
    process.close();
  }
}
