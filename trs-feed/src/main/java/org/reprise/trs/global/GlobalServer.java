package org.reprise.trs.global;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.GuardedPeer;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.BoundedHttpClient;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The server of global configurations. Requests use connections that stay open, so many at once,
 * each with a bound of time and length to its last byte; where half of them find it unavailable,
 * none is sent for a while. Other failures do not count: any caller can name an address that has
 * them. The credentials go to its origin only; redirections are not followed.
 */
@Component
final class GlobalServer implements AutoCloseable {
  private static final int PIECE = 16 * 1024;
  // They are handed on, and the head of an answer has 8 KB.
  private static final int MAX_HEADERS = 6_000;
  // RFC 9110, section 8.8.3.
  private static final Pattern ETAG = Pattern.compile("(?:W/)?\"[!#-~]{0,1000}\"");
  private static final int WINDOW = 20;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final GlobalSettings settings;
  private final GuardedPeer<Refusal> peer;
  private final Semaphore permits;
  private final BoundedHttpClient client;

  GlobalServer(GlobalSettings settings) {
    this.settings = settings;
    this.permits = new Semaphore(settings.atOnce());
    this.peer =
        new GuardedPeer<>(
            "global-configurations",
            WINDOW,
            settings.openDuration(),
            GlobalServer::isUnavailable,
            // Not counted: a broken connection or a malformed response.
            _ -> false,
            _ ->
                unavailable(
                    "The global configurations' server failed; it is tried again within some"
                        + " seconds."));
    String credentials = BoundedHttpClient.basic(settings.username(), settings.password());
    this.client =
        new BoundedHttpClient(
            settings.connectTimeout(), uri -> isOf(uri.toString()) ? credentials : null);
  }

  // Not 502 and 504: a server that is itself a proxy answers so for resources beyond it.
  private static boolean isUnavailable(Object end) {
    return end instanceof HttpTimeoutException
        || end instanceof ConnectException
        || (end instanceof BoundedHttpClient.Response answer
            && answer.status() == HttpStatus.SERVICE_UNAVAILABLE.value());
  }

  boolean isSet() {
    return settings.baseUri() != null;
  }

  /** Returns what its URIs begin with; empty if none is configured. */
  String baseUri() {
    return settings.baseUri() == null ? "" : settings.baseUri();
  }

  /** Returns whether a URI is one of the server, so that the credentials go there. */
  boolean isOf(String uri) {
    return isSet() && uri.startsWith(baseUri() + "/");
  }

  /** An answer whose body is still to come; to be closed. */
  final class Response implements AutoCloseable {
    private final BoundedHttpClient.Response response;

    private Response(BoundedHttpClient.Response response) {
      this.response = response;
    }

    /** Returns its head, whose body is read by {@link #copyTo}. */
    BoundedHttpClient.Response head() {
      return response;
    }

    private long headersLength() {
      return response.headers().headerSet().stream()
          .mapToLong(one -> one.getKey().length() + String.join("", one.getValue()).length())
          .sum();
    }

    /** Returns the entity tag; null for none that could be sent back. */
    @Nullable String etag() {
      String etag = response.headers().getETag();
      return etag != null && ETAG.matcher(etag).matches() ? etag : null;
    }

    /**
     * Writes the body to its end. At most one piece of it is in memory.
     *
     * @throws Refusal 504 where it is not whole in time, 502 where it is too long; a part of it may
     *     be written
     * @throws IOException where it cannot be written
     */
    void copyTo(OutputStream out) throws IOException {
      InputStream body = response.body();
      long length = response.length() < 0 ? PIECE : response.length();
      byte[] piece = new byte[(int) Math.max(1, Math.min(PIECE, length))];
      for (int read = read(body, piece); read >= 0; read = read(body, piece)) {
        out.write(piece, 0, read);
      }
    }

    private int read(InputStream body, byte[] piece) {
      try {
        return body.read(piece);
      } catch (HttpTimeoutException e) {
        throw late();
      } catch (IOException e) {
        throw unusable(
            "The answer of the global configurations' server ends too soon, or has more than %,d"
                    .formatted(settings.maxDocument().toBytes())
                + " bytes.");
      }
    }

    /** Where the body was not read to its end, its connection is not used again. */
    @Override
    public void close() {
      response.close();
      permits.release();
    }
  }

  /**
   * Sends a GET and waits for the head of the answer.
   *
   * @param uri of its origin, which the caller checks
   * @param headers of the request, besides the credentials; their values are visible ASCII
   * @param isKnown whether the URI was read before: any other may be slow though the server works
   * @throws Refusal 503 if there is none, 504 if there is none in time, 502 if it is too long
   */
  Response get(URI uri, Map<String, String> headers, boolean isKnown) throws InterruptedException {
    if (!permits.tryAcquire(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
      throw unavailable(
          "%d requests to the global configurations' server are running, which is the limit."
              .formatted(settings.atOnce()));
    }
    boolean isAnswered = false;
    try {
      Response answer = send(uri, headers, isKnown);
      isAnswered = true;
      if (answer.head().length() > settings.maxDocument().toBytes()
          || answer.headersLength() > MAX_HEADERS) {
        answer.close();
        throw unusable(
            "The answer of the global configurations' server has more than %,d bytes, or %,d of headers."
                .formatted(settings.maxDocument().toBytes(), MAX_HEADERS));
      }
      return answer;
    } finally {
      if (!isAnswered) {
        permits.release();
      }
    }
  }

  private Response send(URI uri, Map<String, String> headers, boolean isKnown)
      throws InterruptedException {
    try {
      if (!isKnown && !peer.isClosed()) {
        // As a trial the address that a caller chose would decide about the server. Any answer at
        // its root will do, such as that credentials are missing.
        call(URI.create(baseUri()), Map.of(), true).close();
      }
      return new Response(call(uri, headers, isKnown));
    } catch (HttpTimeoutException e) {
      throw late();
    } catch (ConnectException e) {
      throw unavailable("There is no connection to the global configurations' server.");
    } catch (IOException e) {
      throw unavailable("The global configurations' server gave no answer that can be read.");
    }
  }

  private BoundedHttpClient.Response call(URI uri, Map<String, String> headers, boolean isKnown)
      throws IOException, InterruptedException {
    return peer.call(
        settings.openDuration(),
        isKnown,
        () ->
            client.send(
                HttpMethod.GET.name(),
                uri,
                request -> headers.forEach(request::setHeader),
                settings.maxDocument().toBytes(),
                settings.timeout()));
  }

  /** Returns 503: the server does not answer now. */
  static Refusal unavailable(String reason) {
    return Refusal.unavailable(reason + " Try again.", RETRY_AFTER);
  }

  /** Returns 502: what the server answers cannot be used. */
  static Refusal unusable(String reason) {
    return new Refusal(HttpStatus.BAD_GATEWAY, reason);
  }

  private Refusal late() {
    return new Refusal(
        HttpStatus.GATEWAY_TIMEOUT,
        "The global configurations' server did not answer within %,d ms."
            .formatted(settings.timeout().toMillis()));
  }

  @Override
  public void close() {
    client.close();
  }
}
