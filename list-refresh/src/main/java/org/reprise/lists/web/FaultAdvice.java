package org.reprise.lists.web;

import java.util.List;
import org.reprise.kit.error.RequestFault;
import org.reprise.lists.work.Faults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;

/**
 * Answers in FOLIO's form what is not the caller's mistake: a database that does not answer for the
 * moment, and faults of the service.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
class FaultAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(FaultAdvice.class);

  @ExceptionHandler
  ResponseEntity<ErrorBody> failed(Exception thrown, WebRequest request) {
    RequestFault fault = RequestFault.among(thrown);
    if (fault != null) {
      return answer(
          fault.status(), request, FolioErrorShape.code(fault.status().value()), fault.detail());
    }
    if (Faults.isTransient(thrown)) {
      LOG.warn("The database cannot be used: {}", thrown.getMessage());
      return answer(
          HttpStatus.SERVICE_UNAVAILABLE,
          request,
          "database.unavailable",
          "The database did not answer; a change may have been stored or not. Read, then try"
              + " again.");
    }
    LOG.error("Request failed: {}", request.getDescription(false), thrown);
    return answer(
        HttpStatus.INTERNAL_SERVER_ERROR,
        request,
        "internal.server.error",
        "The service failed; its log says more under the correlation id.");
  }

  private static ResponseEntity<ErrorBody> answer(
      HttpStatus status, WebRequest request, String code, String message) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
    if (status == HttpStatus.SERVICE_UNAVAILABLE) {
      answer.header(HttpHeaders.RETRY_AFTER, RefusalAdvice.RETRY_AFTER);
    }
    return answer.body(ErrorBody.of(request, code, message, List.of()));
  }
}
