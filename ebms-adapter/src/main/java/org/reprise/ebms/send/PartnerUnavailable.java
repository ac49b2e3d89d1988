package org.reprise.ebms.send;

import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/**
 * A partner's queue has no room, or its circuit breaker is open. Has no stack trace: under load it
 * is thrown often, and says nothing about the code that throws it.
 */
public final class PartnerUnavailable extends Exception implements ErrorResponse {
  private static final long serialVersionUID = 1L;
  private final Duration retryAfter;

  PartnerUnavailable(URI endpoint, String why, Duration retryAfter) {
    super("Messages to %s cannot be taken now: %s".formatted(endpoint, why), null, false, false);
    this.retryAfter = retryAfter;
  }

  public Duration retryAfter() {
    return retryAfter;
  }

  @Override
  public HttpStatusCode getStatusCode() {
    return HttpStatus.SERVICE_UNAVAILABLE;
  }

  @Override
  public HttpHeaders getHeaders() {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())));
    return headers;
  }

  @Override
  public ProblemDetail getBody() {
    return ProblemDetail.forStatusAndDetail(getStatusCode(), String.valueOf(getMessage()));
  }
}
