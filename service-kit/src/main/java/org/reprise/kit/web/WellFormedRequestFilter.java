package org.reprise.kit.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.Responses;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses what no handler could read: percent signs that encode no UTF-8 text (RFC 3986, section
 * 2.1) with 400, and a Content-Type that names no media type or charset (RFC 9110, section 8.3)
 * with 415, an Accept that lists none with 406. Frameworks behind it would fail on these in many
 * ways.
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
      Responses.refuse(
          request,
          response,
          shape,
          HttpStatus.BAD_REQUEST,
          "The path has a percent sign that encodes no UTF-8 text.");
    } else if (!isEncodedText(request.getQueryString())) {
      Responses.refuse(
          request,
          response,
          shape,
          HttpStatus.BAD_REQUEST,
          "The query has a percent sign that encodes no UTF-8 text.");
    } else if (!namesMediaType(request.getContentType())) {
      Responses.refuse(
          request,
          response,
          shape,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          "The header Content-Type names no media type, or a charset that does not exist.");
    } else if (!Collections.list(request.getHeaders(HttpHeaders.ACCEPT)).stream()
        .allMatch(WellFormedRequestFilter::namesMediaTypes)) {
      Responses.refuse(
          request,
          response,
          shape,
          HttpStatus.NOT_ACCEPTABLE,
          "The header Accept does not list media types.");
    } else {
      chain.doFilter(request, response);
    }
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

  /** Whether each percent sign begins two hexadecimal digits, and their bytes are UTF-8. */
  static boolean isEncodedText(@Nullable String encoded) {
    if (encoded == null || encoded.indexOf('%') < 0) {
      return true;
    }
    ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c != '%') {
        // Whatever else is there stands by itself: it ends an unfinished sequence.
        bytes.put((byte) '-');
        continue;
      }
      int high = i + 2 < encoded.length() ? Character.digit(encoded.charAt(i + 1), 16) : -1;
      int low = i + 2 < encoded.length() ? Character.digit(encoded.charAt(i + 2), 16) : -1;
      if (high < 0 || low < 0) {
        return false;
      }
      bytes.put((byte) (high << 4 | low));
      i += 2;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(bytes.flip());
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
