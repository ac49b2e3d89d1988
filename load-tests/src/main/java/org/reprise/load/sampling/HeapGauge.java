package org.reprise.load.sampling;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.HttpCalls;
import tools.jackson.databind.json.JsonMapper;

/**
 * Bytes of used heap, as a service says at its {@code /actuator/metrics}. It is asked for no other
 * metric: to write all of them twice a second took a third of the CPU of a service that is held to
 * 0.15 of a core.
 */
public final class HeapGauge implements Gauge {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final HttpCalls calls;
  private final URI address;

  public HeapGauge(URI metrics, Credentials credentials) {
    calls = new HttpCalls(HttpClient.newBuilder(), credentials, LIMIT, List.of(metrics));
    address = metrics.resolve("metrics/jvm.memory.used?tag=area:heap");
  }

  @Override
  public OptionalDouble read() throws IOException, InterruptedException {
    return usedHeap(calls.send(HttpRequest.newBuilder(address), status -> status == 200).body());
  }

  static OptionalDouble usedHeap(String answer) {
    var value = JsonMapper.shared().readTree(answer).path("measurements").path(0).path("value");
    return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
  }

  @Override
  public void close() {
    calls.close();
  }
}
