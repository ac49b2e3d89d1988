package org.reprise.cps.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.fault.Conflict;
import org.reprise.cps.fault.CpsException;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers the library's exceptions with the status codes of ONAP CPS. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class CpsErrorAdvice {
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
          case Conflict conflict -> HttpStatus.CONFLICT;
          case Busy busy -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(status).contentType(MediaType.APPLICATION_JSON);
    if (thrown instanceof Busy) {
      answer.header(HttpHeaders.RETRY_AFTER, BUSY_SECONDS);
    }
    return answer.body(ErrorMessage.of(status, thrown.getMessage(), thrown.details()));
  }
}
