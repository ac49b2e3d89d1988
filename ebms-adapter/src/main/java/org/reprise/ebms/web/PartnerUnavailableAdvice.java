package org.reprise.ebms.web;

import org.reprise.ebms.send.PartnerUnavailable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** A partner to which nothing can be sent now: 503, and when to try again (RFC 9457). */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class PartnerUnavailableAdvice {
  @ExceptionHandler
  ResponseEntity<ProblemDetail> unavailable(PartnerUnavailable thrown) {
    long seconds = Math.max(1, thrown.retryAfter().toSeconds());
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, Long.toString(seconds))
        .body(
            ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(thrown.getMessage())));
  }
}
