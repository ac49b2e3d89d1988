package org.reprise.content.store;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** A storage server does not answer, or answers that it cannot do this now: 503. */
public final class StorageUnavailable extends ErrorResponseException {
  private static final long serialVersionUID = 1;
  private static final String RETRY_SECONDS = "5";

  StorageUnavailable(String area, Throwable cause) {
    super(HttpStatus.SERVICE_UNAVAILABLE, cause);
    setDetail("The storage area '%s' cannot be used now. Try again.".formatted(area));
    getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
  }
}
