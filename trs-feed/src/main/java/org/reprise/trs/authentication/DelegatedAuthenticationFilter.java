package org.reprise.trs.authentication;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.work.GuardedPeer;
import org.reprise.oslc.web.BoundedHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
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
  private final BoundedHttpClient client;

  DelegatedAuthenticationFilter(AuthenticationSettings settings, ErrorShape shape) {
    this.server = URI.create(settings.baseUri() + AuthenticationController.PATH);
    this.shape = shape;
    this.timeout = settings.timeout();
    // The credentials are the caller's.
    this.client = new BoundedHttpClient(timeout, _ -> null);
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
    try {
      return peer.call(OPEN_DURATION, true, () -> send(credentials));
    } catch (IOException e) {
      LOG.warn("The authentication server {} does not answer: {}", server, e.getMessage());
      return HttpStatus.GATEWAY_TIMEOUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return HttpStatus.GATEWAY_TIMEOUT;
    }
  }

  private HttpStatus send(@Nullable String credentials) throws IOException {
    try (BoundedHttpClient.Response answer =
        client.send(
            HttpMethod.POST.name(),
            server,
            request -> {
              if (credentials != null) {
                request.setHeader(HttpHeaders.AUTHORIZATION, credentials);
              }
            },
            MAX_ANSWER,
            timeout)) {
      answer.body().readAllBytes();
      HttpStatus known = HttpStatus.resolve(answer.status());
      return known == null ? HttpStatus.BAD_GATEWAY : known;
    }
  }

  @Override
  public void destroy() {
    client.close();
  }
}
