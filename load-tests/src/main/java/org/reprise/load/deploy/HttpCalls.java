package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Requests with credentials, sent to the configured origins only. Redirects are not followed. A
 * request's own timeout ends with the response headers; here the limit covers the body, too.
 */
public record HttpCalls(
    HttpClient client, Credentials credentials, Duration limit, List<String> origins)
    implements AutoCloseable {
  /** Limits each exchange; the paths of the servers that may see the credentials do not matter. */
  public HttpCalls(Credentials credentials, Duration limit, URI... origins) {
    var allowed = Stream.of(origins).map(Origin::of).toList();
    this(builder(Duration.ofSeconds(10)).build(), credentials, limit, allowed);
  }

  /**
   * Sends a request and waits for the whole response.
   *
   * @throws IOException where the status is not an expected one, the URI is of another origin, or
   *     the body has not ended within the limit
   */
  public HttpResponse<String> send(HttpRequest.Builder request, IntPredicate expected)
      throws IOException, InterruptedException {
    var sent = request.setHeader("Authorization", credentials.authorization()).build();
    if (!origins.contains(Origin.of(sent.uri()))) {
      throw new IOException(
          "%s is not of %s, which alone may see the credentials"
              .formatted(sent.uri(), String.join(" or ", origins)));
    }
    var response = exchange(client, sent, BodyHandlers.ofString(), limit);
    if (!expected.test(response.statusCode())) {
      throw new IOException(
          "%s %s answered %d: %.300s"
              .formatted(sent.method(), sent.uri(), response.statusCode(), response.body()));
    }
    return response;
  }

  static HttpClient.Builder builder(Duration limit) {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(limit);
  }

  static <T> HttpResponse<T> exchange(
      HttpClient client, HttpRequest request, BodyHandler<T> body, Duration limit)
      throws IOException, InterruptedException {
    var pending = client.sendAsync(request, body);
    try {
      return pending.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException(
          "%s %s: no complete response within %d ms"
              .formatted(request.method(), request.uri(), limit.toMillis()));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
    } finally {
      pending.cancel(true);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
