package org.reprise.content.upload;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.reprise.kit.error.ErrorShape;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * The headers of every request and response of tus 1.0.0: the version that both speak, and the
 * method of a client that cannot send it. Before the filters that decide by the method.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class ProtocolFilter extends OncePerRequestFilter {
  static final String VERSION = "1.0.0";
  private static final String RESUMABLE = "Tus-Resumable";

  private final ErrorShape shape;

  ProtocolFilter(ErrorShape shape) {
    this.shape = shape;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getServletPath();
    return !path.equals("/uploads") && !path.startsWith("/uploads/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String override = request.getHeader("X-HTTP-Method-Override");
    String method = override == null ? request.getMethod() : override;
    response.setHeader(RESUMABLE, VERSION);
    if (!method.equals("OPTIONS") && !VERSION.equals(request.getHeader(RESUMABLE))) {
      response.setHeader("Tus-Version", VERSION);
      shape.send(
          request,
          response,
          HttpStatus.PRECONDITION_FAILED,
          RESUMABLE + " must be " + VERSION + " (tus 1.0.0).");
      return;
    }
    chain.doFilter(
        new HttpServletRequestWrapper(request) {
          @Override
          public String getMethod() {
            return method;
          }
        },
        response);
  }
}
