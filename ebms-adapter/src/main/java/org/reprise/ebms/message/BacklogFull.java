package org.reprise.ebms.message;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Too many messages wait for a partner already: this one was not kept. */
public final class BacklogFull extends ErrorResponseException {
  private static final String RETRY_AFTER_SECONDS = "30";

  BacklogFull(URI endpoint, int limit) {
    super(
        HttpStatus.SERVICE_UNAVAILABLE,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.SERVICE_UNAVAILABLE,
            "%d messages wait for %s already (reprise.ebms.messages.backlog)."
                .formatted(limit, endpoint)),
        null);
    getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
  }
}
