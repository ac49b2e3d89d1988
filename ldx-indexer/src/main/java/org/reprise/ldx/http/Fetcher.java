package org.reprise.ldx.http;

import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.Formats;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/**
 * Gets documents by HTTP/1.1. Each answer has bounds of time and length to its last byte;
 * credentials go to the origin that they are configured for; a redirection to an origin that the
 * caller does not allow is not followed.
 */
@Component
public final class Fetcher implements AutoCloseable {
  private static final int MAX_REDIRECTIONS = 5;
  private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);
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
    return "Basic "
        + HttpHeaders.encodeBasicAuth(
            String.valueOf(credentials.username()),
            String.valueOf(credentials.password()),
            StandardCharsets.UTF_8);
  }

  public FetchSettings settings() {
    return settings;
  }

  /**
   * A request for a document.
   *
   * @param origins the only servers that are asked, also after redirections
   * @param etag of a known version, which need not be sent again; null for none
   */
  public record Request(URI uri, Set<Origin> origins, @Nullable String etag, long max) {
    public Request {
      origins = Set.copyOf(origins);
    }
  }

  /** A response that has not been read yet. */
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
     * @throws FetchFailure when there is no usable document
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
   * Sends a request without waiting for the response.
   *
   * @throws FetchFailure when the address is not allowed
   */
  public Pending begin(Request request) throws FetchFailure {
    long deadline = deadline();
    return new Pending(request, send(request, request.uri()), deadline);
  }

  private long deadline() {
    return System.nanoTime() + settings.timeout().toNanos();
  }

  /**
   * Sends a request, and waits for the response.
   *
   * @throws FetchFailure when there is no usable document
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
      throw new FetchFailure(Kind.DOCUMENT, String.valueOf(e.getMessage()));
    }
    if (!request.origins().contains(origin)) {
      throw new FetchFailure(
          uri.equals(request.uri()) ? Kind.DOCUMENT : Kind.FORBIDDEN,
          "%s is not an origin of this data source",
          origin);
    }
    try {
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(uri)
              .timeout(settings.timeout())
              .header("Accept", Formats.ACCEPT)
              .header("OSLC-Core-Version", "3.0");
      String authorization = authorizations.get(origin);
      if (authorization != null) {
        builder.header("Authorization", authorization);
      }
      if (request.etag() != null) {
        builder.header("If-None-Match", request.etag());
      }
      return client.sendAsync(
          builder.build(), head -> BodySubscribers.limiting(copying(), request.max()));
    } catch (IllegalArgumentException e) {
      // Such as a port above 65535.
      throw new FetchFailure(Kind.DOCUMENT, "'%s' is not an address of a server: %s", uri, e);
    }
  }

  // ofByteArray() keeps the buffers as they come, and one of a chunk of one byte takes sixty bytes
  // of the heap.
  private static BodySubscriber<byte[]> copying() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    return BodySubscribers.mapping(
        BodySubscribers.ofByteArrayConsumer(part -> part.ifPresent(body::writeBytes)),
        end -> body.toByteArray());
  }

  private Document follow(
      Request request, CompletableFuture<HttpResponse<byte[]>> first, long deadline)
      throws FetchFailure, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> pending = first;
    for (int redirections = 0; redirections <= MAX_REDIRECTIONS; redirections++) {
      HttpResponse<byte[]> answer = await(request, pending, deadline);
      String location = answer.headers().firstValue("Location").orElse(null);
      if (!REDIRECTIONS.contains(answer.statusCode()) || location == null) {
        return document(answer);
      }
      pending = send(request, Document.resolve(answer.uri(), location));
    }
    throw new FetchFailure(Kind.DOCUMENT, "there are more than %d redirections", MAX_REDIRECTIONS);
  }

  private static Document document(HttpResponse<byte[]> answer) throws FetchFailure {
    int status = answer.statusCode();
    switch (status) {
      case OK, NOT_MODIFIED -> {
        String type = answer.headers().firstValue("Content-Type").orElse(null);
        if (status == OK && Formats.ofContent(type).isEmpty()) {
          throw new FetchFailure(
              Kind.FORBIDDEN, "its media type is '%s', which is no RDF", String.valueOf(type));
        }
        return new Document(answer.uri(), status, answer.headers(), answer.body());
      }
      case 404, 410 -> throw new FetchFailure(Kind.GONE, "the server answers " + status);
      case 401 ->
          throw new FetchFailure(
              Kind.CREDENTIALS,
              "the server answers 401 to the credentials for " + Origin.of(answer.uri()));
      case 403 ->
          throw new FetchFailure(
              Kind.FORBIDDEN,
              "the server answers 403: the credentials do not give access to this document");
      case 408, 425, 429, 502, 503, 504 -> throw unavailable("the server answers " + status);
      default ->
          throw new FetchFailure(
              status >= 500 ? Kind.SERVER : Kind.DOCUMENT, "the server answers " + status);
    }
  }

  private HttpResponse<byte[]> await(
      Request request, CompletableFuture<HttpResponse<byte[]>> pending, long deadline)
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
      throw failure(e, request.max(), limit);
    }
  }

  private static String late(Duration limit) {
    return "there was no whole answer within %,d ms".formatted(limit.toMillis());
  }

  private static FetchFailure failure(ExecutionException thrown, long max, Duration limit) {
    Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    // The JDK has no type for a body that is too long.
    String root = String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage());
    if (root.startsWith("body exceeds capacity")) {
      return new FetchFailure(Kind.DOCUMENT, "it has more than %,d bytes", max);
    }
    return switch (cause) {
      case HttpConnectTimeoutException late -> unavailable("no connection in time");
      case HttpTimeoutException late -> unavailable(late(limit));
      case ConnectException refused -> unavailable("no connection");
      default -> unavailable(Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
    };
  }

  private static FetchFailure unavailable(String reason) {
    return new FetchFailure(Kind.UNAVAILABLE, reason);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
