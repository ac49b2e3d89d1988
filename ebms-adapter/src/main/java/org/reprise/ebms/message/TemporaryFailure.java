package org.reprise.ebms.message;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A message was not kept for a reason that will pass: 503, and when to send it again. */
public final class TemporaryFailure extends ErrorResponseException {
  /** As for every other refusal that will pass. */
  private static final String RETRY_AFTER_SECONDS = "5";

  TemporaryFailure(String why) {
    super(
        HttpStatus.SERVICE_UNAVAILABLE,
        ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, why),
        null);
    getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
  }
}
