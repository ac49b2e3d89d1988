package org.reprise.ldx.web;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request that is not served, and why. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final HttpStatus status;
  private final @Nullable String identifier;
  private final @Nullable Duration retryAfter;

  /**
   * @param identifier of Link Discovery Management's errors; null for others
   * @param message for people
   */
  public Refusal(HttpStatus status, @Nullable String identifier, String message) {
    this(status, identifier, message, null);
  }

  private Refusal(
      HttpStatus status,
      @Nullable String identifier,
      String message,
      @Nullable Duration retryAfter) {
    super(message);
    this.status = Objects.requireNonNull(status);
    this.identifier = identifier;
    this.retryAfter = retryAfter;
  }

  /** 503: it cannot be answered now; the caller may try again after a while. */
  public static Refusal unavailable(String message, Duration retryAfter) {
    return new Refusal(HttpStatus.SERVICE_UNAVAILABLE, null, message, retryAfter);
  }

  /** 400: what is asked for makes no sense. */
  public static Refusal invalid(String message) {
    return new Refusal(HttpStatus.BAD_REQUEST, null, message);
  }

  /** 400 with one of the identifiers of Link Discovery Management 1.0, "Error Responses". */
  public static Refusal invalid(String identifier, String message) {
    return new Refusal(HttpStatus.BAD_REQUEST, identifier, message);
  }

  /** 404: what is not there. */
  public static Refusal missing(String message) {
    return new Refusal(HttpStatus.NOT_FOUND, null, message);
  }

  HttpStatus status() {
    return status;
  }

  @Nullable String identifier() {
    return identifier;
  }

  @Nullable Duration retryAfter() {
    return retryAfter;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
