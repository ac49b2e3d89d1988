package org.reprise.trs.simulation;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reprise.kit.ErrorShape;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Simulates the applications' own service time: each request for artifacts, configurations or the
 * proxy holds one of a number of places while it sleeps for the time of its kind and is then
 * handled. Feeds, discovery and management are not delayed.
 */
final class ServiceTime extends OncePerRequestFilter {
  private static final String RETRY_AFTER = "5";

  private final ErrorShape shape;
  private volatile Simulated simulated;

  /** What holds now. Requests give the place back where they have taken it. */
  private record Simulated(ServiceTimeSettings settings, Semaphore places) {
    Simulated(ServiceTimeSettings settings) {
      this(
          settings,
          new Semaphore(
              settings.concurrency() == 0 ? Integer.MAX_VALUE : settings.concurrency(), true));
    }
  }

  ServiceTime(ServiceTimeSettings settings, ErrorShape shape) {
    this.simulated = new Simulated(settings);
    this.shape = shape;
  }

  /** What holds now. */
  ServiceTimeSettings settings() {
    return simulated.settings();
  }

  /** Lets other times hold for the requests that come from now on. */
  void set(ServiceTimeSettings settings) {
    simulated = new Simulated(settings);
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !simulated.settings().isOn();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<Work> work = Work.of(request.getMethod(), request.getRequestURI());
    if (work.isEmpty()) {
      chain.doFilter(request, response);
      return;
    }
    Simulated now = simulated;
    try {
      long longest = now.settings().longestWait().toMillis();
      if (!now.places().tryAcquire(longest, TimeUnit.MILLISECONDS)) {
        refuse(request, response);
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(request, response);
      return;
    }
    try {
      Thread.sleep(now.settings().of(work.get()));
      chain.doFilter(request, response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuse(request, response);
    } finally {
      now.places().release();
    }
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
