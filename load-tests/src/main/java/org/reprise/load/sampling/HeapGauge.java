package org.reprise.load.sampling;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalDouble;
import org.reprise.load.deploy.Credentials;
import tools.jackson.databind.json.JsonMapper;

/**
 * Bytes of used heap, as a service says at its {@code /actuator/metrics}. It is asked for no other
 * metric: to write all of them twice a second took a third of the CPU of a service that is held to
 * 0.15 of a core.
 */
public final class HeapGauge implements Gauge, AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(1))
          .build();
  private final HttpRequest request;

  /** Reads beside {@code metrics}, the URL that lists all of them. */
  public HeapGauge(URI metrics, Credentials credentials) {
    this.request =
        HttpRequest.newBuilder(metrics.resolve("metrics/jvm.memory.used?tag=area:heap"))
            .timeout(Duration.ofSeconds(2))
            .header("Authorization", credentials.basicHeader())
            .GET()
            .build();
  }

  @Override
  public OptionalDouble read() throws IOException, InterruptedException {
    var answer = http.send(request, BodyHandlers.ofByteArray());
    return answer.statusCode() == 200 ? usedHeap(answer.body()) : OptionalDouble.empty();
  }

  /** The sum over the heap's pools; empty where the answer has none. */
  static OptionalDouble usedHeap(byte[] answer) {
    var value = JSON.readTree(answer).path("measurements").path(0).path("value");
    return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
