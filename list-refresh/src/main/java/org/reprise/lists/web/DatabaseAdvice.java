package org.reprise.lists.web;

import java.util.List;
import org.reprise.lists.work.Faults;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;

/** A database that does not answer is the service's trouble and passes; say so. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class DatabaseAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseAdvice.class);

  @ExceptionHandler({TransactionException.class, DataAccessException.class})
  ResponseEntity<ErrorBody> failed(Exception thrown, WebRequest request) throws Exception {
    if (thrown instanceof DataAccessException && !Faults.isPassing(thrown)) {
      throw thrown;
    }
    LOG.warn("The database cannot be used: {}", thrown.getMessage());
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, RefusalAdvice.RETRY_AFTER)
        .body(
            ErrorBody.of(
                request,
                "database.unavailable",
                "The database did not answer; a change may have been stored or not. Read, then try"
                    + " again.",
                List.of()));
  }
}
