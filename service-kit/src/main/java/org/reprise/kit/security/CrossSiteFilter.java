package org.reprise.kit.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.reprise.kit.error.ErrorShape;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.InvalidUrlException;

/**
 * Rejects with 403 what a page of another site makes a browser send with its user's credentials,
 * unless the method is safe (RFC 9110, section 9.2.1). Browsers say where a request comes from in
 * {@code Sec-Fetch-Site} (Fetch Metadata), and in {@code Origin} where they do not send that: over
 * plain HTTP to another machine. Other clients send neither and are let through.
 */
public final class CrossSiteFilter extends OncePerRequestFilter {
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private final ErrorShape shape;

  public CrossSiteFilter(ErrorShape shape) {
    this.shape = shape;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (SAFE_METHODS.contains(request.getMethod()) || isAllowed(request)) {
      chain.doFilter(request, response);
    } else {
      shape.send(
          request,
          response,
          HttpStatus.FORBIDDEN,
          "A page of another site may not change anything here: the request's Sec-Fetch-Site or"
              + " Origin names another origin than this service's.");
    }
  }

  private static boolean isAllowed(HttpServletRequest request) {
    return switch (request.getHeader("Sec-Fetch-Site")) {
      case null -> !hasForeignOrigin(request);
      // Decides alone: the Origin of an own page is "null" where its referrer policy is
      // no-referrer, and unknown here behind a proxy that changes the Host.
      case "same-origin", "none" -> true;
      case "same-site" ->
          request.getHeader(HttpHeaders.ORIGIN) != null && !hasForeignOrigin(request);
      default -> false;
    };
  }

  // Compares with the forwarded host where server.forward-headers-strategy trusts it.
  private static boolean hasForeignOrigin(HttpServletRequest request) {
    try {
      return CorsUtils.isCorsRequest(request);
    } catch (InvalidUrlException e) {
      return true;
    }
  }
}
