package org.reprise.oslc.refusal;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that is rejected, with the status and the reason. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final HttpStatus status;
  private final @Nullable Duration retryAfter;

  public Refusal(HttpStatus status, String message) {
    this(status, message, null);
  }

  private Refusal(HttpStatus status, String message, @Nullable Duration retryAfter) {
    super(message);
    this.status = Objects.requireNonNull(status);
    this.retryAfter = retryAfter;
  }

  /** Returns 503: the caller may try again after a while. */
  public static Refusal unavailable(String message, Duration retryAfter) {
    return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, message, retryAfter);
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
    return status;
  }

  /** Returns how long to wait before the next attempt; null where that is not known. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public String reason() {
    return Objects.requireNonNull(getMessage());
  }
}
