package org.reprise.load.gc;

/**
 * Users who search, browse and create streams and baselines in the web UI. Properties by hand:
 * {@link GcSimulation}.
 */
public final class GcWebUiSimulation extends GcSimulation {
  public GcWebUiSimulation() {
    super("ui-100");
  }
}
