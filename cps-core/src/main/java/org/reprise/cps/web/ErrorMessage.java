package org.reprise.cps.web;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The error body of ONAP CPS, kept for its clients instead of RFC 9457 problem details.
 *
 * @param status code and reason, for example {@code 409 CONFLICT}
 */
public record ErrorMessage(String status, String message, String details) {
  static ErrorMessage of(HttpStatus status, @Nullable String message, @Nullable String details) {
    return new ErrorMessage(
        status.value() + " " + status.name(),
        message == null ? status.getReasonPhrase() : message,
        details == null ? "" : details);
  }
}
