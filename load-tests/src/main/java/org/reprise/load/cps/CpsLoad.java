package org.reprise.load.cps;

/**
 * What a process of load must know of the flow.
 *
 * @param base the API's base; empty where the flow runs in the process itself
 * @param anchorPrefix of every anchor's name
 * @param token of the run, which keeps it apart from others on the same service
 */
record CpsLoad(String base, String anchorPrefix, String token) {
  AnchorNames names() {
    return AnchorNames.of(anchorPrefix, token);
  }
}
