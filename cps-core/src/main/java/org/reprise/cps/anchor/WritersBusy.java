package org.reprise.cps.anchor;

import org.reprise.cps.fault.Busy;

/** Other writers of an anchor were in the way of a write; nothing was stored. */
public final class WritersBusy extends Busy {
  private WritersBusy(String details) {
    super("Anchor busy", details + "; nothing was stored. Try again.");
  }

  static WritersBusy waitedTooLong(AnchorRef anchor, WriteLimits limits) {
    return new WritersBusy(
        "Other writers of anchor %s did not finish within %d ms (reprise.cps.write.longest-wait)"
            .formatted(anchor.anchor(), limits.longestWait().toMillis()));
  }

  static WritersBusy tooManyWait(AnchorRef anchor) {
    return new WritersBusy(
        "Other writers wait for anchor %s, with as much data as may wait (reprise.cps.write.most-waiting)"
            .formatted(anchor.anchor()));
  }
}
