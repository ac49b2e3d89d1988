package org.reprise.load.gc;

/**
 * Users of the stress test through the proxies of the applications. Properties by hand: {@link
 * GcSimulation}.
 */
public final class GcStressSimulation extends GcSimulation {
  public GcStressSimulation() {
    super("stress-100");
  }
}
