package org.reprise.trs.global;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server of global configurations. It is asked over connections that stay open, so many
 * requests at once, each with a bound of time and length to its last byte; where half of its
 * answers are failures it is left alone for a while. The credentials go to its origin only;
 * redirections are not followed.
 */
public final class GlobalServer implements AutoCloseable {
  // RFC 9110, section 8.8.3.
  private static final Pattern ETAG = Pattern.compile("(?:W/)?\"[!#-~]{0,1000}\"");
  private static final int WINDOW = 20;
  private static final float HALF = 50;
  private static final int LOWEST_FAILURE = 500;

  private final GlobalSettings settings;
  private final @Nullable String authorization;
  private final CircuitBreaker breaker;
  private final Semaphore places;
  private final HttpClient client;

  GlobalServer(GlobalSettings settings) {
    this.settings = settings;
    this.authorization = authorization(settings);
    this.places = new Semaphore(settings.atOnce());
    this.breaker =
        CircuitBreaker.of(
            "global-configurations",
            CircuitBreakerConfig.custom()
                .slidingWindowSize(WINDOW)
                .minimumNumberOfCalls(WINDOW)
                .failureRateThreshold(HALF)
                .permittedNumberOfCallsInHalfOpenState(2)
                .waitDurationInOpenState(settings.leftAlone())
                .build());
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            // Its tasks hand bytes on and never wait, so they need no thread of their own: a
            // request
            // costs two thirds of the time that it takes with one for each task.
            .executor(Runnable::run)
            .build();
  }

  private static @Nullable String authorization(GlobalSettings settings) {
    if (settings.username() == null) {
      return null;
    }
    byte[] pair =
        "%s:%s"
            .formatted(settings.username(), settings.password())
            .getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /** Whether there is one. */
  public boolean isSet() {
    return settings.baseUri() != null;
  }

  /** What its URIs begin with; empty where there is none. */
  public String baseUri() {
    return settings.baseUri() == null ? "" : settings.baseUri();
  }

  /** An answer of which the body is still to come; to be closed. */
  public final class Answer implements AutoCloseable {
    private final HttpResponse<StreamedBody> response;
    private final long deadline;
    private boolean isRead;

    private Answer(HttpResponse<StreamedBody> response, long deadline) {
      this.response = response;
      this.deadline = deadline;
    }

    /** The status. */
    public int status() {
      return response.statusCode();
    }

    /** The headers. */
    public HttpHeaders headers() {
      return response.headers();
    }

    /** The entity tag; null where there is none that could be sent back. */
    public @Nullable String etag() {
      return headers().firstValue("ETag").filter(etag -> ETAG.matcher(etag).matches()).orElse(null);
    }

    /**
     * Writes the body to its end.
     *
     * @throws NoAnswer where it is not whole in time or too long; a part of it may be written
     * @throws IOException where it cannot be written
     */
    public void copyTo(OutputStream out) throws NoAnswer, IOException, InterruptedException {
      isRead = true;
      Guarded guarded = new Guarded(out);
      try {
        response.body().copyTo(guarded, settings.maxDocument().toBytes(), deadline);
      } catch (HttpTimeoutException e) {
        throw new NoAnswer(NoAnswer.Kind.LATE, late());
      } catch (StreamedBody.TooLong e) {
        throw new NoAnswer(
            NoAnswer.Kind.UNUSABLE,
            "The answer of the global configurations' server is too long: " + e.getMessage());
      } catch (IOException e) {
        if (guarded.hasFailed) {
          throw e;
        }
        throw new NoAnswer(
            NoAnswer.Kind.UNUSABLE, "The global configurations' server: " + e.getMessage());
      }
    }

    @Override
    public void close() {
      if (!isRead) {
        response.body().cancel();
      }
      places.release();
    }
  }

  /** Tells faults of where the body goes to from faults of where it comes from. */
  private static final class Guarded extends OutputStream {
    private final OutputStream out;
    private boolean hasFailed;

    Guarded(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      hasFailed = true;
      out.write(bytes, from, length);
      hasFailed = false;
    }
  }

  /**
   * Asks.
   *
   * @param uri of its origin, which is the caller's to see to
   * @param headers of the request, besides the credentials; their values are visible ASCII
   * @throws NoAnswer where there is none, or one that says that the server failed
   */
  public Answer get(URI uri, Map<String, String> headers) throws NoAnswer, InterruptedException {
    if (!places.tryAcquire(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new NoAnswer(
          NoAnswer.Kind.AWAY,
          "%d requests to the global configurations' server are under way."
              .formatted(settings.atOnce()));
    }
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    boolean isAnswered = false;
    try {
      Answer answer = new Answer(send(request(uri, headers)), deadline);
      isAnswered = true;
      return answer;
    } finally {
      if (!isAnswered) {
        places.release();
      }
    }
  }

  private HttpRequest request(URI uri, Map<String, String> headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(settings.timeout()).GET();
    headers.forEach(request::header);
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return request.build();
  }

  private HttpResponse<StreamedBody> send(HttpRequest request)
      throws NoAnswer, InterruptedException {
    if (!breaker.tryAcquirePermission()) {
      throw new NoAnswer(
          NoAnswer.Kind.AWAY,
          "The global configurations' server failed; it is asked again within some seconds.");
    }
    long began = System.nanoTime();
    boolean isTold = false;
    try {
      HttpResponse<StreamedBody> response = client.send(request, head -> new StreamedBody());
      isTold = true;
      if (response.statusCode() >= LOWEST_FAILURE) {
        tellFailure(began, new IOException("it answers " + response.statusCode()));
      } else {
        breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
      }
      requireFits(response);
      return response;
    } catch (HttpTimeoutException e) {
      isTold = true;
      tellFailure(began, e);
      throw new NoAnswer(NoAnswer.Kind.LATE, late());
    } catch (IOException e) {
      isTold = true;
      tellFailure(began, e);
      throw new NoAnswer(
          NoAnswer.Kind.AWAY, "There is no connection to the global configurations' server.");
    } finally {
      if (!isTold) {
        breaker.releasePermission();
      }
    }
  }

  private void requireFits(HttpResponse<StreamedBody> response) throws NoAnswer {
    long length = response.headers().firstValueAsLong("Content-Length").orElse(0);
    if (length > settings.maxDocument().toBytes()) {
      response.body().cancel();
      throw new NoAnswer(
          NoAnswer.Kind.UNUSABLE,
          "The answer of the global configurations' server has %,d bytes; %,d are allowed."
              .formatted(length, settings.maxDocument().toBytes()));
    }
  }

  private void tellFailure(long began, IOException e) {
    breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, e);
  }

  private String late() {
    return "The global configurations' server did not answer within %,d ms."
        .formatted(settings.timeout().toMillis());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
