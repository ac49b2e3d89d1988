package org.reprise.cps.data;

import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.path.Xpath;

/** The anchor has no data at this xpath. */
public final class DataNodeNotFound extends Missing {
  DataNodeNotFound(AnchorRef anchor, Xpath xpath) {
    super(
        "DataNode not found",
        "DataNode with xpath %s was not found for anchor %s and dataspace %s."
            .formatted(xpath, anchor.anchor(), anchor.dataspace()));
  }
}
