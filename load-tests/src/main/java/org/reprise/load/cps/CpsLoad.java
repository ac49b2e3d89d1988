package org.reprise.load.cps;

/**
 * What a process of load must know of the flow.
 *
 * @param base the API's base; empty where the flow runs in the process itself
 * @param anchorPrefix what the anchors of the run begin with, and no other run's
 */
record CpsLoad(String base, String anchorPrefix) {
  AnchorNames names() {
    return new AnchorNames(anchorPrefix);
  }
}
