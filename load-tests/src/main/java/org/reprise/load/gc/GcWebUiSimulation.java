package org.reprise.load.gc;

/** Users who search, browse and create streams and baselines in the web UI. */
public final class GcWebUiSimulation extends GcSimulation {}
