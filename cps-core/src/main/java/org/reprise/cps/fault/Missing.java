package org.reprise.cps.fault;

/** No such data: HTTP 404 for reads and PATCH, 400 for other writes, as in ONAP CPS. */
public abstract non-sealed class Missing extends CpsException {
  protected Missing(String message, String details) {
    super(message, details);
  }
}
