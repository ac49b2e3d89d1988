package org.reprise.cps.fault;

/** The request contradicts what is stored: HTTP 409. */
public abstract non-sealed class Conflict extends CpsException {
  /**
   * @param message the fact, short
   * @param details what stands in the way
   */
  protected Conflict(String message, String details) {
    super(message, details);
  }
}
