package org.reprise.oslc.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Says by which version of OSLC Core each answer is: 3.0, or 2.0 where the caller asks for it; and
 * on which headers answers depend, errors and redirections like the others.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class CoreVersionFilter extends OncePerRequestFilter {
  private static final String HEADER = "OSLC-Core-Version";

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader(HEADER, "2.0".equals(request.getHeader(HEADER)) ? "2.0" : "3.0");
    // Spring adds nothing of its Vary that is here before.
    response.setHeader(HttpHeaders.VARY, RdfAnswer.VARY);
    chain.doFilter(request, response);
  }
}
