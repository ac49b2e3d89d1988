package org.reprise.cps.fragment;

import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.Missing;
import org.reprise.cps.path.Xpath;

public final class DataNodeNotFound extends Missing {
  public DataNodeNotFound(AnchorRef anchor, Xpath xpath) {
    super(
        "DataNode not found",
        "DataNode with xpath %s was not found for anchor %s and dataspace %s."
            .formatted(xpath, anchor.anchor(), anchor.dataspace()));
  }
}
