package org.reprise.cps.fault;

/** The request contradicts what is stored: HTTP 409. */
public abstract non-sealed class Conflict extends CpsException {
  protected Conflict(String message, String details) {
    super(message, details);
  }
}
