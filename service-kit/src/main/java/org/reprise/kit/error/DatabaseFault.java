package org.reprise.kit.error;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transient faults of the database, which neither the caller nor the service caused: told by the
 * SQLSTATE (PostgreSQL documentation, appendix A).
 */
public enum DatabaseFault {
  /**
   * It did nothing: it could not be reached, has no room, a limit of time ran out, or another
   * transaction was in the way. What was asked can be asked again.
   */
  NOTHING_DONE,

  /** The connection broke on the way: it may have done what it was asked before it could say so. */
  OUTCOME_UNKNOWN;

  /** How long a caller should wait before the next try. */
  public static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private static final int CLASS = 2;
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

  /**
   * Finds the fault among an exception's causes.
   *
   * @return the fault, or null where the database gave another reason, or was not asked
   */
  public static @Nullable DatabaseFault among(Throwable thrown) {
    SQLException failure = failure(thrown);
    return failure == null ? null : of(failure);
  }

  /** The code that the database or its driver gave; null where there is none. */
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
    if (state.length() <= CLASS) {
      return null;
    }
    if (NOTHING_DONE_CODES.contains(state)) {
      return NOTHING_DONE;
    }
    if (state.equals(COMPLETION_UNKNOWN)) {
      return OUTCOME_UNKNOWN;
    }
    return switch (state.substring(0, CLASS)) {
      // Conflicts with other transactions; insufficient resources.
      case "40", "53" -> NOTHING_DONE;
      // Connections; the operator's interventions; the system's errors.
      case "08", "57", "58" -> OUTCOME_UNKNOWN;
      default -> null;
    };
  }
}
