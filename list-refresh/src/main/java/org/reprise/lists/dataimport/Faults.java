package org.reprise.lists.dataimport;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** Tells faults that pass from those that stay. */
final class Faults {
  private Faults() {}

  /** Whether the same may succeed later, once the database is back or others are done. */
  static boolean passes(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransientDataAccessException
          || cause instanceof DataAccessResourceFailureException
          || cause instanceof TransactionException
          || cause instanceof SQLTransientException
          || (cause instanceof SQLException sql && passes(sql))) {
        return true;
      }
    }
    return false;
  }

  // Connections, resources, the operator, conflicts of transactions, a server that became a
  // standby.
  private static boolean passes(SQLException thrown) {
    String state = thrown.getSQLState();
    return state == null
        || state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57")
        || state.startsWith("40")
        || state.equals("25006");
  }

  /** What to tell people of a fault: its first cause. */
  static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
