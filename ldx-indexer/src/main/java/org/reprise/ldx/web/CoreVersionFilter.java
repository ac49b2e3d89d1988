package org.reprise.ldx.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Sends the version of OSLC Core with all responses to OSLC's requests, errors included. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class CoreVersionFilter extends OncePerRequestFilter {
  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (ErrorBodies.OSLC.contains(request.getRequestURI())) {
      response.setHeader("OSLC-Core-Version", "3.0");
    }
    chain.doFilter(request, response);
  }
}
