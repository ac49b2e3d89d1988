package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.reprise.load.stack.Credentials;

/** Asks the index for the links that point to an artifact, as the report's applications do. */
final class BackLinks implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String REQUEST =
      """
      @prefix oslc_ldm: <http://open-services.net/ns/ldm#> .
      [] a oslc_ldm:LinkDiscoveryRequest ; oslc_ldm:resources <%s> ; oslc_ldm:direction "incoming" .
      """;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
  private final URI address;
  private final Credentials credentials;

  /**
   * Asks an index.
   *
   * @param index its origin
   */
  BackLinks(URI index, Credentials credentials) {
    this.address = index.resolve("/discover-links");
    this.credentials = credentials;
  }

  /**
   * Asks for one artifact after another, around and around.
   *
   * @param targets to which links point, at least one
   * @return the 99th percentile, milliseconds
   * @throws IOException where an answer has no link
   */
  double ask(List<String> targets, int times) throws IOException, InterruptedException {
    var took = new Histogram(3);
    for (int i = 0; i < times; i++) {
      var wanted = targets.get(i % targets.size());
      var due = System.nanoTime();
      var answer =
          client.send(
              HttpRequest.newBuilder(address)
                  .timeout(LIMIT)
                  .header("Authorization", credentials.basicHeader())
                  .header("Content-Type", "text/turtle")
                  .header("Accept", "text/turtle")
                  .POST(HttpRequest.BodyPublishers.ofString(REQUEST.formatted(wanted)))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      took.recordValue(System.nanoTime() - due);
      if (answer.statusCode() != 200 || !answer.body().contains(wanted)) {
        throw new IOException(
            "the index answered %d and no link to %s".formatted(answer.statusCode(), wanted));
      }
    }
    return took.getValueAtPercentile(99) / 1e6;
  }

  @Override
  public void close() {
    client.close();
  }
}
