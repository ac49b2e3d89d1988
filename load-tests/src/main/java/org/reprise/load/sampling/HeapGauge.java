package org.reprise.load.sampling;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.reprise.load.stack.Credentials;

/** Bytes of used heap, as a service says at its {@code /actuator/prometheus}. */
public final class HeapGauge implements Gauge, AutoCloseable {
  private final HttpClient http =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(1))
          .build();
  private final HttpRequest request;

  /** Reads {@code metrics}, the whole URL. */
  public HeapGauge(URI metrics, Credentials credentials) {
    this.request =
        HttpRequest.newBuilder(metrics)
            .timeout(Duration.ofSeconds(2))
            .header("Authorization", credentials.basicHeader())
            .GET()
            .build();
  }

  @Override
  public OptionalDouble read() throws IOException, InterruptedException {
    var answer = http.send(request, BodyHandlers.ofLines());
    try (Stream<String> lines = answer.body()) {
      return answer.statusCode() == 200 ? usedHeap(lines) : OptionalDouble.empty();
    }
  }

  /** The sum over the heap's pools; empty where the text has none. */
  static OptionalDouble usedHeap(Stream<String> lines) {
    var pools =
        lines
            .filter(
                line -> line.startsWith("jvm_memory_used_bytes{") && line.contains("area=\"heap\""))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .toArray();
    return pools.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(java.util.Arrays.stream(pools).sum());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
