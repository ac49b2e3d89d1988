package org.reprise.cps.fault;

/** The service has too much to do for this request now: HTTP 503. */
public abstract non-sealed class Busy extends CpsException {
  protected Busy(String message, String details) {
    super(message, details);
  }
}
