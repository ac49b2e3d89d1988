package org.reprise.cps.query;

import org.reprise.cps.fault.InvalidRequest;

/** A combined query that cannot be read, or that asks too much. */
public final class InvalidCompositeQuery extends InvalidRequest {
  InvalidCompositeQuery(String details) {
    super("Composite query is invalid", details);
  }
}
