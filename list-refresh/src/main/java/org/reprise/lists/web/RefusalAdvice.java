package org.reprise.lists.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.error.RequestFault;
import org.reprise.lists.web.Refusal.Parameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.BindException;
import org.springframework.validation.FieldError;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;

/** Answers refusals, and requests that Spring refuses, in FOLIO's form. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class RefusalAdvice extends ResponseEntityExceptionHandler {
  /** Seconds after which what is refused for the moment may be tried again. */
  static final String RETRY_AFTER = "5";

  @ExceptionHandler(Refusal.class)
  ResponseEntity<Object> refused(Refusal refusal, WebRequest request) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(refusal.status());
    if (refusal.status() == HttpStatus.SERVICE_UNAVAILABLE) {
      answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
    }
    return answer.body(
        ErrorBody.of(request, refusal.code(), refusal.reason(), refusal.parameters()));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception thrown,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    RequestFault fault = RequestFault.among(thrown);
    HttpStatusCode answered = fault == null ? status : fault.status();
    String message = fault == null ? message(thrown) : fault.detail();
    HttpHeaders answer = HttpHeaders.copyOf(headers);
    if (fault != null && fault.retryAfter() != null) {
      answer.set(HttpHeaders.RETRY_AFTER, Long.toString(fault.retryAfter().toSeconds()));
    }
    Object content =
        ErrorBody.of(request, FolioErrorShape.code(answered.value()), message, parameters(thrown));
    return super.handleExceptionInternal(thrown, content, answer, answered, request);
  }

  private static String message(Exception thrown) {
    if (thrown instanceof HttpMessageNotReadableException) {
      BodyFault fault = bodyFault(thrown);
      return fault == null ? "The body is missing or cannot be read" : fault.message();
    }
    if (thrown instanceof MethodArgumentTypeMismatchException mismatch) {
      return "'%s' cannot be '%s'".formatted(mismatch.getName(), mismatch.getValue());
    }
    String detail =
        thrown instanceof ErrorResponse known ? known.getBody().getDetail() : thrown.getMessage();
    return detail == null ? "The request is not valid" : detail;
  }

  private static @Nullable BodyFault bodyFault(Exception thrown) {
    return thrown.getCause() instanceof JacksonException json ? new BodyFault(json) : null;
  }

  private static List<Parameter> parameters(Exception thrown) {
    List<Parameter> parameters = new ArrayList<>();
    if (thrown instanceof MethodArgumentTypeMismatchException mismatch) {
      parameters.add(new Parameter(mismatch.getName(), String.valueOf(mismatch.getValue())));
    }
    if (thrown instanceof BindException unbound) {
      for (FieldError error : unbound.getFieldErrors()) {
        parameters.add(new Parameter(error.getField(), String.valueOf(error.getRejectedValue())));
      }
    }
    BodyFault fault = bodyFault(thrown);
    if (fault != null) {
      parameters.addAll(fault.parameters());
    }
    return parameters;
  }
}
