package org.reprise.cps.fault;

/** The request is invalid or names something that does not exist: HTTP 400. */
public abstract non-sealed class InvalidRequest extends CpsException {
  protected InvalidRequest(String message, String details) {
    super(message, details);
  }
}
