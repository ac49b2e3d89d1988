package org.reprise.load.gc;

/** The stress test through the proxies of the applications. */
public final class GcStressSimulation extends GcSimulation {
  public GcStressSimulation() {
    super("stress-100");
  }
}
