package org.reprise.oslc.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

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
}
