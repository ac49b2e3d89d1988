package org.reprise.kit.error;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Turns what a controller throws into RFC 9457 problem details with the correlation id. A service
 * that keeps another error shape says so in an advice of its own, which comes before this one.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public class ProblemAdvice extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  @ExceptionHandler(Exception.class)
  @Nullable ResponseEntity<Object> unexpected(Exception thrown, WebRequest request) {
    RequestFault fault = RequestFault.among(thrown);
    if (fault != null) {
      return problem(thrown, fault, request);
    }
    LOG.error("Request failed: {}", request.getDescription(false), thrown);
    return problem(
        thrown,
        new RequestFault(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "The service failed; its log says more under the correlation id.",
            null),
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
    if (fault != null && !status.equals(fault.status())) {
      return problem(thrown, fault, request);
    }
    // Spring's own exceptions bring their problem with them.
    Object content =
        body == null && thrown instanceof ErrorResponse known
            ? known.updateAndGetBody(getMessageSource(), LocaleContextHolder.getLocale())
            : body;
    if (content instanceof ProblemDetail problem) {
      problem.setProperty(CorrelationIdFilter.MDC_KEY, MDC.get(CorrelationIdFilter.MDC_KEY));
    }
    return super.handleExceptionInternal(thrown, content, headers, status, request);
  }

  private @Nullable ResponseEntity<Object> problem(
      Exception thrown, RequestFault fault, WebRequest request) {
    ProblemDetail problem = ProblemDetail.forStatus(fault.status());
    problem.setDetail(fault.detail());
    HttpHeaders headers = new HttpHeaders();
    if (fault.retryAfter() != null) {
      headers.set(HttpHeaders.RETRY_AFTER, Long.toString(fault.retryAfter().toSeconds()));
    }
    return handleExceptionInternal(thrown, problem, headers, fault.status(), request);
  }
}
