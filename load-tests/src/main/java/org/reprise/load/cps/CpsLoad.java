package org.reprise.load.cps;

/**
 * What a process of load must know of the flow.
 *
 * @param base the API's base, or the mode of {@link InProcessCps}
 * @param anchorPrefix what the anchors of the run begin with, and no other run's
 */
record CpsLoad(String base, String anchorPrefix) {}
