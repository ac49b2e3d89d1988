package org.reprise.oslc.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sends the version of OSLC Core (3.0, or 2.0 if the caller asks for it) and {@code Vary} with each
 * answer, errors and redirections included. Removes the empty {@code Accept-Patch} that Spring
 * answers OPTIONS with: the header, whatever its value, says that PATCH is allowed (RFC 5789,
 * section 3.1).
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class CoreVersionFilter extends OncePerRequestFilter {
  private static final String HEADER = "OSLC-Core-Version";

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader(HEADER, "2.0".equals(request.getHeader(HEADER)) ? "2.0" : "3.0");
    // Spring does not add names to Vary that it has already.
    response.setHeader(HttpHeaders.VARY, RdfAnswer.VARY);
    chain.doFilter(request, response);
    if (HttpMethod.OPTIONS.matches(request.getMethod())) {
      response.setHeader(HttpHeaders.ACCEPT_PATCH, null);
    }
  }
}
