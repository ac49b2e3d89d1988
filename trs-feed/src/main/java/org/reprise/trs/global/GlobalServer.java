package org.reprise.trs.global;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.trs.http.HttpAnswer;
import org.reprise.trs.http.HttpCalls;
import org.reprise.trs.http.LateException;

/**
 * The server of global configurations. It is asked over connections that stay open, so many
 * requests at once, each with a bound of time and length to its last byte; where half of them find
 * it unavailable it is left alone for a while. Other failures do not count: any caller can name an
 * address that has them. The credentials go to its origin only; redirections are not followed.
 */
public final class GlobalServer implements AutoCloseable {
  // RFC 9110, section 8.8.3.
  private static final Pattern ETAG = Pattern.compile("(?:W/)?\"[!#-~]{0,1000}\"");
  private static final int WINDOW = 20;
  private static final float HALF = 50;

  private final GlobalSettings settings;
  private final @Nullable String authorization;
  private final CircuitBreaker breaker;
  private final Semaphore places;
  private final HttpCalls calls;

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
    this.calls =
        new HttpCalls(
            "global-calls", settings.atOnce(), settings.connectTimeout(), settings.timeout());
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
    private final HttpAnswer answer;

    private Answer(HttpAnswer answer) {
      this.answer = answer;
    }

    public int status() {
      return answer.status();
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
      return answer.header(name);
    }

    /** All values of a header. */
    public List<String> headers(String name) {
      return answer.headers(name);
    }

    /** Bytes of the body; below 0 where they are not told. */
    public long length() {
      return answer.length();
    }

    /** The entity tag; null where there is none that could be sent back. */
    public @Nullable String etag() {
      return header("ETag").filter(etag -> ETAG.matcher(etag).matches()).orElse(null);
    }

    /**
     * Writes the body to its end.
     *
     * @throws NoAnswer where it is not whole in time or too long; a part of it may be written
     * @throws IOException where it cannot be written
     */
    public void copyTo(OutputStream out) throws NoAnswer, IOException {
      try {
        answer.copyTo(out, settings.maxDocument().toBytes());
      } catch (LateException e) {
        throw new NoAnswer(NoAnswer.Kind.LATE, late());
      } catch (HttpAnswer.TooLongException e) {
        throw new NoAnswer(
            NoAnswer.Kind.UNUSABLE,
            "The answer of the global configurations' server is too long: " + e.getMessage());
      } catch (HttpAnswer.BrokenOffException e) {
        throw new NoAnswer(
            NoAnswer.Kind.UNUSABLE, "The global configurations' server: " + e.getMessage());
      }
    }

    @Override
    public void close() {
      answer.close();
      places.release();
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
    boolean isAnswered = false;
    try {
      Answer answer = new Answer(send(uri, headers));
      isAnswered = true;
      return answer;
    } finally {
      if (!isAnswered) {
        places.release();
      }
    }
  }

  private HttpAnswer send(URI uri, Map<String, String> headers) throws NoAnswer {
    Map<String, String> all = new HashMap<>(headers);
    if (authorization != null) {
      all.put("Authorization", authorization);
    }
    if (!breaker.tryAcquirePermission()) {
      throw new NoAnswer(
          NoAnswer.Kind.AWAY,
          "The global configurations' server failed; it is asked again within some seconds.");
    }
    long began = System.nanoTime();
    boolean isTold = false;
    try {
      HttpAnswer answer = calls.send("GET", uri, all);
      isTold = true;
      switch (answer.status()) {
        case 502, 503, 504 -> tellFailure(began, new IOException("it answers " + answer.status()));
        default -> breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
      }
      requireFits(answer);
      return answer;
    } catch (LateException e) {
      isTold = true;
      tellFailure(began, e);
      throw new NoAnswer(NoAnswer.Kind.LATE, late());
    } catch (ConnectException | NoRouteToHostException | UnknownHostException e) {
      isTold = true;
      tellFailure(began, e);
      throw new NoAnswer(
          NoAnswer.Kind.AWAY, "There is no connection to the global configurations' server.");
    } catch (IOException e) {
      throw new NoAnswer(
          NoAnswer.Kind.AWAY, "The global configurations' server gave no answer that can be read.");
    } finally {
      if (!isTold) {
        breaker.releasePermission();
      }
    }
  }

  private void requireFits(HttpAnswer answer) throws NoAnswer {
    if (answer.length() > settings.maxDocument().toBytes()) {
      answer.close();
      throw new NoAnswer(
          NoAnswer.Kind.UNUSABLE,
          "The answer of the global configurations' server has %,d bytes; %,d are allowed."
              .formatted(answer.length(), settings.maxDocument().toBytes()));
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
    calls.close();
  }
}
