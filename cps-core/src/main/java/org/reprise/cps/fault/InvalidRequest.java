package org.reprise.cps.fault;

/** The request is invalid or names something that does not exist: HTTP 400. */
public abstract non-sealed class InvalidRequest extends CpsException {
  /**
   * @param message the error in a few words
   * @param details what was wrong and where
   */
  protected InvalidRequest(String message, String details) {
    super(message, details);
  }
}
