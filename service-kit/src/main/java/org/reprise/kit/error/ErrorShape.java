package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;

/**
 * The form of a service's errors: of those that the servlet container, the filters and the limits
 * answer as well as of what a controller throws. A service that keeps an original's form has a bean
 * of this type; the others answer RFC 9457 problem details.
 */
@FunctionalInterface
public interface ErrorShape {
  /**
   * The body of an error's response.
   *
   * @param contentType with its charset where it needs one
   * @param text sent in UTF-8
   */
  record Body(String contentType, String text) {}

  /**
   * Returns the body for an error.
   *
   * @param request its path may be null where the request could not be read
   * @param status 400 or more
   * @param detail a sentence for the caller
   */
  Body body(HttpServletRequest request, int status, String detail);

  /** Returns the body for an exception of a controller, which may say more than the detail. */
  default Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    return body(request, status, detail);
  }

  /** Answers a request before it comes to a controller; headers that were set before stay. */
  default void send(
      HttpServletRequest request, HttpServletResponse response, HttpStatus status, String detail)
      throws IOException {
    Body body = body(request, status.value(), detail);
    byte[] text = body.text().getBytes(StandardCharsets.UTF_8);
    response.setStatus(status.value());
    response.setContentType(body.contentType());
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
