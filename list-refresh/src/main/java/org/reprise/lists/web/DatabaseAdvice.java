package org.reprise.lists.web;

import java.sql.SQLException;
import java.util.List;
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
    if (thrown instanceof DataAccessException access && !isUnavailable(access)) {
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

  // Classes 08, 40, 53 and 57: connections, conflicts (a standby's replay with its readers among
  // them), resources, the operator's interventions.
  private static boolean isUnavailable(DataAccessException thrown) {
    String state =
        thrown.getMostSpecificCause() instanceof SQLException sql && sql.getSQLState() != null
            ? sql.getSQLState()
            : "";
    return state.startsWith("08")
        || state.startsWith("40")
        || state.startsWith("53")
        || state.startsWith("57");
  }
}
