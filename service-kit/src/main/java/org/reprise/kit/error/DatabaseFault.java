package org.reprise.kit.error;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.TransactionTimedOutException;

/**
 * Transient faults of the database, which neither the caller nor the service caused, by SQLSTATE
 * (PostgreSQL documentation, appendix A) or by Spring's exceptions for transactions.
 */
public enum DatabaseFault {
  /**
   * The database could not be reached, has no room, a time-out ended the statement, or another
   * transaction was in the way. The request can be sent again.
   */
  NOTHING_DONE("The database cannot do this now, and nothing was stored. Try again."),

  /** The connection broke: the database may have committed before that. */
  OUTCOME_UNKNOWN(
      "The database did not answer; a change may have been stored or not. Read, then try again.");

  private static final int CLASS_LENGTH = 2;
  private static final String COMPLETION_UNKNOWN = "40003";

  private static final Set<String> NOTHING_DONE_CODES =
      Set.of(
          // lock_timeout; statement_timeout or another's cancellation
          "55P03",
          "57014",
          // idle_in_transaction_session_timeout, transaction_timeout: rolled back
          "25P03",
          "25P04",
          // never connected; refused; starting up or shutting down; a database that was dropped
          "08001",
          "08004",
          "57P03",
          "57P04",
          // a standby or one that became one: nothing can be written
          "25006");

  private final String detail;

  DatabaseFault(String detail) {
    this.detail = detail;
  }

  /** Returns a sentence for the caller. */
  String detail() {
    return detail;
  }

  /**
   * Finds the fault among an exception's causes.
   *
   * @return null where the database gave another reason, or was not asked
   */
  public static @Nullable DatabaseFault among(Throwable thrown) {
    SQLException failure = failure(thrown);
    DatabaseFault ofTransaction = null;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransactionSystemException failed
          && failed.getApplicationException() != null) {
        // The rollback failed, since the connection was lost: nothing was to be committed.
        return NOTHING_DONE;
      }
      if (cause instanceof CannotCreateTransactionException
          || cause instanceof TransactionSystemException
          || cause instanceof TransactionTimedOutException
          || cause instanceof TransientDataAccessException
              && !(cause instanceof OptimisticLockingFailureException)
          || cause instanceof DataAccessResourceFailureException) {
        ofTransaction = OUTCOME_UNKNOWN;
      }
    }
    return failure == null ? ofTransaction : of(failure);
  }

  /** Returns the SQLSTATE of the database or its driver; null if there is none. */
  public static @Nullable String sqlState(Throwable thrown) {
    SQLException failure = failure(thrown);
    return failure == null ? null : failure.getSQLState();
  }

  // The first one with a code, for pools and drivers put exceptions of their own around it.
  private static @Nullable SQLException failure(Throwable thrown) {
    SQLException first = null;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException failure) {
        if (failure instanceof SQLTransientConnectionException || failure.getSQLState() != null) {
          return failure;
        }
        first = first == null ? failure : first;
      }
    }
    return first;
  }

  private static @Nullable DatabaseFault of(SQLException failure) {
    // No connection of the pool became free in time, or none could be made.
    if (failure instanceof SQLTransientConnectionException) {
      return NOTHING_DONE;
    }
    String state = failure.getSQLState();
    if (state == null) {
      // The driver had no answer of the database.
      return OUTCOME_UNKNOWN;
    }
    if (NOTHING_DONE_CODES.contains(state)) {
      return NOTHING_DONE;
    }
    return switch (state.substring(0, Math.min(CLASS_LENGTH, state.length()))) {
      // Conflicts with other transactions; insufficient resources.
      case "40", "53" -> state.equals(COMPLETION_UNKNOWN) ? OUTCOME_UNKNOWN : NOTHING_DONE;
      // Connections; the operator's interventions; the system's errors.
      case "08", "57", "58" -> OUTCOME_UNKNOWN;
      default -> null;
    };
  }
}
