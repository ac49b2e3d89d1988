package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.reprise.load.stack.Credentials;

/** Calls of the services that a run has started, one after another, by their user. */
final class ServiceCalls implements AutoCloseable {
  private static final String TURTLE = "text/turtle";
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final Credentials credentials;
  private final Duration limit;

  /**
   * By a user.
   *
   * @param limit of an answer
   */
  ServiceCalls(Credentials credentials, Duration limit) {
    this.credentials = credentials;
    this.limit = limit;
  }

  /** Gets a resource, as Turtle. */
  String get(URI address) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(address));
  }

  /** Posts a document, as Turtle. */
  String post(URI address, String turtle) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(address)
            .header("Content-Type", TURTLE)
            .POST(BodyPublishers.ofString(turtle)));
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var sent =
        request
            .timeout(limit)
            .header("Authorization", credentials.basicHeader())
            .header("Accept", TURTLE + ", application/json;q=0.5")
            .build();
    var answer = client.send(sent, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(
          "%s answered %d: %s".formatted(sent.uri(), answer.statusCode(), answer.body()));
    }
    return answer.body();
  }

  @Override
  public void close() {
    client.close();
  }
}
