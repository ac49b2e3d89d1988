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
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;

/**
 * Requests with credentials, sent to the configured origins only. Redirects are not followed. A
 * request's own timeout ends with the response headers; here the limit covers the body, too.
 */
public final class HttpCalls implements AutoCloseable {
  private static final int MAX_SHOWN = 300;

  private final HttpClient client;
  private final Credentials credentials;
  private final Duration limit;
  private final List<String> origins;

  /**
   * Creates calls.
   *
   * @param limit of one exchange, from the request to the end of the response body
   * @param origins URLs of the servers that may see the credentials; their paths do not matter
   */
  public HttpCalls(
      HttpClient.Builder client, Credentials credentials, Duration limit, Collection<URI> origins) {
    this.client =
        client
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    this.credentials = credentials;
    this.limit = limit;
    this.origins = origins.stream().map(Origin::of).toList();
  }

  /**
   * Sends a request and waits for the whole response.
   *
   * @param expected status codes
   * @throws HttpTimeoutException where the body has not ended within the limit
   * @throws IOException where the status is another one, or the URI is of another origin
   */
  public HttpResponse<String> send(HttpRequest.Builder request, IntPredicate expected)
      throws IOException, InterruptedException {
    var sent = request.setHeader("Authorization", credentials.basicHeader()).build();
    if (!origins.contains(Origin.of(sent.uri()))) {
      throw new IOException(
          "%s is not of %s, which alone may see the credentials"
              .formatted(sent.uri(), String.join(" or ", origins)));
    }
    var response = exchange(client, sent, BodyHandlers.ofString(), limit);
    if (!expected.test(response.statusCode())) {
      var body = response.body();
      throw new IOException(
          "%s %s answered %d: %s"
              .formatted(
                  sent.method(),
                  sent.uri(),
                  response.statusCode(),
                  body.length() > MAX_SHOWN ? body.substring(0, MAX_SHOWN) + "…" : body));
    }
    return response;
  }

  /** Sends a request and reads the whole response within the limit. */
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
