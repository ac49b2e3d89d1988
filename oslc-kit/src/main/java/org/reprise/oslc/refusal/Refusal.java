package org.reprise.oslc.refusal;

import java.time.Duration;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request that is rejected, with the status and the reason. */
public final class Refusal extends ErrorResponseException {
  private static final long serialVersionUID = 1;

  public Refusal(HttpStatus status, String message) {
    super(status, ProblemDetail.forStatusAndDetail(status, message), null);
  }

  /** Returns 503: the caller may try again after a while. */
  public static Refusal unavailable(String message, Duration retryAfter) {
    Refusal refusal = new Refusal(HttpStatus.SERVICE_UNAVAILABLE, message);
    refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter.toSeconds()));
    return refusal;
  }

  /** Returns 400. */
  public static Refusal invalid(String message) {
    return new Refusal(HttpStatus.BAD_REQUEST, message);
  }

  /** Returns 501, for a part of the standard that the service does not support. */
  public static Refusal notImplemented(String message) {
    return new Refusal(HttpStatus.NOT_IMPLEMENTED, message);
  }

  /** Returns 404. */
  public static Refusal notFound(String message) {
    return new Refusal(HttpStatus.NOT_FOUND, message);
  }

  /** Returns 409: the state of the resource does not allow the request. */
  public static Refusal conflict(String message) {
    return new Refusal(HttpStatus.CONFLICT, message);
  }

  public HttpStatus status() {
    return HttpStatus.valueOf(getStatusCode().value());
  }

  public String reason() {
    return Objects.requireNonNull(getBody().getDetail());
  }

  @Override
  public String getMessage() {
    return reason();
  }
}
