package org.reprise.lists.work;

import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.reprise.kit.error.DatabaseFault;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/** Faults of databases, by PostgreSQL's codes. */
public final class Faults {
  /** The code of a transaction that may succeed when it is begun again. */
  public static final String BEGIN_AGAIN = "40001";

  private Faults() {}

  /** Returns the name of the constraint that a change violates; null where there is none. */
  public static @Nullable String constraint(Throwable thrown) {
    return NestedExceptionUtils.getMostSpecificCause(thrown) instanceof PSQLException fault
            && fault.getServerErrorMessage() != null
        ? fault.getServerErrorMessage().getConstraint()
        : null;
  }

  /**
   * Returns what callers learn of a fault: of the database's its code, and nothing of tables, keys
   * or servers.
   */
  public static String forCallers(Throwable thrown) {
    String state = DatabaseFault.sqlState(thrown);
    return state == null && !(thrown instanceof DataAccessException)
        ? reason(thrown)
        : "The database did not answer or refused it (SQLSTATE %s)".formatted(state);
  }

  /** The message of a fault's first cause. */
  public static String reason(Throwable thrown) {
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(thrown);
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
