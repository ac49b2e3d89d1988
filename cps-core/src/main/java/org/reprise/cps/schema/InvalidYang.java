package org.reprise.cps.schema;

import org.reprise.cps.fault.InvalidRequest;

/** YANG that cannot be unpacked, read, or that does not fit together. Nothing of it was stored. */
public final class InvalidYang extends InvalidRequest {
  InvalidYang(String details) {
    super("Schema set is invalid", details);
  }
}
