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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.reprise.kit.ErrorShape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
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

  private final URI server;
  private final Duration timeout;
  private final ErrorShape shape;
  private final HttpClient client;

  Hop(URI hop, Duration timeout, ErrorShape shape) {
    this.server = hop.resolve(AuthenticationController.PATH);
    this.timeout = timeout;
    this.shape = shape;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            // Its tasks never wait, and threads of their own cost more than what they do.
            .executor(Runnable::run)
            .followRedirects(HttpClient.Redirect.NEVER)
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

  private HttpStatus answer(HttpServletRequest request) throws IOException {
    String credentials = request.getHeader(HttpHeaders.AUTHORIZATION);
    HttpRequest.Builder question =
        HttpRequest.newBuilder(server).timeout(timeout).POST(HttpRequest.BodyPublishers.noBody());
    if (credentials != null) {
      question.header(HttpHeaders.AUTHORIZATION, credentials);
    }
    try {
      int status =
          client.send(question.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      HttpStatus known = HttpStatus.resolve(status);
      return known == null ? HttpStatus.BAD_GATEWAY : known;
    } catch (IOException e) {
      LOG.warn("The authentication server {} does not answer: {}", server, e.toString());
      return HttpStatus.GATEWAY_TIMEOUT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the authentication server was asked", e);
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
    client.shutdownNow();
  }
}
