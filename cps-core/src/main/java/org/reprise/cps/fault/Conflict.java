package org.reprise.cps.fault;

/** The request contradicts what is stored: HTTP 409. */
public abstract non-sealed class Conflict extends CpsException {
  /**
   * @param message the error in a few words
   * @param details what it conflicts with
   */
  protected Conflict(String message, String details) {
    super(message, details);
  }
}
