package org.reprise.cps.web;

import jakarta.servlet.http.HttpServletRequest;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.cps.fault.Busy;
import org.reprise.cps.fault.Conflict;
import org.reprise.cps.fault.CpsException;
import org.reprise.cps.fault.InvalidRequest;
import org.reprise.cps.fault.Missing;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.error.RequestFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;

/** Keeps the error shape and status codes of ONAP CPS for the whole API. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class CpsErrorAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(CpsErrorAdvice.class);

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

  @ExceptionHandler({DataAccessException.class, TransactionException.class})
  ResponseEntity<ErrorMessage> databaseFailed(Exception thrown) {
    DatabaseFault fault =
        failedBeforeCommit(thrown) ? DatabaseFault.NOTHING_DONE : DatabaseFault.among(thrown);
    if (fault == null && thrown instanceof TransactionException) {
      fault = DatabaseFault.OUTCOME_UNKNOWN;
    }
    return switch (fault) {
      case null -> isNoText(thrown) ? noText() : unexpected(thrown);
      case NOTHING_DONE ->
          unavailable(
              thrown, "The database did not answer in time; nothing was stored. Try again.");
      case OUTCOME_UNKNOWN ->
          unavailable(
              thrown,
              "The database was lost while it worked on this; a change may have been stored or"
                  + " not. Read, then try again.");
    };
  }

  // The rollback failed, since the connection was lost: nothing was to be committed.
  private static boolean failedBeforeCommit(Exception thrown) {
    return thrown instanceof TransactionSystemException failed
        && failed.getApplicationException() != null;
  }

  private static ResponseEntity<ErrorMessage> unavailable(Exception thrown, String details) {
    // Not the exception's own message, which has the whole statement.
    LOG.warn(
        "The database cannot be used: {}",
        NestedExceptionUtils.getMostSpecificCause(thrown).getMessage());
    HttpStatus status = HttpStatus.SERVICE_UNAVAILABLE;
    return ResponseEntity.status(status)
        .header(HttpHeaders.RETRY_AFTER, Long.toString(DatabaseFault.RETRY_AFTER.toSeconds()))
        .contentType(MediaType.APPLICATION_JSON)
        .body(ErrorMessage.of(status, "Database unavailable", details));
  }

  // 22021 and 22P05: a character that the database's texts cannot have.
  private static boolean isNoText(Exception thrown) {
    return thrown instanceof DataAccessException access
        && access.getMostSpecificCause() instanceof SQLException sql
        && ("22021".equals(sql.getSQLState()) || "22P05".equals(sql.getSQLState()));
  }

  private static ResponseEntity<ErrorMessage> noText() {
    return answer(
        HttpStatus.BAD_REQUEST,
        "Invalid request",
        "The request holds a character that no stored text has, such as U+0000.");
  }

  @ExceptionHandler(MethodArgumentTypeMismatchException.class)
  ResponseEntity<ErrorMessage> mismatch(MethodArgumentTypeMismatchException thrown) {
    return answer(
        HttpStatus.BAD_REQUEST,
        HttpStatus.BAD_REQUEST.getReasonPhrase(),
        "The parameter %s cannot be '%s'.".formatted(thrown.getName(), thrown.getValue()));
  }

  @ExceptionHandler(AsyncRequestNotUsableException.class)
  void callerLeft(AsyncRequestNotUsableException thrown) {
    LOG.debug("The caller left before it had its answer: {}", thrown.getMessage());
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<ErrorMessage> unexpected(Exception thrown) {
    RequestFault fault = RequestFault.among(thrown);
    if (fault != null) {
      return refused(fault);
    }
    if (thrown instanceof ErrorResponse response) {
      return fromSpring(response);
    }
    if (thrown instanceof MultipartException) {
      return answer(HttpStatus.BAD_REQUEST, "Invalid multipart request", thrown.getMessage());
    }
    if (thrown instanceof HttpMessageNotReadableException) {
      return answer(
          HttpStatus.BAD_REQUEST, "Invalid request", "The request body is missing or unreadable.");
    }
    LOG.error("Request failed", thrown);
    return answer(
        HttpStatus.INTERNAL_SERVER_ERROR,
        "Internal error",
        "The service failed; its log says more under the correlation id.");
  }

  private static ResponseEntity<ErrorMessage> refused(RequestFault fault) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(fault.status());
    if (fault.retryAfter() != null) {
      answer.header(HttpHeaders.RETRY_AFTER, Long.toString(fault.retryAfter().toSeconds()));
    }
    String message =
        fault.status() == HttpStatus.CONTENT_TOO_LARGE
            ? "Request body too large"
            : fault.status().getReasonPhrase();
    return answer
        .contentType(MediaType.APPLICATION_JSON)
        .body(ErrorMessage.of(fault.status(), message, fault.detail()));
  }

  // Missing parameters, unknown paths and versions, wrong methods and media types.
  private static ResponseEntity<ErrorMessage> fromSpring(ErrorResponse response) {
    HttpStatus status = HttpStatus.valueOf(response.getStatusCode().value());
    String detail = response.getBody().getDetail();
    return ResponseEntity.status(status)
        .headers(response.getHeaders())
        .contentType(MediaType.APPLICATION_JSON)
        .body(ErrorMessage.of(status, status.getReasonPhrase(), detail));
  }

  private static ResponseEntity<ErrorMessage> answer(
      HttpStatus status, @Nullable String message, @Nullable String details) {
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_JSON)
        .body(ErrorMessage.of(status, message, details));
  }
}
