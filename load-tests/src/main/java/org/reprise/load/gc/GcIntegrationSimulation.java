package org.reprise.load.gc;

/** Users who create links within global configurations. */
public final class GcIntegrationSimulation extends GcSimulation {
  public GcIntegrationSimulation() {
    super("integration-500");
  }
}
