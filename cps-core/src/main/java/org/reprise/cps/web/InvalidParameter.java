package org.reprise.cps.web;

import org.reprise.cps.fault.InvalidRequest;

/** An invalid parameter, header or part of the request. */
public final class InvalidParameter extends InvalidRequest {
  public InvalidParameter(String details) {
    super("Invalid request", details);
  }
}
