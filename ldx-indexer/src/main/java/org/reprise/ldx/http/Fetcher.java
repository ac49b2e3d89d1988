package org.reprise.ldx.http;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.rdf.RdfFormat;

/**
 * Gets documents by HTTP/1.1. Each answer has bounds of time and length to its last byte;
 * credentials go to the origin that they are configured for; a redirection to an origin that the
 * caller does not allow is not followed.
 */
public final class Fetcher implements AutoCloseable {
  private static final int MAX_REDIRECTIONS = 5;
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  private final HttpClient client;
  private final FetchSettings settings;
  private final Map<Origin, String> authorizations = new HashMap<>();

  public Fetcher(FetchSettings settings) {
    this.settings = settings;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            // Its tasks hand bytes on and never wait, so they need no thread of their own. The
            // names of hosts are looked up on the caller's thread.
            .executor(Runnable::run)
            .build();
    settings
        .credentials()
        .forEach(one -> authorizations.put(Origin.of(one.origin()), authorization(one)));
  }

  private static String authorization(FetchSettings.Credentials credentials) {
    if (credentials.token() != null) {
      return "Bearer " + credentials.token();
    }
    byte[] pair =
        "%s:%s"
            .formatted(credentials.username(), credentials.password())
            .getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  public FetchSettings settings() {
    return settings;
  }

  /**
   * What is asked for.
   *
   * @param origins the only ones that are asked
   * @param etag with which the server need not answer what has not changed; null for any
   * @param max bytes
   */
  public record Request(URI uri, Set<Origin> origins, @Nullable String etag, long max) {
    public Request {
      origins = Set.copyOf(origins);
    }
  }

  /** An answer that is on its way. */
  public final class Pending {
    private final Request request;
    private final CompletableFuture<HttpResponse<byte[]>> answer;
    private final long deadline;

    private Pending(
        Request request, CompletableFuture<HttpResponse<byte[]>> answer, long deadline) {
      this.request = request;
      this.answer = answer;
      this.deadline = deadline;
    }

    /**
     * Waits for the answer, and follows redirections.
     *
     * @throws FetchFailure when there is no document, or none that can be used
     */
    public Document get() throws FetchFailure, InterruptedException {
      // An answer that came in time may have waited for the caller since; where it leads to has
      // the time that a new question has.
      return follow(request, answer, answer.isDone() ? deadline() : deadline);
    }

    public void cancel() {
      answer.cancel(true);
    }
  }

  /**
   * Begins to ask.
   *
   * @throws FetchFailure when the address may not be asked at all
   */
  public Pending begin(Request request) throws FetchFailure {
    long deadline = deadline();
    return new Pending(request, send(request, request.uri()), deadline);
  }

  private long deadline() {
    return System.nanoTime() + settings.timeout().toNanos();
  }

  /**
   * Asks, and waits for the answer.
   *
   * @throws FetchFailure when there is no document, or none that can be used
   */
  public Document get(Request request) throws FetchFailure, InterruptedException {
    return begin(request).get();
  }

  private CompletableFuture<HttpResponse<byte[]>> send(Request request, URI uri)
      throws FetchFailure {
    Origin origin;
    try {
      origin = Origin.of(uri);
    } catch (IllegalArgumentException e) {
      throw new FetchFailure(FetchFailure.Kind.DOCUMENT, String.valueOf(e.getMessage()));
    }
    if (!request.origins().contains(origin)) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "%s is not an origin of this data source".formatted(origin));
    }
    try {
      HttpRequest.Builder asked =
          HttpRequest.newBuilder(uri)
              .timeout(settings.timeout())
              .header("Accept", RdfFormat.ACCEPT)
              .header("OSLC-Core-Version", "3.0");
      String authorization = authorizations.get(origin);
      if (authorization != null) {
        asked.header("Authorization", authorization);
      }
      if (request.etag() != null) {
        asked.header("If-None-Match", request.etag());
      }
      return client.sendAsync(asked.build(), head -> BoundedBody.of(request.max()));
    } catch (IllegalArgumentException e) {
      // Such as a port above 65535.
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "'%s' cannot be asked: %s".formatted(uri, e.getMessage()));
    }
  }

  private Document follow(
      Request request, CompletableFuture<HttpResponse<byte[]>> first, long deadline)
      throws FetchFailure, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> pending = first;
    for (int redirections = 0; redirections <= MAX_REDIRECTIONS; redirections++) {
      HttpResponse<byte[]> answer = await(pending, deadline);
      String location = answer.headers().firstValue("Location").orElse(null);
      if (!isRedirection(answer.statusCode()) || location == null) {
        return document(answer);
      }
      pending = send(request, resolve(answer.uri(), location));
    }
    throw new FetchFailure(
        FetchFailure.Kind.DOCUMENT,
        "there are more than %d redirections".formatted(MAX_REDIRECTIONS));
  }

  private static URI resolve(URI base, String location) throws FetchFailure {
    try {
      return base.resolve(location);
    } catch (IllegalArgumentException e) {
      throw new FetchFailure(
          FetchFailure.Kind.DOCUMENT, "it redirects to '%s', which is no URI".formatted(location));
    }
  }

  private static boolean isRedirection(int status) {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> true;
      default -> false;
    };
  }

  private static Document document(HttpResponse<byte[]> answer) throws FetchFailure {
    int status = answer.statusCode();
    switch (status) {
      case OK, NOT_MODIFIED -> {
        return new Document(answer.uri(), status, answer.headers(), answer.body());
      }
      case 404, 410 ->
          throw new FetchFailure(FetchFailure.Kind.GONE, "the server answers " + status);
      case 401 ->
          throw new FetchFailure(
              FetchFailure.Kind.CREDENTIALS,
              "the server answers 401 to the credentials for " + Origin.of(answer.uri()));
      case 403 ->
          throw new FetchFailure(
              FetchFailure.Kind.FORBIDDEN,
              "the server answers 403: the credentials do not give access to this document");
      case 408, 425, 429 ->
          throw new FetchFailure(FetchFailure.Kind.SERVER, "the server answers " + status);
      case 502, 503, 504 -> throw unavailable("the server answers " + status);
      default ->
          throw new FetchFailure(
              status >= 500 ? FetchFailure.Kind.SERVER : FetchFailure.Kind.DOCUMENT,
              "the server answers " + status);
    }
  }

  private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> pending, long deadline)
      throws FetchFailure, InterruptedException {
    Duration limit = settings.timeout();
    try {
      return pending.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      pending.cancel(true);
      throw unavailable(late(limit));
    } catch (InterruptedException e) {
      pending.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause(), limit);
    }
  }

  private static String late(Duration limit) {
    return "there was no whole answer within %,d ms".formatted(limit.toMillis());
  }

  private static FetchFailure failure(Throwable thrown, Duration limit) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    for (Throwable deep = cause; deep != null; deep = deep.getCause()) {
      if (deep instanceof BoundedBody.TooLong) {
        return new FetchFailure(FetchFailure.Kind.DOCUMENT, String.valueOf(deep.getMessage()));
      }
    }
    return switch (cause) {
      case HttpConnectTimeoutException late -> unavailable("no connection in time");
      case HttpTimeoutException late -> unavailable(late(limit));
      case ConnectException refused -> unavailable("no connection");
      default -> {
        String message = cause.getMessage();
        yield new FetchFailure(
            FetchFailure.Kind.SERVER, message == null ? cause.getClass().getSimpleName() : message);
      }
    };
  }

  private static FetchFailure unavailable(String reason) {
    return new FetchFailure(FetchFailure.Kind.UNAVAILABLE, reason);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
