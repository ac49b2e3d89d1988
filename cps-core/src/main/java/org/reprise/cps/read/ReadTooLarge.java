package org.reprise.cps.read;

import org.reprise.cps.fault.InvalidRequest;
import org.springframework.util.unit.DataSize;

/** A read or query that finds more than one answer may hold. */
public final class ReadTooLarge extends InvalidRequest {
  ReadTooLarge(DataSize max) {
    super(
        "Too much data for one answer",
        ("This finds more than %d bytes (reprise.cps.read.max-size). Ask for fewer levels of"
                + " descendants, for a node further down, for JSON instead of XML, for smaller"
                + " pages, or for the anchors of fewer schema sets. In a query of a dataspace all"
                + " its anchors count: if they are too many, only a wider limit helps.")
            .formatted(max.toBytes()));
  }
}
