package org.reprise.cps.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.error.ErrorShape;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import tools.jackson.databind.json.JsonMapper;

/** ONAP CPS's error body. */
@Component
class CpsErrorShape implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Override
  public Body body(HttpServletRequest request, int status, String detail) {
    return body(status, null, detail);
  }

  @Override
  public Body body(HttpServletRequest request, int status, String detail, Throwable thrown) {
    String message =
        status == 400 && thrown instanceof MultipartException
            ? "Invalid multipart request"
            : switch (status) {
              case 400 -> isOfSpring(thrown) ? null : "Invalid request";
              case 500 -> "Internal error";
              case 503 -> DatabaseFault.among(thrown) == null ? null : "Database unavailable";
              default -> null;
            };
    return body(status, status == 413 ? "Request body too large" : message, detail);
  }

  private static boolean isOfSpring(Throwable thrown) {
    return thrown instanceof ErrorResponse || thrown instanceof MethodArgumentTypeMismatchException;
  }

  private static Body body(int status, @Nullable String message, String detail) {
    HttpStatus known = HttpStatus.resolve(status);
    ErrorMessage error =
        ErrorMessage.of(known == null ? HttpStatus.BAD_REQUEST : known, message, detail);
    return new Body(MediaType.APPLICATION_JSON_VALUE, JSON.writeValueAsString(error));
  }
}
