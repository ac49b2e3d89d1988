package org.reprise.cps.payload;

import org.reprise.kit.limits.ByteBudget;

/** Nodes of payloads for which there is always room. */
public final class Uncounted {
  private Uncounted() {}

  /** New ones. */
  public static PayloadNodes nodes() {
    return new PayloadNodes(new ByteBudget(Long.MAX_VALUE));
  }
}
