package org.reprise.trs.authentication;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.reprise.kit.error.ErrorShape;
import org.reprise.trs.http.HttpAnswer;
import org.reprise.trs.http.HttpCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Asks the authentication server about each request that a proxy has marked with the header {@value
 * #PROXIED}, with the credentials of the request, as the applications of the report asked the Jazz
 * Team Server.
 */
final class Hop extends OncePerRequestFilter {
  /** The header of proxied requests; its value is {@code true}. */
  static final String PROXIED = "OSLC-Proxied";

  private static final Logger LOG = LoggerFactory.getLogger(Hop.class);
  private static final String RETRY_AFTER = "5";
  private static final int MOST_AT_ONCE = 1_000;
  private static final int LONGEST_ANSWER = 64 * 1024;

  private final URI server;
  private final ErrorShape shape;
  private final HttpCalls calls;

  Hop(URI hop, Duration timeout, ErrorShape shape) {
    this.server = hop.resolve(AuthenticationController.PATH);
    this.shape = shape;
    this.calls = new HttpCalls("authentication-calls", MOST_AT_ONCE, timeout, timeout);
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
          refuse(
              request,
              response,
              HttpStatus.FORBIDDEN,
              "The authentication server does not vouch for the caller.");
      default -> {
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
        refuse(
            request,
            response,
            HttpStatus.SERVICE_UNAVAILABLE,
            "The authentication server does not answer; send the request again.");
      }
    }
  }

  private HttpStatus answer(HttpServletRequest request) {
    String credentials = request.getHeader(HttpHeaders.AUTHORIZATION);
    Map<String, String> headers =
        credentials == null ? Map.of() : Map.of(HttpHeaders.AUTHORIZATION, credentials);
    try (HttpAnswer answer = calls.send(HttpMethod.POST.name(), server, headers)) {
      // To its end: the connection is used again.
      answer.copyTo(OutputStream.nullOutputStream(), LONGEST_ANSWER);
      HttpStatus known = HttpStatus.resolve(answer.status());
      return known == null ? HttpStatus.BAD_GATEWAY : known;
    } catch (IOException e) {
      LOG.warn("The authentication server {} does not answer: {}", server, e.toString());
      return HttpStatus.GATEWAY_TIMEOUT;
    }
  }

  private void refuse(
      HttpServletRequest request, HttpServletResponse response, HttpStatus status, String detail)
      throws IOException {
    ErrorShape.Body body = shape.body(request, status.value(), detail);
    response.setStatus(status.value());
    response.setContentType(body.contentType());
    response.getOutputStream().write(body.text().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void destroy() {
    calls.close();
  }
}
