package org.reprise.cps.schema;

import org.reprise.cps.fault.Busy;

/** All YANG parsers are at work. Each may need much memory, so there are few. */
public final class ParsersBusy extends Busy {
  ParsersBusy() {
    super(
        "Schema parsers busy",
        "Other schema sets are being parsed; nothing was stored. Try again.");
  }
}
