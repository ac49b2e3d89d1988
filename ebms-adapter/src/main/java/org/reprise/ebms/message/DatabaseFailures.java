package org.reprise.ebms.message;

import java.sql.SQLException;
import java.util.Set;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Tells failures of the database that pass from those that are due to the data or statement. */
public final class DatabaseFailures {
  // Connections, rollbacks such as deadlocks, resources, locks that cannot be had, the operator's
  // interventions, and what a standby does not do.
  private static final Set<String> PASSING = Set.of("08", "25", "40", "53", "55", "57");
  private static final int CLASS = 2;

  private DatabaseFailures() {}

  /**
   * Whether the same may succeed later. Where not, the data or the statement is wrong, and to ask
   * again would fail again.
   */
  public static boolean mayPass(RuntimeException failure) {
    if (failure instanceof TransactionException) {
      return true;
    }
    if (!(failure instanceof DataAccessException access)) {
      return false;
    }
    Throwable cause = access.getMostSpecificCause();
    String state = cause instanceof SQLException sql ? sql.getSQLState() : null;
    // Without a state the driver had no answer of the database.
    return state == null
        ? cause instanceof SQLException || cause == access
        : PASSING.contains(state.substring(0, Math.min(CLASS, state.length())));
  }
}
