package org.reprise.cps.fault;

/** The request is invalid or names something that does not exist: HTTP 400. */
public non-sealed class InvalidRequest extends CpsException {
  public InvalidRequest(String details) {
    this("Invalid request", details);
  }

  public InvalidRequest(String message, String details) {
    super(message, details);
  }
}
