package org.reprise.ldx.web;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request that is not served, and why. */
public final class Refusal extends ErrorResponseException {
  private static final long serialVersionUID = 1;
  private static final String IDENTIFIER = "identifier";

  /**
   * @param identifier of Link Discovery Management's errors; null for others
   * @param message for people
   */
  public Refusal(HttpStatus status, @Nullable String identifier, String message) {
    super(status, ProblemDetail.forStatusAndDetail(status, message), null);
    if (identifier != null) {
      getBody().setProperty(IDENTIFIER, identifier);
    }
  }

  /** 503: it cannot be answered now; the caller may try again after a while. */
  public static Refusal unavailable(String message, Duration retryAfter) {
    Refusal refusal = new Refusal(HttpStatus.SERVICE_UNAVAILABLE, null, message);
    refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter.toSeconds()));
    return refusal;
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

  @Nullable String identifier() {
    return getBody().getProperties() instanceof Map<?, ?> properties
            && properties.get(IDENTIFIER) instanceof String identifier
        ? identifier
        : null;
  }

  @Override
  public String getMessage() {
    return String.valueOf(getBody().getDetail());
  }
}
