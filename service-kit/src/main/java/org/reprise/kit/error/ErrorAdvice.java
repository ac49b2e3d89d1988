package org.reprise.kit.error;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;

/**
 * Answers what a controller throws in the service's {@link ErrorShape}: 503 with {@code
 * Retry-After} where the database does not answer, what an {@link ErrorResponse} says, and 500 for
 * every other exception.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
public class ErrorAdvice extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

  private final ErrorShape shape;

  ErrorAdvice(ErrorShape shape) {
    this.shape = shape;
  }

  @ExceptionHandler(Exception.class)
  @Nullable ResponseEntity<Object> failed(Exception thrown, WebRequest request) {
    HttpStatus status =
        thrown instanceof MultipartException
            ? HttpStatus.BAD_REQUEST
            : HttpStatus.INTERNAL_SERVER_ERROR;
    return thrown instanceof ErrorResponse known
        ? handleExceptionInternal(thrown, null, known.getHeaders(), known.getStatusCode(), request)
        : handleExceptionInternal(thrown, null, new HttpHeaders(), status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception thrown,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    HttpServletRequest servlet = ((ServletWebRequest) request).getRequest();
    // One that a service throws on purpose may have any cause.
    RequestFault fault =
        thrown instanceof ErrorResponseException ? null : RequestFault.among(thrown, servlet);
    HttpStatusCode answered = fault == null ? status : fault.status();
    HttpServletResponse response = ((ServletWebRequest) request).getResponse();
    // Tomcat also calls a response committed where it refuses the request's body.
    if (answered.is5xxServerError() && response != null && response.isCommitted()) {
      servlet.setAttribute(ErrorValve.UNFINISHED, true);
    }
    HttpHeaders complete = HttpHeaders.copyOf(headers);
    if (fault != null && fault.isTransient()) {
      complete.set(HttpHeaders.RETRY_AFTER, RequestFault.RETRY_AFTER);
    }
    if (answered.equals(HttpStatus.INTERNAL_SERVER_ERROR)
        && !DisconnectedClientHelper.isClientDisconnectedException(thrown)) {
      LOG.error("Request failed: {}", request.getDescription(false), thrown);
    } else if (fault != null && fault.isTransient()) {
      // The exception's own message may have the whole statement.
      LOG.warn(
          "Cannot serve {} now: {}",
          request.getDescription(false),
          NestedExceptionUtils.getMostSpecificCause(thrown).getMessage());
    }
    String detail = fault == null ? detail(thrown, body) : fault.detail();
    ErrorShape.Body content = shape.body(servlet, answered.value(), detail, thrown);
    complete.setContentType(MediaType.parseMediaType(content.contentType()));
    byte[] text = content.text().getBytes(StandardCharsets.UTF_8);
    return super.handleExceptionInternal(thrown, text, complete, answered, request);
  }

  private static String detail(Exception thrown, @Nullable Object body) {
    String detail =
        switch (thrown) {
          case ErrorResponse known -> known.getBody().getDetail();
          case HttpMessageNotReadableException unreadable ->
              "The body is missing or cannot be read.";
          case MethodArgumentTypeMismatchException mismatch ->
              "'%s' cannot be '%s'.".formatted(mismatch.getName(), mismatch.getValue());
          case MultipartException unreadable ->
              "The parts cannot be read: "
                  + NestedExceptionUtils.getMostSpecificCause(unreadable).getMessage();
          default ->
              body instanceof ProblemDetail problem
                  ? problem.getDetail()
                  : "The service failed; its log says more under the correlation id.";
        };
    return detail == null ? "The request is refused." : detail;
  }
}
