package org.reprise.ldx.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.Formats;
import org.reprise.oslc.web.BoundedHttpClient;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;

/**
 * Gets documents within bounds of time and length; credentials go to the origin that they are
 * configured for; a redirection to an origin that the caller does not allow is not followed.
 */
@Component
public final class Fetcher implements AutoCloseable {
  private static final int MAX_REDIRECTIONS = 5;
  private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);
  private static final int OK = 200;

  private final BoundedHttpClient client;
  private final FetchSettings settings;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Origin, String> authorizations = new HashMap<>();

  public Fetcher(FetchSettings settings) {
    this.settings = settings;
    this.client =
        new BoundedHttpClient(settings.connectTimeout(), uri -> authorizations.get(Origin.of(uri)));
    settings
        .credentials()
        .forEach(one -> authorizations.put(Origin.of(one.origin()), authorization(one)));
  }

  private static String authorization(FetchSettings.Credentials credentials) {
    return Objects.requireNonNullElseGet(
        BoundedHttpClient.basic(credentials.username(), credentials.password()),
        () -> "Bearer " + credentials.token());
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
  public record Pending(Future<Document> document) {
    /**
     * Waits for the response.
     *
     * @throws FetchFailure when there is no usable document
     */
    public Document get() throws FetchFailure, InterruptedException {
      try {
        return document.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof FetchFailure failure) {
          throw failure;
        }
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        cancel();
        throw e;
      }
    }

    public void cancel() {
      document.cancel(true);
    }
  }

  /**
   * Sends a request without waiting for the response; redirections are followed, all within one
   * time-out.
   *
   * @throws FetchFailure when the address is not allowed
   */
  public Pending begin(Request request) throws FetchFailure {
    check(request, request.uri());
    return new Pending(threads.submit(() -> fetch(request)));
  }

  /**
   * Sends a request, and waits for the response.
   *
   * @throws FetchFailure when there is no usable document
   */
  public Document get(Request request) throws FetchFailure, InterruptedException {
    return begin(request).get();
  }

  private static void check(Request request, URI uri) throws FetchFailure {
    try {
      Origin origin = Origin.of(uri);
      if (!request.origins().contains(origin)) {
        throw new FetchFailure(Kind.FORBIDDEN, "%s is not an origin of this data source", origin);
      }
    } catch (IllegalArgumentException e) {
      throw new FetchFailure(Kind.DOCUMENT, String.valueOf(e.getMessage()));
    }
  }

  private Document fetch(Request request) throws FetchFailure {
    try {
      return follow(request);
    } catch (BoundedHttpClient.ResponseTooLong e) {
      throw new FetchFailure(Kind.DOCUMENT, String.valueOf(e.getMessage()));
    } catch (HttpTimeoutException e) {
      // Its message has the time that redirections left.
      throw unavailable("no whole response within " + settings.timeout().toMillis() + " ms");
    } catch (IOException e) {
      throw unavailable(String.valueOf(e.getMessage()));
    }
  }

  private Document follow(Request request) throws FetchFailure, IOException {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    URI uri = request.uri();
    for (int redirections = 0; redirections <= MAX_REDIRECTIONS; redirections++) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      try (BoundedHttpClient.Response answer = send(request, uri, left)) {
        String location = answer.headers().getFirst("Location");
        // To its end whatever it is, so that its connection is used again.
        byte[] body = answer.body().readAllBytes();
        if (!REDIRECTIONS.contains(answer.status()) || location == null) {
          return document(request, uri, answer, body);
        }
        uri = Document.resolve(uri, location);
        check(request, uri);
      }
    }
    throw new FetchFailure(Kind.DOCUMENT, "there are more than %d redirections", MAX_REDIRECTIONS);
  }

  private BoundedHttpClient.Response send(Request request, URI uri, Duration timeout)
      throws FetchFailure, IOException {
    try {
      return client.send(
          HttpMethod.GET.name(),
          uri,
          it -> {
            it.setHeader("Accept", Formats.ACCEPT);
            it.setHeader("OSLC-Core-Version", "3.0");
            if (request.etag() != null) {
              it.setHeader("If-None-Match", request.etag());
            }
          },
          request.max(),
          timeout);
    } catch (IllegalArgumentException e) {
      // Such as a port above 65535.
      throw new FetchFailure(Kind.DOCUMENT, "'%s' is not an address of a server: %s", uri, e);
    }
  }

  private static Document document(
      Request request, URI uri, BoundedHttpClient.Response answer, byte[] body)
      throws FetchFailure {
    int status = answer.status();
    if (status == Document.NOT_MODIFIED && request.etag() == null) {
      throw new FetchFailure(
          Kind.FORBIDDEN, "the server answers 304 to a request without a condition");
    }
    switch (status) {
      case OK, Document.NOT_MODIFIED -> {
        String type = answer.headers().getFirst("Content-Type");
        if (status == OK && Formats.ofContent(type).isEmpty()) {
          throw new FetchFailure(
              Kind.FORBIDDEN, "its media type is '%s', which is no RDF", String.valueOf(type));
        }
        return new Document(uri, status, answer.headers(), body);
      }
      case 404, 410 -> throw new FetchFailure(Kind.GONE, "the server answers " + status);
      case 401 ->
          throw new FetchFailure(
              Kind.CREDENTIALS, "the server answers 401 to the credentials for " + Origin.of(uri));
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

  private static FetchFailure unavailable(String reason) {
    return new FetchFailure(Kind.UNAVAILABLE, reason);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
  }
}
