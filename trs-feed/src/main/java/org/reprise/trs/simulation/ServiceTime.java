package org.reprise.trs.simulation;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reprise.kit.ErrorShape;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Simulates the applications' own service time: each request for artifacts holds one of a number of
 * places while it sleeps for the time of its kind and is then handled. Feeds, discovery and
 * configurations are not delayed.
 */
final class ServiceTime extends OncePerRequestFilter {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final String RETRY_AFTER = "5";

  private final ServiceTimeSettings settings;
  private final ErrorShape shape;
  private final Semaphore places;

  ServiceTime(ServiceTimeSettings settings, ErrorShape shape) {
    this.settings = settings;
    this.shape = shape;
    this.places =
        new Semaphore(
            settings.concurrency() == 0 ? Integer.MAX_VALUE : settings.concurrency(), true);
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return !path.contains("/resource/")
        && !path.contains("/version/")
        && !path.endsWith("/resources");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      if (!places.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        refuse(request, response);
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(request, response);
      return;
    }
    try {
      Thread.sleep(time(request));
      chain.doFilter(request, response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(request, response);
    } finally {
      places.release();
    }
  }

  private Duration time(HttpServletRequest request) {
    String method = request.getMethod();
    boolean isRead = method.equals(HttpMethod.GET.name()) || method.equals(HttpMethod.HEAD.name());
    return isRead ? settings.read() : settings.write();
  }

  private void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    ErrorShape.Body body =
        shape.body(request, status.value(), "The application is busy; send the request again.");
    response.setStatus(status.value());
    response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    response.setContentType(body.contentType());
    response.getOutputStream().write(body.text().getBytes(StandardCharsets.UTF_8));
  }
}
