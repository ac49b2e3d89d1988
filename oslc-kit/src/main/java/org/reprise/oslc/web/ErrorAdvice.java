package org.reprise.oslc.web;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.RequestFault;
import org.reprise.oslc.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers what controllers and Spring refuse, and what fails, in the service's form: {@code
 * oslc:Error}, unless it has another one beside that.
 */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ErrorAdvice extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

  private final ErrorShape shape;

  ErrorAdvice(ErrorShape shape) {
    this.shape = shape;
  }

  @ExceptionHandler(Refusal.class)
  ResponseEntity<Object> refused(Refusal refusal, WebRequest request) {
    HttpHeaders headers = new HttpHeaders();
    if (refusal.retryAfter() != null) {
      headers.set(HttpHeaders.RETRY_AFTER, Long.toString(refusal.retryAfter().toSeconds()));
    }
    return answer(refusal.status(), refusal.reason(), headers, request);
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<Object> failed(Exception thrown, WebRequest request) {
    RequestFault fault = RequestFault.among(thrown);
    if (fault != null) {
      return answer(fault, request);
    }
    DatabaseFault database = DatabaseFault.among(thrown);
    if (database != null) {
      LOG.warn("The database cannot be used: {}", thrown.getMessage());
      HttpHeaders headers = new HttpHeaders();
      headers.set(HttpHeaders.RETRY_AFTER, Long.toString(DatabaseFault.RETRY_AFTER.toSeconds()));
      return answer(
          HttpStatus.SERVICE_UNAVAILABLE,
          switch (database) {
            case NOTHING_DONE ->
                "The database cannot do this now, and nothing was stored. Try again.";
            case OUTCOME_UNKNOWN ->
                "The database did not answer; a change may have been stored or not. Read, then try"
                    + " again.";
          },
          headers,
          request);
    }
    LOG.error("Request failed: {}", request.getDescription(false), thrown);
    return answer(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "The service failed; its log says more under the correlation id.",
        new HttpHeaders(),
        request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception thrown,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    RequestFault fault = RequestFault.among(thrown);
    if (fault != null) {
      return answer(fault, request);
    }
    String detail =
        thrown instanceof ErrorResponse known ? known.getBody().getDetail() : thrown.getMessage();
    return answer(status, detail == null ? "The request is refused." : detail, headers, request);
  }

  private ResponseEntity<Object> answer(RequestFault fault, WebRequest request) {
    HttpHeaders headers = new HttpHeaders();
    if (fault.retryAfter() != null) {
      headers.set(HttpHeaders.RETRY_AFTER, Long.toString(fault.retryAfter().toSeconds()));
    }
    return answer(fault.status(), fault.detail(), headers, request);
  }

  private ResponseEntity<Object> answer(
      HttpStatusCode status, String message, HttpHeaders headers, WebRequest request) {
    ErrorShape.Body body =
        shape.body(((ServletWebRequest) request).getRequest(), status.value(), message);
    return ResponseEntity.status(status)
        .headers(headers)
        .contentType(MediaType.parseMediaType(body.contentType()))
        .body(body.text().getBytes(StandardCharsets.UTF_8));
  }
}
