package org.reprise.kit.error;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives every request a correlation id: the caller's {@code X-Correlation-Id} where it is
 * acceptable, else a new one. Each log line of the request, the response's header and problem
 * details have it.
 */
public final class CorrelationIdFilter extends OncePerRequestFilter {
  static final String HEADER = "X-Correlation-Id";
  static final String MDC_KEY = "correlationId";

  /** The request's attribute that has it, also after this filter. */
  static final String ATTRIBUTE = CorrelationIdFilter.class.getName();

  // What a caller sends ends up in log lines: no line breaks, nothing long.
  private static final Pattern ACCEPTABLE = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String sent = request.getHeader(HEADER);
    String id =
        sent != null && ACCEPTABLE.matcher(sent).matches() ? sent : UUID.randomUUID().toString();
    response.setHeader(HEADER, id);
    request.setAttribute(ATTRIBUTE, id);
    MDC.put(MDC_KEY, id);
    try {
      chain.doFilter(request, response);
    } finally {
      MDC.remove(MDC_KEY);
    }
  }
}
