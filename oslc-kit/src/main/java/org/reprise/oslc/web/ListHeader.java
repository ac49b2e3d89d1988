package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Headers whose value is a list, such as Accept: several lines of one are one list (RFC 9110,
 * section 5.3).
 */
public final class ListHeader {
  private ListHeader() {}

  /** Returns all lines as one; null for none. */
  public static @Nullable String of(HttpServletRequest request, String name) {
    String first = request.getHeader(name);
    return first == null ? null : String.join(", ", Collections.list(request.getHeaders(name)));
  }

  /** Returns whether the header Accept names a media type, and no other one with more weight. */
  public static boolean prefers(HttpServletRequest request, MediaType type) {
    String accept = of(request, HttpHeaders.ACCEPT);
    if (accept == null || !accept.toLowerCase(Locale.ROOT).contains(type.toString())) {
      return false;
    }
    try {
      List<MediaType> accepted = MediaType.parseMediaTypes(accept);
      double max = accepted.stream().mapToDouble(MediaType::getQualityValue).max().orElse(0);
      return max > 0
          && accepted.stream()
              .anyMatch(one -> one.getQualityValue() == max && one.equalsTypeAndSubtype(type));
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }
}
