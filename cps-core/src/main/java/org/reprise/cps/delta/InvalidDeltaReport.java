package org.reprise.cps.delta;

import org.reprise.cps.fault.InvalidRequest;

/** A delta report that cannot be read. Nothing of it was applied. */
public final class InvalidDeltaReport extends InvalidRequest {
  InvalidDeltaReport(String details) {
    super("Delta report is invalid", details);
  }
}
