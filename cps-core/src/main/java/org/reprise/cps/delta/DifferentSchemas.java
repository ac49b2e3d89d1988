package org.reprise.cps.delta;

import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.fault.InvalidRequest;

/** Two anchors that are to be compared have different YANG modules. */
public final class DifferentSchemas extends InvalidRequest {
  DifferentSchemas(AnchorRef source, AnchorRef target) {
    super(
        "Anchors cannot be compared",
        "The schema sets of anchors %s and %s in dataspace %s hold different modules."
            .formatted(source.anchor(), target.anchor(), source.dataspace()));
  }
}
