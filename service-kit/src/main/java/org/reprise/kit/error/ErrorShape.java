package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;

/**
 * The form in which a service tells errors. Everything that answers before a controller does asks
 * it: the servlet container, the security filters, the limits. What a controller throws is told by
 * the service's own advice, in the same form.
 *
 * <p>A service that keeps an original's form has a bean of this type; without one errors are RFC
 * 9457 problem details.
 */
@FunctionalInterface
public interface ErrorShape {
  /**
   * The body of an error's answer.
   *
   * @param contentType with its charset where it needs one
   * @param text what is sent, in UTF-8
   */
  record Body(String contentType, String text) {
    public Body {
      Objects.requireNonNull(contentType);
      Objects.requireNonNull(text);
    }
  }

  /**
   * Tells an error.
   *
   * @param request whose path may be unknown where the request could not be read
   * @param status the HTTP status, 400 or more
   * @param detail a sentence for the caller
   */
  Body body(HttpServletRequest request, int status, String detail);
}
