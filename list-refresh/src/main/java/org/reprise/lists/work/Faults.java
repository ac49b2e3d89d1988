package org.reprise.lists.work;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** What databases refuse, by PostgreSQL's codes. */
public final class Faults {
  /** The code of a transaction that may succeed when it is begun again. */
  public static final String BEGIN_AGAIN = "40001";

  // Connections, conflicts (also of a standby's replay with its readers), resources, the
  // operator's interventions. Callers that stop work themselves check that first.
  private static final Set<String> PASSING = Set.of("08", "40", "53", "57");

  // A lock time-out, a transaction that was idle or lasted too long, a server that became a
  // standby.
  private static final Set<String> PASSING_CODES = Set.of("55P03", "25P03", "25P04", "25006");

  private static final String UNIQUE = "23505";
  private static final String REFERENCE = "23503";

  private Faults() {}

  /** Whether a fault is temporary, so that the same work may succeed when it is begun again. */
  public static boolean isPassing(Throwable thrown) {
    String state = state(thrown);
    // Pools and drivers give no code where there is no connection.
    return state == null
        ? first(thrown).isPresent() || isOfTransaction(thrown)
        : PASSING.contains(state.substring(0, Math.min(2, state.length())))
            || PASSING_CODES.contains(state);
  }

  // Without a code: no connection for a transaction, or none for its end.
  private static boolean isOfTransaction(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransactionException
          || cause instanceof TransientDataAccessException
          || cause instanceof DataAccessResourceFailureException) {
        return true;
      }
    }
    return false;
  }

  /** Whether a row with the same key is there already. */
  public static boolean isDuplicate(Throwable thrown) {
    return UNIQUE.equals(state(thrown));
  }

  /** Whether a row refers to one that is not there. */
  public static boolean isMissingReference(Throwable thrown) {
    return REFERENCE.equals(state(thrown));
  }

  /** The message of a fault's first cause. */
  public static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** The database's code, or the driver's; null where there is none. */
  public static @Nullable String state(Throwable thrown) {
    return first(thrown).map(SQLException::getSQLState).orElse(null);
  }

  private static Optional<SQLException> first(Throwable thrown) {
    Optional<SQLException> withoutCode = Optional.empty();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException fault) {
        if (fault.getSQLState() != null) {
          return Optional.of(fault);
        }
        withoutCode = withoutCode.or(() -> Optional.of(fault));
      }
    }
    return withoutCode;
  }
}
