package org.reprise.ldx.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.http.FetchFailure.Kind;
import org.reprise.ldx.rdf.Formats;
import org.reprise.oslc.web.BoundedHttpClient;
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
  public final class Pending {
    private final Request request;
    private final BoundedHttpClient.Pending<byte[]> first;

    private Pending(Request request, BoundedHttpClient.Pending<byte[]> first) {
      this.request = request;
      this.first = first;
    }

    /**
     * Waits for the response and follows redirections, all of them within one further time-out.
     *
     * @throws FetchFailure when there is no usable document
     */
    public Document get() throws FetchFailure, InterruptedException {
      try {
        return follow(request, first);
      } catch (BoundedHttpClient.ResponseTooLong e) {
        throw new FetchFailure(Kind.DOCUMENT, String.valueOf(e.getMessage()));
      } catch (HttpTimeoutException e) {
        // Its message has the time that redirections left.
        throw unavailable("no whole response within " + settings.timeout().toMillis() + " ms");
      } catch (IOException e) {
        throw unavailable(String.valueOf(e.getMessage()));
      }
    }

    public void cancel() {
      first.cancel();
    }
  }

  /**
   * Sends a request without waiting for the response.
   *
   * @throws FetchFailure when the address is not allowed
   */
  public Pending begin(Request request) throws FetchFailure {
    return new Pending(request, send(request, request.uri(), settings.timeout()));
  }

  /**
   * Sends a request, and waits for the response.
   *
   * @throws FetchFailure when there is no usable document
   */
  public Document get(Request request) throws FetchFailure, InterruptedException {
    return begin(request).get();
  }

  private BoundedHttpClient.Pending<byte[]> send(Request request, URI uri, Duration timeout)
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
      return client.begin(
          uri,
          it -> {
            it.header("Accept", Formats.ACCEPT).header("OSLC-Core-Version", "3.0");
            if (request.etag() != null) {
              it.header("If-None-Match", request.etag());
            }
          },
          BoundedHttpClient.bytes(),
          request.max(),
          timeout);
    } catch (IllegalArgumentException e) {
      // Such as a port above 65535.
      throw new FetchFailure(Kind.DOCUMENT, "'%s' is not an address of a server: %s", uri, e);
    }
  }

  private Document follow(Request request, BoundedHttpClient.Pending<byte[]> first)
      throws FetchFailure, IOException, InterruptedException {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    BoundedHttpClient.Pending<byte[]> pending = first;
    for (int redirections = 0; redirections <= MAX_REDIRECTIONS; redirections++) {
      HttpResponse<byte[]> answer = pending.get();
      String location = answer.headers().firstValue("Location").orElse(null);
      if (!REDIRECTIONS.contains(answer.statusCode()) || location == null) {
        return document(answer);
      }
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      pending = send(request, Document.resolve(answer.uri(), location), left);
    }
    throw new FetchFailure(Kind.DOCUMENT, "there are more than %d redirections", MAX_REDIRECTIONS);
  }

  private static Document document(HttpResponse<byte[]> answer) throws FetchFailure {
    int status = answer.statusCode();
    switch (status) {
      case OK, Document.NOT_MODIFIED -> {
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

  private static FetchFailure unavailable(String reason) {
    return new FetchFailure(Kind.UNAVAILABLE, reason);
  }

  @Override
  public void close() {
    client.close();
  }
}
