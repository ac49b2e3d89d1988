package org.reprise.ebms.web;

import org.reprise.kit.error.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers 503 with a problem (RFC 9457) where the database does not answer. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class DatabaseAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseAdvice.class);

  @ExceptionHandler({TransactionException.class, DataAccessException.class})
  ResponseEntity<ProblemDetail> failed(Exception thrown) throws Exception {
    if (DatabaseFault.among(thrown) == null) {
      throw thrown;
    }
    LOG.warn("The database cannot be used: {}", thrown.getMessage());
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.SERVICE_UNAVAILABLE,
            "The database did not answer; a change may have been stored or not. Read, then try"
                + " again.");
    problem.setProperty("correlationId", MDC.get("correlationId"));
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, Long.toString(DatabaseFault.RETRY_AFTER.toSeconds()))
        .body(problem);
  }
}
