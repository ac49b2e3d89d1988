package org.reprise.ebms.send;

import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A partner's queue has no room, or its circuit breaker is open. */
public final class PartnerUnavailable extends ErrorResponseException {
  private static final long serialVersionUID = 1L;
  private final Duration retryAfter;

  PartnerUnavailable(URI endpoint, String why, Duration retryAfter) {
    super(
        HttpStatus.SERVICE_UNAVAILABLE,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.SERVICE_UNAVAILABLE,
            "Messages to %s cannot be taken now: %s".formatted(endpoint, why)),
        null);
    this.retryAfter = retryAfter;
    getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())));
  }

  public Duration retryAfter() {
    return retryAfter;
  }

  // Under load it is thrown often, and its stack says nothing about the code that throws it.
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
