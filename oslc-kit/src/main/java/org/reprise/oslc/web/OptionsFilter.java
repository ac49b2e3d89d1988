package org.reprise.oslc.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Leaves out the empty {@code Accept-Patch} that Spring answers OPTIONS with: the header, whatever
 * it holds, says that PATCH is allowed (RFC 5789, section 3.1).
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class OptionsFilter extends OncePerRequestFilter {
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !HttpMethod.OPTIONS.matches(request.getMethod());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    chain.doFilter(request, new WithoutEmpty(response));
  }

  private static final class WithoutEmpty extends HttpServletResponseWrapper {
    WithoutEmpty(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void addHeader(String name, String value) {
      if (!isEmpty(name, value)) {
        super.addHeader(name, value);
      }
    }

    @Override
    public void setHeader(String name, String value) {
      if (!isEmpty(name, value)) {
        super.setHeader(name, value);
      }
    }

    private static boolean isEmpty(String name, String value) {
      return name.equalsIgnoreCase(HttpHeaders.ACCEPT_PATCH) && value.isBlank();
    }
  }
}
