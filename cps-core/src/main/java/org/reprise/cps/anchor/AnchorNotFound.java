package org.reprise.cps.anchor;

import org.reprise.cps.fault.InvalidRequest;

public final class AnchorNotFound extends InvalidRequest {
  public AnchorNotFound(AnchorRef anchor) {
    super(
        "Anchor not found",
        "Anchor with name %s does not exist in dataspace %s."
            .formatted(anchor.anchor(), anchor.dataspace()));
  }
}
