package org.reprise.cps.data;

import org.reprise.cps.fault.Busy;

/** The answers to other reads and queries fill the memory that there is for them. */
public final class ReadsBusy extends Busy {
  ReadsBusy() {
    super(
        "Memory for reads is taken",
        "The answers to other requests fill the memory that there is for them. Try again.");
  }
}
