package org.reprise.kit.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Rejects what no handler could read: percent signs that encode no UTF-8 text (RFC 3986, section
 * 2.1) with 400, a Content-Type that names no media type or charset (RFC 9110, section 8.3) with
 * 415, an Accept that lists none with 406. The frameworks would fail on these in many ways.
 */
public final class WellFormedRequestFilter extends OncePerRequestFilter {
  private final ErrorShape shape;

  public WellFormedRequestFilter(ErrorShape shape) {
    this.shape = shape;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!isEncodedText(request.getRequestURI())) {
      refuse(request, response, 400, "The path has a percent sign that encodes no UTF-8 text.");
    } else if (!isEncodedText(request.getQueryString())) {
      refuse(request, response, 400, "The query has a percent sign that encodes no UTF-8 text.");
    } else if (!namesMediaType(request.getContentType())) {
      refuse(request, response, 415, "Content-Type names no media type, or an unknown charset.");
    } else if (!Collections.list(request.getHeaders(HttpHeaders.ACCEPT)).stream()
        .allMatch(WellFormedRequestFilter::namesMediaTypes)) {
      refuse(request, response, 406, "The header Accept does not list media types.");
    } else {
      chain.doFilter(request, response);
    }
  }

  private void refuse(
      HttpServletRequest request, HttpServletResponse response, int status, String detail)
      throws IOException {
    shape.send(request, response, HttpStatus.valueOf(status), detail);
  }

  private static boolean namesMediaType(@Nullable String contentType) {
    if (contentType == null || contentType.isBlank()) {
      return true;
    }
    try {
      // The charset is looked up by the parser.
      return MediaType.parseMediaType(contentType).isConcrete();
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  private static boolean namesMediaTypes(String accept) {
    try {
      return !MediaType.parseMediaTypes(accept).isEmpty() || accept.isBlank();
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  /** Returns whether two hexadecimal digits follow each percent sign, and the bytes are UTF-8. */
  static boolean isEncodedText(@Nullable String encoded) {
    if (encoded == null || encoded.indexOf('%') < 0) {
      return true;
    }
    try {
      byte[] bytes = StringUtils.uriDecode(encoded, ISO_8859_1).getBytes(ISO_8859_1);
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return false;
    }
  }
}
