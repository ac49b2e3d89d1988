package org.reprise.cps.fault;

/**
 * No such data: HTTP 404 when it was to be read or patched, 400 when it was to be created below,
 * replaced below or deleted, as in ONAP CPS.
 */
public abstract non-sealed class Missing extends CpsException {
  /**
   * @param message the error in a few words
   * @param details what was not found, and where
   */
  protected Missing(String message, String details) {
    super(message, details);
  }
}
