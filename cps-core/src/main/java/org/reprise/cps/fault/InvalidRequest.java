package org.reprise.cps.fault;

/** The request is wrong in itself or names something that is not there: HTTP 400. */
public abstract non-sealed class InvalidRequest extends CpsException {
  /**
   * @param message the fact, short
   * @param details what was wrong and where
   */
  protected InvalidRequest(String message, String details) {
    super(message, details);
  }
}
