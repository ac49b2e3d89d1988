package org.reprise.cps.fault;

import java.sql.SQLException;
import org.springframework.dao.DataIntegrityViolationException;

/** Something cannot be deleted because something else still refers to it: HTTP 409. */
public final class InUse extends CpsException {
  private static final String FOREIGN_KEY_VIOLATION = "23503";

  public InUse(String what, String by) {
    super("Data in use", "%s is in use by %s.".formatted(what, by));
  }

  /**
   * Whether a statement violated a foreign key: another row refers to one that it would delete, or
   * a row that it would refer to does not exist any more.
   */
  public static boolean isReasonOf(DataIntegrityViolationException thrown) {
    return thrown.getMostSpecificCause() instanceof SQLException sql
        && FOREIGN_KEY_VIOLATION.equals(sql.getSQLState());
  }
}
