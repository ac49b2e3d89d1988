package org.reprise.ldx.web;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.error.ErrorShape;
import org.reprise.kit.error.RequestFault;
import org.reprise.ldx.rdf.RdfFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Answers what controllers throw, in the form that the caller reads. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ErrorAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

  private final ErrorBodies bodies;

  ErrorAdvice(ErrorBodies bodies) {
    this.bodies = bodies;
  }

  @ExceptionHandler
  ResponseEntity<byte[]> refused(Refusal refusal, HttpServletRequest request) {
    return answer(
        request,
        refusal.status(),
        refusal.identifier(),
        refusal.reason(),
        retry(refusal.retryAfter()));
  }

  @ExceptionHandler
  ResponseEntity<byte[]> failed(Exception thrown, HttpServletRequest request) {
    RequestFault fault = RequestFault.among(thrown);
    if (fault != null) {
      return answer(request, fault.status(), null, fault.detail(), retry(fault.retryAfter()));
    }
    if (thrown instanceof ErrorResponse known) {
      return answer(request, known.getStatusCode(), null, detail(known), known.getHeaders());
    }
    if (thrown instanceof HttpMessageNotReadableException) {
      return answer(
          request,
          HttpStatus.BAD_REQUEST,
          null,
          "The body is missing or cannot be read",
          HttpHeaders.EMPTY);
    }
    if (thrown instanceof MethodArgumentTypeMismatchException mismatch) {
      return answer(
          request,
          HttpStatus.BAD_REQUEST,
          null,
          "'%s' cannot be '%s'".formatted(mismatch.getName(), mismatch.getValue()),
          HttpHeaders.EMPTY);
    }
    if (DatabaseFault.among(thrown) != null) {
      LOG.warn("The database cannot be used: {}", thrown.getMessage());
      HttpHeaders later = new HttpHeaders();
      later.set(HttpHeaders.RETRY_AFTER, Long.toString(DatabaseFault.RETRY_AFTER.toSeconds()));
      return answer(
          request,
          HttpStatus.SERVICE_UNAVAILABLE,
          null,
          "The index's database does not answer for the moment. Try again.",
          later);
    }
    LOG.error("Request failed: {}", request.getRequestURI(), thrown);
    return answer(
        request,
        HttpStatus.INTERNAL_SERVER_ERROR,
        null,
        "The service failed; its log says more under the correlation id.",
        HttpHeaders.EMPTY);
  }

  private static HttpHeaders retry(@Nullable Duration after) {
    HttpHeaders headers = new HttpHeaders();
    if (after != null) {
      headers.set(HttpHeaders.RETRY_AFTER, Long.toString(after.toSeconds()));
    }
    return headers;
  }

  private static String detail(ErrorResponse known) {
    String detail = known.getBody().getDetail();
    return detail == null ? "The request is refused." : detail;
  }

  private ResponseEntity<byte[]> answer(
      HttpServletRequest request,
      HttpStatusCode status,
      @Nullable String identifier,
      String message,
      HttpHeaders headers) {
    ErrorShape.Body body = bodies.body(request, status.value(), identifier, message);
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status).headers(headers);
    if (RdfFormat.of(body.contentType()) != null) {
      answer.header("OSLC-Core-Version", "3.0");
    }
    return answer
        .contentType(MediaType.parseMediaType(body.contentType()))
        .body(body.text().getBytes(StandardCharsets.UTF_8));
  }
}
