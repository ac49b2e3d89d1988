package org.reprise.cps.web;

import org.reprise.cps.fault.InvalidRequest;

/** A parameter, header or part of the request that is wrong in itself. */
public final class InvalidParameter extends InvalidRequest {
  /** Says which and why. */
  public InvalidParameter(String details) {
    super("Invalid request", details);
  }
}
