package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;

public final class Responses {
  private Responses() {}

  /** Refuses a request in the service's form; headers that were set before stay. */
  public static void refuse(
      HttpServletRequest request,
      HttpServletResponse response,
      ErrorShape shape,
      HttpStatus status,
      String detail)
      throws IOException {
    ErrorShape.Body body = shape.body(request, status.value(), detail);
    byte[] text = body.text().getBytes(StandardCharsets.UTF_8);
    response.setStatus(status.value());
    response.setContentType(body.contentType());
    response.setContentLength(text.length);
    response.getOutputStream().write(text);
  }
}
