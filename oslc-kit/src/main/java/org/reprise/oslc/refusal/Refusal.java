package org.reprise.oslc.refusal;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that is not served, and why. */
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

  /** 503: it cannot be done now; the caller may try again after a while. */
  public static Refusal unavailable(String message, Duration retryAfter) {
    return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, message, retryAfter);
  }

  /** 400: a part of the request is not what it must be. */
  public static Refusal invalid(String message) {
    return new Refusal(HttpStatus.BAD_REQUEST, message);
  }

  /** 501: the standard has this, and the service does not. */
  public static Refusal notImplemented(String message) {
    return new Refusal(HttpStatus.NOT_IMPLEMENTED, message);
  }

  /** 404: there is no such thing. */
  public static Refusal notFound(String message) {
    return new Refusal(HttpStatus.NOT_FOUND, message);
  }

  /** 409: what the resource is now does not allow it. */
  public static Refusal conflict(String message) {
    return new Refusal(HttpStatus.CONFLICT, message);
  }

  public HttpStatus status() {
    return status;
  }

  /** How long to wait before the next try; null where nothing is known of that. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  public String reason() {
    return Objects.requireNonNull(getMessage());
  }
}
