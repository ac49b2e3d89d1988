package org.reprise.gc.application;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.jena.graph.Triple;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.GuardedPeer;
import org.reprise.oslc.rdf.RdfReader;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.BoundedHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Sends requests to the configured applications, each behind its circuit breaker: one that fails is
 * not called for a while. Each answer has bounds of time and length to its last byte, and
 * credentials go to the application that they are configured for.
 */
@Component
public final class Applications implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Applications.class);
  private static final int MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final String FORMATS =
      "text/turtle, application/rdf+xml;q=0.9, application/ld+json;q=0.8";

  // Without a charset: Turtle is UTF-8.
  private static final ContentType TURTLE = ContentType.create("text/turtle", (Charset) null);

  private static final Pattern PATH_END = Pattern.compile("[?#]");
  private static final Pattern ENCODED_SLASH =
      Pattern.compile("%2f|%5c|\\\\", Pattern.CASE_INSENSITIVE);
  // Some servers take off what stands behind a semicolon before they look at the segment.
  private static final Pattern DOT_SEGMENT =
      Pattern.compile("/(\\.|%2e){1,2}(;[^/]*)?(/|$)", Pattern.CASE_INSENSITIVE);

  private static final Set<Integer> OVERLOADED = Set.of(429, 503);
  // An application that is itself a proxy answers so for resources beyond it, and 503 too.
  private static final Set<Integer> BAD_RESOURCE = Set.of(500, 502, 504);

  private final ApplicationSettings settings;
  private final BoundedHttpClient client;
  private final Map<String, GuardedApplication> byName = new TreeMap<>();
  private volatile boolean isClosed;

  /**
   * An unusable answer about one resource. Any caller can name such a resource, so it does not
   * count against the application, which has answered.
   */
  private static final class BadAnswer extends IOException {
    private static final long serialVersionUID = 1;

    BadAnswer(String message) {
      super(message);
    }
  }

  private record GuardedApplication(
      String baseUri, @Nullable String authorization, GuardedPeer<Refusal> peer, Retry retry) {}

  Applications(ApplicationSettings settings) {
    this.settings = settings;
    this.client =
        new BoundedHttpClient(
            CONNECT_TIMEOUT,
            uri ->
                of(uri.toString())
                    .map(byName::get)
                    .map(GuardedApplication::authorization)
                    .orElse(null));
    settings.applications().forEach((name, one) -> byName.put(name, guard(name, one)));
  }

  private GuardedApplication guard(String name, ApplicationSettings.Application application) {
    ApplicationSettings.Requests requests = settings.requests();
    Retry retry =
        Retry.of(
            name,
            RetryConfig.custom()
                .maxAttempts(requests.attempts())
                .intervalFunction(IntervalFunction.ofExponentialBackoff(requests.backoff(), 2))
                .retryExceptions(IOException.class)
                .build());
    return new GuardedApplication(
        String.valueOf(application.baseUri()),
        BoundedHttpClient.basic(application.username(), application.password()),
        new GuardedPeer<>(
            name,
            requests.breakerCalls(),
            requests.breakerOpen(),
            end -> end instanceof IOException && !(end instanceof BadAnswer),
            BadAnswer.class::isInstance,
            _ -> unavailable(name, "has failed; it is tried again soon")),
        retry);
  }

  /** Returns the base URIs of all applications, by name. */
  public Map<String, String> baseUris() {
    Map<String, String> all = new TreeMap<>();
    byName.forEach((name, one) -> all.put(name, one.baseUri()));
    return all;
  }

  /**
   * Returns the name of the application that a URI belongs to: the one with the longest base URI
   * that it begins with. Empty if there is none, or a server could take the path for another one,
   * as {@code /qm/../rm}: credentials of one application would go to another.
   */
  public Optional<String> of(String uri) {
    if (isAmbiguous(uri)) {
      return Optional.empty();
    }
    return byName.entrySet().stream()
        .filter(one -> uri.startsWith(one.getValue().baseUri() + "/"))
        .max(Comparator.comparingInt(one -> one.getValue().baseUri().length()))
        .map(Map.Entry::getKey);
  }

  private static boolean isAmbiguous(String uri) {
    String path = ENCODED_SLASH.matcher(PATH_END.split(uri, 2)[0]).replaceAll("/");
    return DOT_SEGMENT.matcher(path).find();
  }

  /** An answer of an application that works, whatever it says of the resource. */
  @SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
  record Answer(int status, String contentType, String location, byte[] body) {
    /**
     * Returns the statements of the document.
     *
     * @param uri where it was read
     * @throws Refusal 502 if it is no document that can be read
     */
    List<Triple> triples(String uri) {
      try {
        return RdfReader.read(body, contentType, uri);
      } catch (Refusal e) {
        throw new Refusal(
            HttpStatus.BAD_GATEWAY,
            "What is at <%s> cannot be read: %s".formatted(uri, e.reason()));
      }
    }
  }

  /**
   * Sends a GET.
   *
   * @param isKnown whether it was read before, or no caller chooses it. Any other address may be
   *     slow or answer 503 though its application works, so that neither counts
   * @throws Refusal 400 for a URI of no configured application, 503 if the application does not
   *     answer
   */
  Answer get(String uri, boolean isKnown) {
    return send(HttpMethod.GET, uri, isKnown, _ -> {});
  }

  /**
   * Sends Turtle. The application may have done what was requested though no answer came: the
   * request may be sent again.
   *
   * @param key the header {@code Idempotency-Key}, the same if the same is requested again: an
   *     application that knows it does that once (draft-ietf-httpapi-idempotency-key-header)
   * @throws Refusal as {@link #get}
   */
  Answer post(String uri, String turtle, String key) {
    return send(
        HttpMethod.POST,
        uri,
        true,
        request -> {
          request.setEntity(new StringEntity(turtle, TURTLE));
          // The draft's form: a string in quotes.
          request.setHeader("Idempotency-Key", "\"" + key + "\"");
        });
  }

  private Answer send(
      HttpMethod method, String uri, boolean isKnown, Consumer<HttpUriRequestBase> request) {
    String name = of(uri).orElseThrow(() -> unknown(uri));
    GuardedApplication application = Objects.requireNonNull(byName.get(name));
    URI address;
    try {
      address = URI.create(uri);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("<%s> is not an absolute http or https URI.".formatted(uri));
    }
    Duration timeout = settings.requests().timeout();
    try {
      return application
          .retry()
          .executeCallable(() ->
              application
                  .peer()
                  .call(timeout, isKnown, () -> answer(method, address, isKnown, request)));
    } catch (IOException e) {
      LOG.warn("The application '{}' does not work: {}: {}", name, uri, e.toString());
      throw unavailable(name, "does not work (" + e.getMessage() + ")");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(name, "did not answer before this service stopped");
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Answer answer(
      HttpMethod method, URI uri, boolean isKnown, Consumer<HttpUriRequestBase> request)
      throws IOException {
    try (BoundedHttpClient.Response answer =
        client.send(
            method.name(),
            uri,
            request.andThen(it -> {
              it.setHeader("Accept", FORMATS);
              it.setHeader("OSLC-Core-Version", "3.0");
            }),
            MAX_RESPONSE_BYTES,
            settings.requests().timeout())) {
      // To its end whatever it is, so that its connection is used again.
      byte[] body = answer.body().readAllBytes();
      int status = answer.status();
      if (OVERLOADED.contains(status) && isKnown) {
        throw new IOException("it answers " + status);
      }
      if (OVERLOADED.contains(status) || BAD_RESOURCE.contains(status)) {
        throw new BadAnswer("it answers " + status);
      }
      return new Answer(
          status,
          Objects.requireNonNullElse(answer.headers().getFirst("Content-Type"), ""),
          Objects.requireNonNullElse(answer.headers().getFirst("Location"), ""),
          body);
    } catch (BoundedHttpClient.ResponseTooLong e) {
      throw new BadAnswer(String.valueOf(e.getMessage()));
    }
  }

  private Refusal unknown(String uri) {
    return Refusal.invalid(
        "<%s> is of no application that reprise.gc.applications.*.base-uri names; there are %s."
            .formatted(uri, baseUris()));
  }

  private Refusal unavailable(String name, String reason) {
    return Refusal.unavailable(
        "The application '%s' %s. Nothing was stored; try again.".formatted(name, reason),
        settings.requests().breakerOpen());
  }

  boolean isClosed() {
    return isClosed;
  }

  @Override
  public void close() {
    isClosed = true;
    client.close();
  }
}
