package org.reprise.trs.authentication;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.work.GuardedPeer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Asks the authentication server about each request that a proxy has marked with the header {@value
 * #PROXIED}, with the credentials of the request, as the applications of the report asked the Jazz
 * Team Server.
 */
@Component
@Order(DelegatedAuthenticationFilter.AFTER_SECURITY)
@ConditionalOnExpression("!'${reprise.trs.authentication.base-uri:}'.isBlank()")
final class DelegatedAuthenticationFilter extends OncePerRequestFilter {
  // After the caller is known.
  static final int AFTER_SECURITY = 5;

  /** The header of proxied requests; its value is {@code true}. */
  static final String PROXIED = "OSLC-Proxied";

  private static final Logger LOG = LoggerFactory.getLogger(DelegatedAuthenticationFilter.class);
  private static final String RETRY_AFTER = "5";
  private static final int MAX_ANSWER = 64 * 1024;
  private static final int WINDOW = 20;
  private static final Duration OPEN_DURATION = Duration.ofSeconds(5);

  private final GuardedPeer<IOException> peer =
      new GuardedPeer<>(
          "authentication",
          WINDOW,
          OPEN_DURATION,
          it -> it instanceof IOException || (it instanceof HttpStatus s && s.is5xxServerError()),
          _ -> false,
          IOException::new);

  private final URI server;
  private final ErrorShape shape;
  private final Duration timeout;
  private final HttpClient client;

  DelegatedAuthenticationFilter(AuthenticationSettings settings, ErrorShape shape) {
    this.server = URI.create(settings.baseUri() + AuthenticationController.PATH);
    this.shape = shape;
    this.timeout = settings.timeout();
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .build();
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !"true".equalsIgnoreCase(request.getHeader(PROXIED));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    switch (answer(request)) {
      case NO_CONTENT -> chain.doFilter(request, response);
      case UNAUTHORIZED, FORBIDDEN ->
          shape.send(
              request,
              response,
              HttpStatus.FORBIDDEN,
              "The authentication server does not vouch for the caller.");
      default -> {
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
        shape.send(
            request,
            response,
            HttpStatus.SERVICE_UNAVAILABLE,
            "The authentication server does not answer; send the request again.");
      }
    }
  }

  private HttpStatus answer(HttpServletRequest request) {
    String credentials = request.getHeader(HttpHeaders.AUTHORIZATION);
    HttpRequest.Builder asked =
        HttpRequest.newBuilder(server).POST(HttpRequest.BodyPublishers.noBody()).timeout(timeout);
    if (credentials != null) {
      asked.setHeader(HttpHeaders.AUTHORIZATION, credentials);
    }
    try {
      return peer.call(() -> send(asked.build()));
    } catch (IOException e) {
      LOG.warn("The authentication server {} does not answer: {}", server, e.getMessage());
      return HttpStatus.GATEWAY_TIMEOUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return HttpStatus.GATEWAY_TIMEOUT;
    }
  }

  private HttpStatus send(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.discarding(), MAX_ANSWER));
    try {
      // Until the last byte, unlike the request's own time-out.
      HttpStatus known =
          HttpStatus.resolve(answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS).statusCode());
      return known == null ? HttpStatus.BAD_GATEWAY : known;
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e.toString(), e);
    } finally {
      answer.cancel(true);
    }
  }

  @Override
  public void destroy() {
    client.shutdownNow();
  }
}
