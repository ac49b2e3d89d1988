package org.reprise.cps.fault;

/**
 * No such data: HTTP 404 when it was to be read or patched, 400 when it was to be created below,
 * replaced below or deleted, as in ONAP CPS.
 */
public abstract non-sealed class Missing extends CpsException {
  protected Missing(String message, String details) {
    super(message, details);
  }
}
