package org.reprise.lists.web;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers why a request was not carried out in the form that FOLIO's circulation, users and
 * inventory modules have for that: 422 with a list, unlike the one error of {@link Refusal}.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class UnprocessableAdvice {
  /** FOLIO's {@code errors.schema}. */
  record Errors(List<Violation> errors) {}

  @ExceptionHandler
  ResponseEntity<Errors> unprocessable(UnprocessableRequest request) {
    return ResponseEntity.status(HttpStatus.UNPROCESSABLE_CONTENT)
        .body(new Errors(request.violations()));
  }
}
