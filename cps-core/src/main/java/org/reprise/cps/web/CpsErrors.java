package org.reprise.cps.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.AlreadyDefined;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.fault.CpsException;
import org.reprise.cps.fault.InUse;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.error.ErrorShape;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import tools.jackson.databind.json.JsonMapper;

/** Answers with ONAP CPS's status codes and error body, for its clients' sake. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class CpsErrors implements ErrorShape {
  private static final JsonMapper JSON = JsonMapper.shared();

  private static final String BUSY_SECONDS = "5";

  /** Where a node is missing; the others answer 400, as in ONAP CPS. */
  private static final Set<HttpMethod> NOT_FOUND_METHODS =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.PATCH);

  @ExceptionHandler(CpsException.class)
  ResponseEntity<ErrorMessage> refused(CpsException thrown, HttpServletRequest request) {
    HttpStatus status =
        switch (thrown) {
          case InvalidRequest invalid -> HttpStatus.BAD_REQUEST;
          case Missing missing ->
              NOT_FOUND_METHODS.contains(HttpMethod.valueOf(request.getMethod()))
                  ? HttpStatus.NOT_FOUND
                  : HttpStatus.BAD_REQUEST;
          case AlreadyDefined _, InUse _ -> HttpStatus.CONFLICT;
          case Busy busy -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
    if (thrown instanceof Busy) {
      answer.header(HttpHeaders.RETRY_AFTER, BUSY_SECONDS);
    }
    return answer.body(ErrorMessage.of(status, thrown.getMessage(), thrown.details()));
  }

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

  /** The error body; the status is code and reason, for example {@code 409 CONFLICT}. */
  record ErrorMessage(String status, String message, String details) {
    static ErrorMessage of(HttpStatus status, @Nullable String message, String details) {
      return new ErrorMessage(
          status.value() + " " + status.name(),
          message == null ? status.getReasonPhrase() : message,
          details);
    }
  }
}
